import { setTimeout as delay } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { databaseOf } from '../entities/auth-database.js';
import { dataSourceOf, escaped, select } from './catalog/statements.js';

/** How often a migration tries to get its tables: for about three minutes. */
const MOST_TRIES = 100;
const PAUSE_MS = 1000;
/** The errors for a lock that was not free in time, and for a deadlock. */
const LOCKED = new Set<unknown>(['55P03', '40P01', 'ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_DEADLOCK']);

/**
 * Runs statements that need whole tables. While a change waits for a table that a long transaction
 * uses, the server lets everybody else wait behind it. So it gives up its place after a second, and
 * tries again later. SQLite has no such queue.
 * @param paths - the tables that the statements change
 * @throws the error of the database if the tables are never free
 * @see docs/design/security-bar.md DT16
 */
export async function patiently(
  queryRunner: QueryRunner,
  paths: readonly string[],
  statements: readonly string[],
): Promise<void> {
  const changes = statements.map((sql) => async () => void (await queryRunner.query(sql)));
  const isPostgres = databaseOf(dataSourceOf(queryRunner).driver) === 'postgres';
  if (!isPostgres) return patientlyEach(queryRunner, changes);
  if (changes.length > 0) await again(() => lock(queryRunner, paths));
  for (const change of changes) await change();
}

/**
 * The same for changes that are done in no time, such as of a table that refers to another one: that
 * needs both. PostgreSQL makes all of them or none.
 * @see docs/design/security-bar.md DT16
 */
export async function patientlyEach(
  queryRunner: QueryRunner,
  changes: readonly (() => Promise<void>)[],
): Promise<void> {
  const all = async () => {
    for (const change of changes) await change();
  };
  switch (databaseOf(dataSourceOf(queryRunner).driver)) {
    case 'sqlite':
      return all();
    case 'postgres':
      return again(() => withinSeconds(queryRunner, all));
    case 'mysql':
      return withoutWaiting(queryRunner, async () => {
        for (const change of changes) await again(change);
      });
  }
}

/** Locks all the tables, or none. */
function lock(queryRunner: QueryRunner, paths: readonly string[]): Promise<void> {
  const tables = paths.map((path) => escaped(queryRunner, path)).join(', ');
  return withinSeconds(queryRunner, () =>
    queryRunner.query(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`),
  );
}

/** Lets work on PostgreSQL wait a second for each lock. Work that fails leaves no change, and no lock. */
async function withinSeconds(
  queryRunner: QueryRunner,
  work: () => Promise<unknown>,
): Promise<void> {
  await queryRunner.query('SAVEPOINT authnest_locks');
  try {
    await queryRunner.query(`SET LOCAL lock_timeout = '1s'`);
    await work();
    await queryRunner.query('SET LOCAL lock_timeout = DEFAULT');
  } catch (thrown) {
    await queryRunner.query('ROLLBACK TO SAVEPOINT authnest_locks');
    throw thrown;
  }
}

/** Lets MariaDB and MySQL wait for a table for a second only. */
async function withoutWaiting(queryRunner: QueryRunner, work: () => Promise<void>): Promise<void> {
  const [row] = await select<{ seconds: number }>(
    queryRunner,
    'SELECT @@SESSION.lock_wait_timeout AS seconds',
  );
  await queryRunner.query('SET SESSION lock_wait_timeout = 1');
  try {
    await work();
  } finally {
    // For later users of the pooled connection. If it is lost, nothing needs restoring.
    await queryRunner
      .query('SET SESSION lock_wait_timeout = ?', [Number(row?.seconds)])
      .catch(() => {});
  }
}

async function again(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (thrown) {
      const code: unknown = Reflect.get(Object(thrown), 'code');
      if (!LOCKED.has(code) || attempt === MOST_TRIES) throw thrown;
    }
    await delay(PAUSE_MS);
  }
}
