import type { Driver, EntityMetadata, ObjectLiteral, Repository } from 'typeorm';
import { columnOf, type ColumnMetadata } from './column-metadata.js';
import { fitsColumn } from './fits-column.js';

/** The values to look a row up by: strings by property. Any other value finds no row. */
export type RowKey = Readonly<Record<string, string>>;

/** Selects the id in a query with the alias `r`. */
export function idOf({ metadata, manager }: Repository<ObjectLiteral>): string {
  return exactId('r.id', columnOf(metadata, 'id'), manager.connection.driver);
}

/** Returns the id in a row that TypeORM did not convert, as the transformer of the column reads it. */
export function idOfRaw(raw: unknown, { metadata, manager }: Repository<ObjectLiteral>): string {
  const { driver } = manager.connection;
  return `${driver.prepareHydratedValue(raw, columnOf(metadata, 'id'))}`;
}

/**
 * Returns how to select an id. `better-sqlite3` reads integers as numbers, and rounds those above
 * 2^53, so that two ids would be one.
 * @see docs/design/security-bar.md DT9
 */
export function exactId(sql: string, column: ColumnMetadata, driver: Driver): string {
  const isRounded =
    driver.options.type === 'better-sqlite3' &&
    !column.transformer &&
    /int|numeric|decimal/.test(driver.normalizeType(column));
  return isRounded ? `CAST(${sql} AS TEXT)` : sql;
}

/** Whether a key can match a row. @see {@link fitsColumn} */
export function isUsableKey(key: RowKey, metadata: EntityMetadata, driver: Driver): boolean {
  return Object.entries(key).every(([property, value]) =>
    fitsColumn(value, columnOf(metadata, property), driver),
  );
}
