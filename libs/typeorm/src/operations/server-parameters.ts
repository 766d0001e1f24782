import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { UtcText } from '../entities/utc-datetime.js';

/** The members of a `mysql2` connection that send a statement. */
interface MysqlConnection {
  execute(sql: unknown, values: readonly unknown[], done: unknown): unknown;
  query(...args: readonly unknown[]): unknown;
  promise(): object;
}

/** Views of the connections of pools, which outlive a query runner. */
const views = new WeakMap<MysqlConnection, MysqlConnection>();

/**
 * Sends the values of a connected query runner to MariaDB and MySQL as parameters of a prepared
 * statement. TypeORM has `mysql2` write them into the statement, and its escaping is wrong where
 * the mode of the session has NO_BACKSLASH_ESCAPES: a cookie could then continue the statement.
 * Drivers of other databases send parameters anyway.
 * @see https://dev.mysql.com/doc/refman/8.4/en/sql-mode.html#sqlmode_no_backslash_escapes;
 *   docs/design/security-bar.md DT1
 */
export function sendParameters(runner: QueryRunner): void {
  const connection: unknown = Reflect.get(runner, 'databaseConnection');
  if (!isMysql(connection)) return;
  const view = views.get(connection) ?? executing(connection);
  views.set(connection, view);
  Reflect.set(runner, 'databaseConnection', view);
}

/**
 * Returns a manager of the same transaction that sends our values as parameters. The application's
 * own statements stay as they are: not every statement can be prepared.
 */
export function sendingParameters(dataSource: DataSource, manager: EntityManager): EntityManager {
  const { queryRunner } = manager;
  if (!queryRunner) return manager;
  const own = Object.create(queryRunner) as QueryRunner;
  sendParameters(own);
  return Object.hasOwn(own, 'databaseConnection') ? dataSource.createEntityManager(own) : manager;
}

function isMysql(connection: unknown): connection is MysqlConnection {
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'execute' in connection &&
    'promise' in connection
  );
}

/** Returns a view of a connection that executes statements with values; the rest is its own. */
function executing(connection: MysqlConnection): MysqlConnection {
  const query: MysqlConnection['query'] = (sql, values, done) =>
    Array.isArray(values) && values.length > 0
      ? connection.execute(sql, values.map(asParameter), done)
      : connection.query(...[sql, values, done].filter((one) => one !== undefined));
  const view: MysqlConnection = new Proxy(connection, {
    get(target, name) {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name);
      // Its promises are made of the view. Anything else gets the connection itself: a pool that is
      // given the view would keep it.
      if (typeof value !== 'function') return value;
      const bound: unknown = value.bind(name === 'promise' ? view : target);
      return bound;
    },
  });
  return view;
}

function asParameter(value: unknown): unknown {
  if (value === undefined) return null;
  return value instanceof UtcText ? value.toString() : value;
}
