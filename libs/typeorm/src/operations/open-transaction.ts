import type { EntitySubscriberInterface, QueryRunner } from 'typeorm';

/** The code of the error for a connection whose transaction somebody else has left open. */
export const OPEN_TRANSACTION = 'OPEN_TRANSACTION';

/** The members of a `pg` client and a `mysql2` connection that are used here. */
interface Connection {
  /** In `pg` only: `I` outside a transaction. */
  getTransactionStatus?(): string | null;
  query?(sql: string): Promise<unknown>;
  /** In `mysql2` only. */
  readonly config?: { readonly clientFlags?: number };
  promise?(): { query(sql: string): Promise<[readonly { on: unknown }[], unknown]> };
}

/** The flag by which MariaDB and MySQL count the rows that an UPDATE found, not those it changed. */
const FOUND_ROWS = 2;
/** The flags in the header of a result of MariaDB and MySQL. */
const [IN_TRANSACTION, AUTOCOMMIT] = [1, 2];

/**
 * The errors of a server that only lets others write, such as a primary that was demoted:
 * PostgreSQL's, and those of MariaDB and MySQL with the numbers 1290, 1792 and 1836.
 */
const READ_ONLY = new Set([
  '25006',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_READ_ONLY_MODE',
]);

/** The connections to MariaDB and MySQL that were asked for their settings. */
const asked = new WeakSet<Connection>();

/**
 * Requires that a connection stores what we send: a statement in the transaction of somebody else
 * would be undone with it, or never be seen by others. Only PostgreSQL reports each transaction;
 * MariaDB and MySQL report it with the result of a change, and are asked for autocommit once.
 * @throws an error with the code `OPEN_TRANSACTION` or `CHANGED_ROWS`
 * @see docs/design/security-bar.md DT7, DT18
 */
export async function assertOwn(runner: QueryRunner): Promise<void> {
  const connection = Reflect.get(runner, 'databaseConnection') as Connection | undefined;
  if ((connection?.getTransactionStatus?.() ?? 'I') !== 'I') throw leftOpen();
  if (!connection?.promise || asked.has(connection)) return;
  if (((connection.config?.clientFlags ?? FOUND_ROWS) & FOUND_ROWS) === 0) {
    throw failed('CHANGED_ROWS');
  }
  const [[row]] = await connection.promise().query('SELECT @@autocommit AS `on`');
  if (Number(row?.on) !== 1) throw leftOpen();
  asked.add(connection);
}

/**
 * Requires that a change outside a transaction is stored. Where MariaDB returns rows instead of a
 * header with its status, it is asked.
 * @throws an error with the code `OPEN_TRANSACTION`
 */
export async function assertStored(runner: QueryRunner | undefined, result: unknown) {
  const connection = Reflect.get(Object(runner), 'databaseConnection') as Connection | undefined;
  if (!connection?.promise) return;
  const status: unknown = Reflect.get(Object(result), 'serverStatus');
  if (typeof status === 'number') {
    if ((status & (IN_TRANSACTION | AUTOCOMMIT)) !== AUTOCOMMIT) throw leftOpen();
    return;
  }
  const [[row]] = await connection.promise().query('SELECT @@in_transaction AS `on`');
  if (Number(row?.on) !== 0) throw leftOpen();
}

/** The hooks in which a subscriber may lose the transaction after our last change. */
const LATE_HOOKS = ['beforeTransactionCommit', 'beforeQuery', 'afterQuery'] as const;

/**
 * Requires that a transaction is still there when it is committed, if a subscriber may have lost it:
 * after an error that it has caught, COMMIT stores nothing, and reports no error.
 */
export function checkCommits(
  runner: QueryRunner,
  subscribers: readonly EntitySubscriberInterface[],
): void {
  if (!subscribers.some((one) => LATE_HOOKS.some((hook) => one[hook]))) return;
  const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
  const checked = async (...args: unknown[]): Promise<unknown> => {
    if (args[0] === 'COMMIT') await assertOpen(runner);
    return query(...args);
  };
  Reflect.set(runner, 'query', checked);
}

/** @throws an error with the code `LOST`, or that of PostgreSQL for a transaction that has failed */
async function assertOpen(runner: QueryRunner): Promise<void> {
  const connection = Reflect.get(runner, 'databaseConnection') as Connection | undefined;
  if (!connection?.promise) {
    await connection?.query?.('SELECT 1');
    if ((connection?.getTransactionStatus?.() ?? 'T') !== 'T') throw failed('LOST');
    return;
  }
  const [result] = await connection.promise().query('DO 0');
  const status = Number(Reflect.get(result, 'serverStatus') ?? IN_TRANSACTION);
  if ((status & IN_TRANSACTION) === 0) throw failed('LOST');
}

/** Whether the connection must not be used again. */
export function isSpent(thrown: unknown): boolean {
  const code: unknown = Reflect.get(Object(thrown), 'code');
  return code === OPEN_TRANSACTION || READ_ONLY.has(`${code}`);
}

function leftOpen(): Error {
  return failed(OPEN_TRANSACTION);
}

function failed(code: string): Error {
  return Object.assign(new Error('the connection is unsuitable'), { code });
}
