import type { Driver } from 'typeorm';

/** The supported kinds of database. MariaDB counts as MySQL. */
export type AuthDatabase = 'sqlite' | 'postgres' | 'mysql';

/**
 * Of the drivers for SQLite, only `better-sqlite3` has the synchronous statements that keep two
 * operations apart on its one connection. With the others, one would roll back the work of another.
 * @throws {Error} if the driver is not supported; the message lists those that are
 */
export function databaseOf({ options: { type } }: Driver): AuthDatabase {
  if (type === 'better-sqlite3') return 'sqlite';
  if (type === 'postgres') return 'postgres';
  if (type === 'mysql' || type === 'mariadb') return 'mysql';
  throw new Error(
    `@authnest/typeorm: \`type: '${type}'\` is not supported; use better-sqlite3, postgres, mariadb or mysql`,
  );
}
