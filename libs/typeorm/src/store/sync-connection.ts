import type { DataSource } from 'typeorm';

/** A connection whose statements end before they return. */
export interface SyncConnection {
  /** All of it or nothing; it holds the lock for writing from the start. */
  inTransaction(work: () => void): void;
  run(sql: string, parameters: readonly unknown[]): SyncResult;
  /** The rows of a SELECT. */
  all(sql: string, parameters: readonly unknown[]): Record<string, unknown>[];
}

/** What a statement did. */
export interface SyncResult {
  /** Of the new row, where the database counts it up. */
  readonly id: number;
  /** Rows that it met. */
  readonly affected: number;
}

/** What we use of better-sqlite3. */
interface BetterSqlite3 {
  transaction(work: () => void): { immediate(): void };
  prepare(sql: string): {
    run(...parameters: unknown[]): { lastInsertRowid: number | bigint; changes: number };
    all(...parameters: unknown[]): Record<string, unknown>[];
  };
}

/** The connection of a DataSource on better-sqlite3; undefined for every other driver. */
export function findSyncConnection(dataSource: DataSource): SyncConnection | undefined {
  if (dataSource.options.type !== 'better-sqlite3') return undefined;
  const connection = Reflect.get(dataSource.driver, 'databaseConnection') as BetterSqlite3;
  const log = (sql: string, parameters: readonly unknown[]): void => {
    dataSource.logger.logQuery(sql, [...parameters], dataSource.createQueryRunner());
  };
  return {
    inTransaction: (work) => connection.transaction(work).immediate(),
    run(sql, parameters) {
      log(sql, parameters);
      const bound = parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
      const { lastInsertRowid, changes } = connection.prepare(sql).run(...bound);
      return { id: Number(lastInsertRowid), affected: changes };
    },
    all(sql, parameters) {
      log(sql, parameters);
      return connection.prepare(sql).all(...parameters);
    },
  };
}
