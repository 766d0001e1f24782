import type { Driver, EntityMetadata, ObjectLiteral, Repository } from 'typeorm';
import { exactId } from '../operations/exact-id.js';
import { columnOf } from './column-metadata.js';
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

/** Whether a key can match a row. @see {@link fitsColumn} */
export function isUsableKey(key: RowKey, metadata: EntityMetadata, driver: Driver): boolean {
  return Object.entries(key).every(([property, value]) =>
    fitsColumn(value, columnOf(metadata, property), driver),
  );
}
