import type { DataSource } from 'typeorm';

/** A connection whose statements end before they return. */
export interface SyncConnection {
  /** All of it or nothing; it holds the lock for writing from the start. */
  inTransaction(work: () => void): void;
  /** @returns the id of the row, where the database counts it up */
  run(sql: string, parameters: readonly unknown[]): number;
}

/** What we use of better-sqlite3. */
interface BetterSqlite3 {
  transaction(work: () => void): { immediate(): void };
  prepare(sql: string): { run(...parameters: unknown[]): { lastInsertRowid: number | bigint } };
}

/** The connection of a DataSource on better-sqlite3; undefined for every other driver. */
export function findSyncConnection(dataSource: DataSource): SyncConnection | undefined {
  if (dataSource.options.type !== 'better-sqlite3') return undefined;
  const connection = Reflect.get(dataSource.driver, 'databaseConnection') as BetterSqlite3;
  return {
    inTransaction: (work) => connection.transaction(work).immediate(),
    run(sql, parameters) {
      dataSource.logger.logQuery(sql, [...parameters], dataSource.createQueryRunner());
      const bound = parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
      return Number(connection.prepare(sql).run(...bound).lastInsertRowid);
    },
  };
}
