import { createHash } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';

type Row = Record<string, unknown>;

/** What we use of a client of `pg`. */
interface PgClient {
  query(named: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>;
}

/** PostgreSQL: a column that the statement reads has another type now. */
const CHANGED_RESULT = '0A000';

/**
 * SELECTs of PostgreSQL that have a name: each connection parses and plans them once. TypeORM names
 * none, so they go to its connection directly, and its logger hears of them as of any other.
 */
export class NamedSelects {
  /** By their texts, of which an adapter has a few dozen. */
  private readonly names = new Map<string, string>();

  constructor(private readonly dataSource: DataSource) {}

  /** @throws what the driver throws */
  async run(runner: QueryRunner, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const { logger, options } = this.dataSource;
    const client = (await runner.connect()) as PgClient;
    const values = [...parameters];
    const start = performance.now();
    logger.logQuery(sql, values, runner);
    try {
      const { rows } = await client.query({ name: this.nameOf(sql), text: sql, values });
      const took = performance.now() - start;
      const { maxQueryExecutionTime = 0 } = options;
      if (maxQueryExecutionTime > 0 && took > maxQueryExecutionTime) {
        logger.logQuerySlow(took, sql, values, runner);
      }
      return rows;
    } catch (error) {
      if (Reflect.get(Object(error), 'code') === CHANGED_RESULT) {
        return (await runner.query(sql, values)) as Row[];
      }
      logger.logQueryError(error as Error, sql, values, runner);
      throw error;
    }
  }

  /** Of the text, since one connection may serve several adapters; the server keeps 63 characters. */
  private nameOf(sql: string): string {
    const known = this.names.get(sql);
    if (known !== undefined) return known;
    const name = `authnest_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`;
    this.names.set(sql, name);
    return name;
  }
}
