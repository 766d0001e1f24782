import type { DataSource, QueryRunner } from 'typeorm';

type Row = Record<string, unknown>;

/** The members of better-sqlite3 that are used here. */
interface BetterSqlite3 {
  readonly inTransaction: boolean;
  transaction(work: () => void): { immediate(): void };
  prepare(sql: string): BetterSqlite3Statement;
}

interface BetterSqlite3Statement {
  run(...parameters: unknown[]): { changes: number };
  all(...parameters: unknown[]): Row[];
}

/** The maximum number of prepared SELECTs; each table needs only a few. */
const KEPT_STATEMENTS = 100;

/** The only connection of a DataSource with better-sqlite3, whose statements are synchronous. */
export class SyncConnection {
  private readonly selects = new Map<string, BetterSqlite3Statement>();
  private known: BetterSqlite3 | undefined;
  /** Passed to loggers, which may read the origin of a statement from it. */
  private readonly runner: QueryRunner;

  private constructor(private readonly dataSource: DataSource) {
    this.runner = dataSource.createQueryRunner();
  }

  /** Returns undefined for any other driver. */
  static of(dataSource: DataSource): SyncConnection | undefined {
    return dataSource.options.type === 'better-sqlite3'
      ? new SyncConnection(dataSource)
      : undefined;
  }

  /** Whether a transaction is open, no matter whether TypeORM began it. */
  get isInTransaction(): boolean {
    return this.current?.inTransaction ?? false;
  }

  /** Runs work in a transaction that holds the write lock from the start. */
  inTransaction(work: () => void): void {
    this.connection.transaction(work).immediate();
  }

  /** @returns how many rows the statement affected */
  run(sql: string, parameters: readonly unknown[]): number {
    return this.logged(
      sql,
      parameters,
      (bound) => this.connection.prepare(sql).run(...bound).changes,
    );
  }

  /** Runs an INSERT. @returns a value of the new row, which the database may generate */
  insert(sql: string, parameters: readonly unknown[], expression: string): unknown {
    const returning = `${sql} RETURNING ${expression} AS "value"`;
    return this.logged(returning, parameters, (bound) => {
      const [row] = this.connection.prepare(returning).all(...bound);
      return row?.['value'];
    });
  }

  all(sql: string, parameters: readonly unknown[]): Row[] {
    return this.logged(sql, parameters, (bound) => this.prepared(sql).all(...bound));
  }

  /** The current connection; it changes if the DataSource is destroyed and initialized again. */
  private get current(): BetterSqlite3 | undefined {
    return Reflect.get(this.dataSource.driver, 'databaseConnection') as BetterSqlite3 | undefined;
  }

  private get connection(): BetterSqlite3 {
    const { current } = this;
    if (!current) throw new Error('the DataSource is not initialized');
    if (current !== this.known) this.selects.clear();
    this.known = current;
    return current;
  }

  private prepared(sql: string): BetterSqlite3Statement {
    const { connection } = this;
    const known = this.selects.get(sql);
    if (known) return known;
    if (this.selects.size >= KEPT_STATEMENTS) this.selects.clear();
    const made = connection.prepare(sql);
    this.selects.set(sql, made);
    return made;
  }

  private logged<T>(sql: string, parameters: readonly unknown[], work: (bound: unknown[]) => T): T {
    const { logger, options } = this.dataSource;
    const bound = parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    logger.logQuery(sql, bound, this.runner);
    const { maxQueryExecutionTime = 0 } = options;
    const start = maxQueryExecutionTime > 0 ? performance.now() : 0;
    try {
      return work(bound);
    } catch (error) {
      logger.logQueryError(error as Error, sql, bound, this.runner);
      throw error;
    } finally {
      const took = start > 0 ? performance.now() - start : 0;
      if (took > maxQueryExecutionTime) logger.logQuerySlow(took, sql, bound, this.runner);
    }
  }
}
