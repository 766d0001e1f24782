import type { Driver } from 'typeorm';
import type { ColumnMetadata } from './column-metadata.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** MariaDB takes the variants of before RFC 4122 with versions 0 to 7 only. */
const UUID_OF_MARIADB = /^.{14}(?:[0-7]|.{5}[89a-f])/i;
const INTEGER = /^(?:0|[1-9]\d{0,18})$/;
const MAX_INT = 2n ** 31n - 1n;
const MAX_BIGINT = 2n ** 63n - 1n;

/**
 * Whether a value can be the value of a key column at all. What cannot is "not found", and never
 * reaches the database: TypeORM drops a condition on `undefined`, takes an object for an operator
 * or a list for alternatives, SQLite finds 1 by `01`, and PostgreSQL fails on a string that is no
 * UUID or has a NUL character, and MariaDB on UUIDs of odd versions.
 */
export function fitsColumn(
  value: unknown,
  column: ColumnMetadata,
  driver: Driver,
): value is string {
  if (typeof value !== 'string' || value === '' || value.includes('\0')) return false;
  const type = driver.normalizeType(column);
  if (type === 'uuid') return UUID.test(value) && (!isMaria(driver) || UUID_OF_MARIADB.test(value));
  if (/int/.test(type)) return INTEGER.test(value) && BigInt(value) <= maximum(type, driver);
  return fitsLength(value, column);
}

/** Whether a string is as short as its column wants it; characters, as databases count them. */
export function fitsLength(value: string, { length }: ColumnMetadata): boolean {
  return !length || value.length <= Number(length) || Array.from(value).length <= Number(length);
}

/** Whether a string has the form of a UUID. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** No other server that is reached through this driver has the type `uuid`. */
function isMaria({ options }: Driver): boolean {
  return /mariadb|mysql/.test(options.type);
}

/** Every integer of SQLite has 64 bits, whatever its type is called. */
function maximum(type: string, { options }: Driver): bigint {
  return /big|int8/.test(type) || /sqlite/.test(options.type) ? MAX_BIGINT : MAX_INT;
}
