import type { Driver, EntityMetadata } from 'typeorm';
import { roleOf } from '../entities/auth-role.js';
import { UtcDatetime } from '../entities/utc-datetime.js';
import type { ColumnMetadata } from './column-metadata.js';
import { exactId } from '../operations/exact-id.js';

interface SelectedColumn {
  readonly alias: string;
  readonly column: ColumnMetadata;
  readonly isId: boolean;
  /** Whether Authnest defines the column, so that its type is known. */
  readonly isOurs: boolean;
}

/**
 * The columns of one entity in a SELECT, and the conversion of a raw row to an object. It includes
 * the application's own columns, except those with `select: false` and spatial ones. Ours are always
 * read: a proof or an expiry that is not read would count as missing.
 * @see docs/design/security-bar.md DT6
 */
export class SelectedColumns {
  /** `"u"."id" AS "u0", …` */
  readonly sql: string;
  private readonly columns: readonly SelectedColumn[];

  constructor(
    metadata: EntityMetadata,
    readonly alias: string,
    private readonly driver: Driver,
  ) {
    const ours = roleOf(metadata.target)?.definition.columns ?? {};
    this.columns = metadata.columns
      .filter((column) => isReadable(column, driver, Object.hasOwn(ours, column.propertyName)))
      .map((column, index) => ({
        // Short and numbered: databases truncate long aliases, and some ignore case.
        alias: `${alias}${index}`,
        column,
        isId: column.isPrimary || column.propertyName === 'userId',
        isOurs: Object.hasOwn(ours, column.propertyName),
      }));
    this.sql = this.columns
      .map((selected) => `${this.readable(selected)} AS ${driver.escape(selected.alias)}`)
      .join(', ');
  }

  /** Returns a column with its table's alias, escaped. */
  qualified(column: ColumnMetadata): string {
    return `${this.driver.escape(this.alias)}.${this.driver.escape(column.databaseName)}`;
  }

  /** Reads these columns from a raw row, applying each column's type and transformer. */
  toRow(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (const selected of this.columns) {
      const { column } = selected;
      const value = this.valueOf(raw, selected);
      if (column.embeddedMetadata) column.setEntityValue(row, value);
      else row[column.propertyName] = value;
    }
    return row;
  }

  /** Reads one of these columns from a raw row, converted as in {@link toRow}. */
  read(raw: Readonly<Record<string, unknown>>, column: ColumnMetadata): unknown {
    const own = this.columns.find((selected) => selected.column === column);
    return own && this.valueOf(raw, own);
  }

  /** Selects a time as a string if the driver would read it in another time zone. */
  private readable({ column, isId }: SelectedColumn): string {
    const qualified = this.qualified(column);
    if (isId) return exactId(qualified, column, this.driver);
    return column.transformer instanceof UtcDatetime ? `CAST(${qualified} AS CHAR)` : qualified;
  }

  private valueOf(
    raw: Readonly<Record<string, unknown>>,
    { alias, column, isId, isOurs }: SelectedColumn,
  ): unknown {
    const { transformer } = column;
    const value: unknown =
      transformer instanceof UtcDatetime
        ? transformer.parse(raw[alias])
        : this.driver.prepareHydratedValue(raw[alias], column);
    if (isId) return idText(value);
    return isOurs ? provenAt(plainDate(value), column) : value;
  }
}

/** Ids are strings for callers, whatever the type of the column. */
function idText(id: unknown): unknown {
  return typeof id === 'number' || typeof id === 'bigint' ? id.toString() : id;
}

/**
 * Returns a time as a Date, if the driver was taught to return objects of a library instead, such as
 * Luxon's.
 * @see docs/design/security-bar.md RP20
 */
function plainDate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const time: unknown = 'epochMilliseconds' in value ? value.epochMilliseconds : value.valueOf();
  return typeof time === 'number' ? new Date(time) : value;
}

/**
 * Leaves out the time of a proof that is none, such as a zero date, the first date of a library or an
 * empty string: other programs store these for an address that nobody has proven.
 */
function provenAt(value: unknown, { propertyName }: ColumnMetadata): unknown {
  if (propertyName !== 'emailVerified' || typeof value === 'boolean') return value;
  return value instanceof Date && value.getTime() > 0 ? value : null;
}

function isReadable(column: ColumnMetadata, driver: Driver, isOurs: boolean): boolean {
  const { isSelect, isVirtual, isVirtualProperty, type } = column;
  const isSpatial = driver.spatialTypes.some((spatial) => spatial === type);
  return (isSelect || isOurs) && !isVirtual && !isVirtualProperty && !isSpatial;
}
