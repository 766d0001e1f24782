import type { Driver, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from './column-metadata.js';
import { fitsLength } from './fits-column.js';

/** Selects the members that can be written to a table: those with a column. */
export class WritableColumns {
  private readonly properties: ReadonlySet<string>;

  constructor(
    private readonly metadata: EntityMetadata,
    private readonly driver: Driver,
  ) {
    const names = metadata.columns
      .filter(({ isVirtual, isVirtualProperty }) => !isVirtual && !isVirtualProperty)
      .map(({ propertyPath }) => propertyPath.split('.')[0] ?? propertyPath);
    this.properties = new Set(names);
  }

  /**
   * Returns the members that have a column. Others are left out, as in TypeORM.
   * @throws {Error} if the database would not store a value unchanged
   */
  pick(values: object): Record<string, unknown> {
    const entries = Object.entries(values).filter(
      ([property, value]) => this.properties.has(property) && value !== undefined,
    );
    for (const [property, value] of entries) {
      assertStorable(value, this.metadata.findColumnWithPropertyName(property), {
        property,
        driver: this.driver,
      });
    }
    return Object.fromEntries(entries);
  }
}

/**
 * An invalid date would be stored as text that never counts as expired. A database that is not
 * strict would truncate a long string, for example to the address or account of another user.
 */
function assertStorable(
  value: unknown,
  column: ColumnMetadata | undefined,
  { property, driver }: { readonly property: string; readonly driver: Driver },
): void {
  if (value instanceof Date && Number.isNaN(value.getTime())) {
    throw new Error(`TypeOrmAdapter: \`${property}\` is an invalid date`);
  }
  if (!column) return;
  if (isStructure(value) && holdsTexts(column)) {
    throw new Error(`TypeOrmAdapter: \`${property}\` is not a string`);
  }
  const stored: unknown = driver.preparePersistentValue(value, column);
  if (typeof stored === 'string' && !fitsLength(stored, column, driver)) {
    throw new Error(`TypeOrmAdapter: \`${property}\` is longer than its column`);
  }
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

/**
 * Whether a column stores strings unchanged. In such a column, drivers would convert an object to
 * JSON or `[object Object]`, and MySQL's would expand a list to the values of several columns.
 * @see docs/design/security-bar.md A53
 */
function holdsTexts({ type, transformer, isArray }: ColumnMetadata): boolean {
  const name = typeof type === 'string' ? type : type.name;
  return !transformer && !isArray && /char|text|uuid|^string$/i.test(name);
}
