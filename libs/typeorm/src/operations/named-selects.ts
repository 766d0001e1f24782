import { createHash } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';

type Row = Record<string, unknown>;

/** The members of a `pg` client that are used here. */
interface PgClient {
  /** The statements that it has prepared, by name. */
  readonly connection?: { readonly parsedStatements?: Record<string, string> };
  query(named: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>;
}

/** PostgreSQL's code if the type of a column in a prepared SELECT has changed. */
const CHANGED_RESULT = '0A000';
/** Its code if it does not know the statement: something has sent `DISCARD` or `DEALLOCATE`. */
const UNKNOWN_STATEMENT = '26000';

/**
 * Runs named SELECTs on PostgreSQL, which each connection parses and plans once. Since TypeORM
 * cannot name a statement, they are sent to its connection directly, and logged with its logger.
 */
export class NamedSelects {
  /** Names by SQL; an adapter has a few dozen. */
  private readonly names = new Map<string, string>();

  constructor(private readonly dataSource: DataSource) {}

  /** @throws the error of the driver */
  async run(runner: QueryRunner, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const { logger, options } = this.dataSource;
    const client = (await runner.connect()) as PgClient;
    const values = [...parameters];
    const name = this.nameOf(sql);
    const start = performance.now();
    logger.logQuery(sql, values, runner);
    try {
      const { rows } = await client.query({ name, text: sql, values });
      const took = performance.now() - start;
      const { maxQueryExecutionTime = 0 } = options;
      if (maxQueryExecutionTime > 0 && took > maxQueryExecutionTime) {
        logger.logQuerySlow(took, sql, values, runner);
      }
      return rows;
    } catch (error) {
      const code: unknown = Reflect.get(Object(error), 'code');
      if (code === UNKNOWN_STATEMENT) delete client.connection?.parsedStatements?.[name];
      if (code === UNKNOWN_STATEMENT || code === CHANGED_RESULT) {
        return (await runner.query(sql, values)) as Row[];
      }
      logger.logQueryError(error as Error, sql, values, runner);
      throw error;
    }
  }

  /** Returns a hash: adapters may share a connection, and a name has at most 63 characters. */
  private nameOf(sql: string): string {
    const known = this.names.get(sql);
    if (known !== undefined) return known;
    const name = `authnest_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`;
    this.names.set(sql, name);
    return name;
  }
}
