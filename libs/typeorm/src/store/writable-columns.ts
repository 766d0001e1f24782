import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from './column-metadata.js';
import { fitsLength } from './fits-column.js';

/** What may be written to a table: the members that have a column, with values it can hold. */
export class WritableColumns {
  private readonly properties: ReadonlySet<string>;

  constructor(private readonly metadata: EntityMetadata) {
    const names = metadata.columns
      .filter(({ isVirtual, isVirtualProperty }) => !isVirtual && !isVirtualProperty)
      .map(({ propertyPath }) => propertyPath.split('.')[0] ?? propertyPath);
    this.properties = new Set(names);
  }

  /**
   * The members that have a column. Others are left out, as TypeORM leaves them out.
   * @throws {Error} for a value that the database would store as another
   */
  pick(values: object): Record<string, unknown> {
    const entries = Object.entries(values).filter(
      ([property, value]) => this.properties.has(property) && value !== undefined,
    );
    for (const [property, value] of entries) {
      assertStorable(value, property, this.metadata.findColumnWithPropertyName(property));
    }
    return Object.fromEntries(entries);
  }
}

/**
 * An invalid date would be stored as text that is never in the past: a session without end. A string
 * too long would be cut where the database is not strict: another address, another account.
 */
function assertStorable(value: unknown, property: string, column?: ColumnMetadata): void {
  if (value instanceof Date && Number.isNaN(value.getTime())) {
    throw new Error(`TypeOrmAdapter: \`${property}\` is an invalid date`);
  }
  if (typeof value === 'string' && column && !fitsLength(value, column)) {
    throw new Error(`TypeOrmAdapter: \`${property}\` is longer than its column`);
  }
  if (isStructure(value) && column && holdsTexts(column)) {
    throw new Error(`TypeOrmAdapter: \`${property}\` is not a string`);
  }
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

/**
 * Whether a value goes into a string as it is. The drivers would make JSON of an object, or
 * `[object Object]`, and that of MySQL the values of several columns of a list.
 * @see docs/design/security-bar.md A53
 */
function holdsTexts({ type, transformer, isArray }: ColumnMetadata): boolean {
  const name = typeof type === 'string' ? type : type.name;
  return !transformer && !isArray && /char|text|uuid|^string$/i.test(name);
}
