import type { Driver } from 'typeorm';

/** The supported kinds of database. MariaDB counts as MySQL. */
export type AuthDatabase = 'sqlite' | 'postgres' | 'mysql';

/** @throws {Error} if the database is not supported; the message lists those that are */
export function databaseOf({ options: { type } }: Driver): AuthDatabase {
  if (/sqlite|sqljs/.test(type)) return 'sqlite';
  if (/postgres|cockroachdb/.test(type)) return 'postgres';
  if (/mysql|mariadb/.test(type)) return 'mysql';
  throw new Error(
    `@authnest/typeorm: ${type} is not supported; use PostgreSQL, MariaDB, MySQL or SQLite`,
  );
}
