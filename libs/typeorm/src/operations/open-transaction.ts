import type { QueryRunner } from 'typeorm';

/** The code of the error for a connection whose transaction somebody else has left open. */
export const OPEN_TRANSACTION = 'OPEN_TRANSACTION';

/** The member of a `pg` client that is used here. */
interface PgClient {
  /** `I` outside a transaction. */
  getTransactionStatus?(): string | null;
}

/**
 * Requires that a connection to PostgreSQL is in no transaction: a statement of ours would be part
 * of it, and would be undone with it, or never be seen by others. The drivers of other databases do
 * not report it.
 * @throws an error with the code `OPEN_TRANSACTION`
 * @see docs/design/security-bar.md DT7
 */
export function assertNoTransaction(runner: QueryRunner): void {
  const client = Reflect.get(runner, 'databaseConnection') as PgClient | undefined;
  if ((client?.getTransactionStatus?.() ?? 'I') !== 'I') throw leftOpen();
}

/** Whether the connection must not be used again. */
export function isLeftOpen(thrown: unknown): boolean {
  return thrown instanceof Error && Reflect.get(thrown, 'code') === OPEN_TRANSACTION;
}

function leftOpen(): Error {
  return Object.assign(new Error('the connection is in a transaction'), { code: OPEN_TRANSACTION });
}
