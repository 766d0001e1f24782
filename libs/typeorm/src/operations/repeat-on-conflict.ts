import { setTimeout as delay } from 'node:timers/promises';
import { Deadline } from './deadline.js';
import { OPEN_TRANSACTION } from './open-transaction.js';
import { StoreError } from './store-error.js';

const ATTEMPTS = 6;
/** The maximum length of the first pause; the maximum doubles with each further one. */
const FIRST_PAUSE_MS = 10;
/** Nothing is repeated after this time, since SQLite itself may have waited for seconds. */
const PATIENCE_MS = 4000;

/** The errors that databases return to one of several writers after rolling back its work. */
const TRANSIENT = new Set([
  '40001', // PostgreSQL: serialization failure
  '40P01', // PostgreSQL: deadlock
  'ER_LOCK_DEADLOCK',
  'ER_CHECKREAD', // MariaDB: the row has changed since the snapshot
  OPEN_TRANSACTION, // the next connection may be in none
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_BUSY_RECOVERY',
  'SQLITE_LOCKED',
  'SQLITE_LOCKED_SHAREDCACHE',
]);

/**
 * Runs a statement, or a whole transaction, and turns its failure into a {@link StoreError}. If it
 * failed only because of concurrent writes, it is repeated a few times. The pauses are random, so
 * that two writers do not collide again.
 * @param statement - verb and table, as in `insert into users`
 * @param limit - the time limit of the operation, after which nothing is repeated
 */
export async function repeatOnConflict<T>(
  statement: string,
  work: () => Promise<T>,
  limit?: Deadline,
): Promise<T> {
  const patience = new Deadline(PATIENCE_MS);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (thrown) {
      const error = StoreError.of(statement, thrown);
      const isWorthwhile = TRANSIENT.has(error.code ?? '') && attempt < ATTEMPTS;
      if (!isWorthwhile || patience.remainingMs === 0 || limit?.remainingMs === 0) throw error;
    }
    await delay(Math.random() * FIRST_PAUSE_MS * 2 ** (attempt - 1));
  }
}
