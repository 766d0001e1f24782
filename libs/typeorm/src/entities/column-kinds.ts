import type { ColumnOptions, Driver, ValueTransformer } from 'typeorm';
import { databaseOf, type AuthDatabase } from './auth-database.js';
import { epochText } from './epoch-text.js';
import { UtcDatetime } from './utc-datetime.js';

/** What a column stores; its type depends on the database. */
export type ColumnKind =
  | 'reference'
  | 'authJsReference'
  | 'identifier'
  | 'longIdentifier'
  | 'string'
  | 'text'
  | 'json'
  | 'jsonString'
  | 'timestamp'
  | 'epochText'
  | 'boolean'
  | 'seconds'
  | 'counter';

/** Type of the primary keys. */
export type IdType = 'uuid' | 'int' | 'bigint';

/** The declaration of a column: the members that column options and migrations both use. */
export interface DeclaredColumn {
  readonly type: 'varchar' | 'text' | 'uuid' | 'integer' | 'int' | 'bigint' | DateType | 'boolean';
  readonly length?: string;
  readonly precision?: number;
  readonly unsigned?: boolean;
  readonly charset?: string;
  readonly collation?: string;
}

type DateType = 'datetime' | 'timestamp with time zone';

/** Some drivers return 64-bit columns as strings; these numbers are far below 2^53. */
const asNumber: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value)),
};

const asJsonUnlessText: ValueTransformer = {
  to: (value: unknown) =>
    typeof value === 'string' || value === null || value === undefined
      ? value
      : JSON.stringify(value),
  from: (value: unknown) => value,
};

/**
 * A timestamp is UTC text with milliseconds (`2026-01-02 03:04:05.678`), which sorts by time and
 * which TypeORM reads as UTC in every time zone. Integers have 64 bits.
 */
const sqliteColumns = {
  reference: { type: 'varchar' },
  authJsReference: { type: 'varchar' },
  identifier: { type: 'varchar' },
  longIdentifier: { type: 'varchar' },
  string: { type: 'varchar' },
  text: { type: 'text' },
  json: { type: 'text' },
  jsonString: { type: 'varchar' },
  timestamp: { type: 'datetime' },
  epochText: { type: 'varchar' },
  boolean: { type: 'boolean' },
  seconds: { type: 'bigint' },
  counter: { type: 'integer' },
} as const satisfies Record<ColumnKind, DeclaredColumn>;

/** PostgreSQL has no unsigned integers, so a 32-bit counter needs 64 bits. */
const postgresColumns = {
  ...sqliteColumns,
  timestamp: { type: 'timestamp with time zone' },
  counter: { type: 'bigint' },
} as const satisfies Record<ColumnKind, DeclaredColumn>;

/** Otherwise `josé` and `jose` would be one user, and `A…` and `a…` one session. */
const EXACT = { charset: 'utf8mb4', collation: 'utf8mb4_nopad_bin' } as const;

/**
 * An index entry can have 3072 bytes, and a character takes up to four. So 255 and 512 characters
 * fit in one index, and 512 can store a passkey's id of 384 bytes. Unlike `timestamp`, `datetime`
 * does not depend on the session's time zone, and does not end in 2038.
 */
const mysqlColumns = {
  reference: { type: 'varchar', length: '255' },
  authJsReference: { type: 'varchar', length: '255' },
  identifier: { type: 'varchar', length: '255', ...EXACT },
  longIdentifier: { type: 'varchar', length: '512', ...EXACT },
  string: { type: 'varchar', length: '255' },
  text: { type: 'text' },
  json: { type: 'text' },
  jsonString: { type: 'varchar', length: '255' },
  timestamp: { type: 'datetime', precision: 3 },
  epochText: { type: 'varchar', length: '255' },
  boolean: { type: 'boolean' },
  seconds: { type: 'bigint' },
  counter: { type: 'int', unsigned: true },
} as const satisfies Record<ColumnKind, DeclaredColumn>;

const columns: Readonly<Record<AuthDatabase, Record<ColumnKind, DeclaredColumn>>> = {
  sqlite: sqliteColumns,
  postgres: postgresColumns,
  mysql: mysqlColumns,
};

/** SQLite auto-increments only `integer` keys, which have 64 bits. */
const ids: Readonly<Record<AuthDatabase, Record<IdType, DeclaredColumn>>> = {
  sqlite: { uuid: { type: 'varchar' }, int: { type: 'integer' }, bigint: { type: 'integer' } },
  postgres: { uuid: { type: 'uuid' }, int: { type: 'integer' }, bigint: { type: 'bigint' } },
  mysql: { uuid: { type: 'uuid' }, int: { type: 'int' }, bigint: { type: 'bigint' } },
};

/** Returns how a column of this kind is declared in the driver's database. */
export function columnFor(driver: Driver, kind: ColumnKind): DeclaredColumn {
  const declared: DeclaredColumn = columns[databaseOf(driver)][kind];
  return declared.collation ? { ...declared, collation: exactCollation(driver) } : declared;
}

/**
 * Returns the collation in which only identical strings are equal, trailing spaces included.
 * MariaDB, whose versions begin at 10, has had it since 10.2. MySQL has had it since 8.0.17, under
 * a different name.
 */
function exactCollation({ version = '' }: Driver): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major >= 10) return EXACT.collation;
  const hasIt = major > 8 || (major === 8 && (minor > 0 || patch >= 17));
  return hasIt ? 'utf8mb4_0900_bin' : 'utf8mb4_bin';
}

/** Returns how a primary key, and foreign keys to it, are declared in the driver's database. */
export function idFor(driver: Driver, id: IdType): DeclaredColumn {
  const declared = ids[databaseOf(driver)][id];
  // MySQL has no type `uuid`; MariaDB has had it since 10.7.
  const isText = declared.type === 'uuid' && driver.normalizeType(declared) !== 'uuid';
  return isText ? { type: 'varchar', length: '36' } : declared;
}

/** Whether a column of this kind refers to a user. */
export function isReference(kind: ColumnKind): boolean {
  return kind === 'reference' || kind === 'authJsReference';
}

/** Returns how a foreign key to such an id is declared: like the id, or longer in Auth.js. */
export function referenceFor(driver: Driver, id: IdType, kind: ColumnKind): DeclaredColumn {
  const declared = idFor(driver, id);
  const isLoose = kind === 'authJsReference' && declared.length !== undefined;
  return isLoose ? columnFor(driver, kind) : declared;
}

/**
 * Returns what a foreign key has in common with a key that the application declares, apart from the
 * type, which TypeORM sets. Without a length, `char` is one character and `binary` one byte. MariaDB and MySQL refuse a
 * foreign key with another sign or collation.
 */
export function referenceToOwn(driver: Driver, key: ColumnOptions): ColumnOptions {
  const { type, length, unsigned, charset, collation, transformer } = key;
  return {
    ...(transformer && { transformer }),
    ...(/^(?:n?char|character|(?:var)?binary)$/.test(`${type}`) && { length }),
    ...(databaseOf(driver) === 'mysql' && { unsigned, charset, collation }),
  };
}

/** Returns the transformer for values of a kind, or undefined if the driver needs none. */
export function transformerFor(driver: Driver, kind: ColumnKind): ValueTransformer | undefined {
  switch (kind) {
    case 'seconds':
    case 'counter':
      return asNumber;
    case 'json':
    case 'jsonString':
      return asJsonUnlessText;
    case 'epochText':
      return epochText;
    case 'timestamp':
      return databaseOf(driver) === 'mysql' ? UtcDatetime.of(driver) : undefined;
    default:
      return undefined;
  }
}
