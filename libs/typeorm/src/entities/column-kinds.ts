import type { ColumnOptions, ValueTransformer } from 'typeorm';

/** What a column holds; the database decides the type that it takes for it. */
export type ColumnKind =
  | 'reference'
  | 'identifier'
  | 'string'
  | 'text'
  | 'json'
  | 'timestamp'
  | 'boolean'
  | 'seconds'
  | 'counter';

/** Type of the primary keys. */
export type IdType = 'uuid' | 'int' | 'bigint';

/** 64-bit columns come as texts from some drivers; these numbers are far below 2^53. */
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
 * The types on SQLite. A timestamp is UTC text with milliseconds (`2026-01-02 03:04:05.678`), which
 * sorts by time and which TypeORM reads as UTC in every time zone. Integers have 64 bits.
 * PostgreSQL and MariaDB get a record each, and whoever reads this one chooses.
 */
export const sqliteColumns = {
  reference: { type: 'varchar' },
  identifier: { type: 'varchar' },
  string: { type: 'varchar' },
  text: { type: 'text' },
  json: { type: 'text', transformer: asJsonUnlessText },
  timestamp: { type: 'datetime' },
  boolean: { type: 'boolean' },
  seconds: { type: 'bigint', transformer: asNumber },
  counter: { type: 'integer', transformer: asNumber },
} as const satisfies Record<ColumnKind, ColumnOptions>;

/** The type of a primary key, and of the foreign keys that lead to it, on SQLite. */
export const sqliteIds = {
  uuid: 'varchar',
  int: 'integer',
  bigint: 'integer',
} as const satisfies Record<IdType, string>;
