import type { Driver } from 'typeorm';
import type { ColumnMetadata } from './column-metadata.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** MariaDB accepts the variants older than RFC 4122 only with versions 0 to 7. */
const UUID_OF_MARIADB = /^.{14}(?:[0-7]|.{5}[89a-f])/i;
const INTEGER = /^(?:0|[1-9]\d{0,19})$/;
const MAX_INT = 2n ** 31n - 1n;
const MAX_BIGINT = 2n ** 63n - 1n;

/**
 * Whether a value can be the value of a key column. Any other value is "not found", and is never
 * sent to the database: TypeORM drops a condition on `undefined`, and treats an object as an
 * operator and a list as alternatives. SQLite finds 1 if asked for `01`. PostgreSQL fails on a
 * string that is not a UUID or contains a NUL character, and MariaDB on a UUID whose version and
 * variant do not match.
 */
export function fitsColumn(
  value: unknown,
  column: ColumnMetadata,
  driver: Driver,
): value is string {
  if (typeof value !== 'string' || value === '' || value.includes('\0')) return false;
  return column.transformer
    ? fitsStored(storedFormOf(value, column, driver), column, driver)
    : !isBinary(column, driver) && fitsStored(value, column, driver);
}

/** Returns what a transformer of the application makes of a key; undefined if it throws. */
function storedFormOf(value: string, column: ColumnMetadata, driver: Driver): unknown {
  try {
    return driver.preparePersistentValue(value, column);
  } catch {
    return undefined;
  }
}

function fitsStored(stored: unknown, column: ColumnMetadata, driver: Driver): boolean {
  const type = driver.normalizeType(column);
  if (Buffer.isBuffer(stored)) {
    const length = Number(driver.getColumnLength(column)) || stored.length;
    // MariaDB and MySQL fill up a shorter `binary` value.
    return type === 'binary' ? stored.length === length : stored.length <= length;
  }
  if (!/^(?:string|number|bigint)$/.test(typeof stored)) return false;
  const value = `${stored as string}`;
  if (type === 'uuid') return UUID.test(value) && (!isMaria(driver) || UUID_OF_MARIADB.test(value));
  // The database would refuse anything else, and with it all look-ups that were joined with this one.
  if (/numeric|decimal/.test(type)) return INTEGER.test(value);
  if (/int/.test(type)) return INTEGER.test(value) && BigInt(value) <= maximum(column, driver);
  return fitsLength(value, column, driver);
}

/** The lengths of these types in MariaDB and MySQL, in bytes. */
const MAX_BYTES = new Map([
  ['tinytext', 255],
  ['text', 65_535],
  ['mediumtext', 16_777_215],
]);

/**
 * Whether a string, as it is stored, fits its column: in characters, as databases count a declared
 * length, or the one that the type has if none is declared; otherwise in bytes, as MariaDB and MySQL
 * limit types.
 */
export function fitsLength(value: string, column: ColumnMetadata, driver: Driver): boolean {
  const type = driver.normalizeType(column);
  // Only MariaDB and MySQL have this name for the type; TypeORM returns no length for it.
  const length = Number(driver.getColumnLength(column)) || (type === 'char' ? 1 : 0);
  if (length > 0) return value.length <= length || Array.from(value).length <= length;
  if (!isMaria(driver)) return true;
  return Buffer.byteLength(value) <= (MAX_BYTES.get(type) ?? Infinity);
}

/** Whether a column stores bytes, which are keys only if a transformer makes strings of them. */
export function isBinary(column: ColumnMetadata, driver: Driver): boolean {
  return /binary|blob|bytea/.test(driver.normalizeType(column));
}

/** Whether a string has the form of a UUID. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** Whether the server is MariaDB or MySQL. Of these, only MariaDB has the type `uuid`. */
function isMaria({ options }: Driver): boolean {
  return /mariadb|mysql/.test(options.type);
}

/** Every integer in SQLite has 64 bits, whatever the name of its type. */
function maximum(column: ColumnMetadata, driver: Driver): bigint {
  const isLong =
    /big|int8/.test(driver.normalizeType(column)) || /sqlite/.test(driver.options.type);
  const most = isLong ? MAX_BIGINT : MAX_INT;
  return column.unsigned && isMaria(driver) ? 2n * most + 1n : most;
}
