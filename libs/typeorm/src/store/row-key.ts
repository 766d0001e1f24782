import type { Driver, EntityMetadata } from 'typeorm';
import { columnOf } from './column-metadata.js';
import { fitsColumn } from './fits-column.js';

/** Values that find a row: texts, by property. Anything else in them finds nothing. */
export type RowKey = Readonly<Record<string, string>>;

/** Whether a key could find a row at all; see {@link fitsColumn}. */
export function isUsableKey(key: RowKey, metadata: EntityMetadata, driver: Driver): boolean {
  return Object.entries(key).every(([property, value]) =>
    fitsColumn(value, columnOf(metadata, property), driver),
  );
}
