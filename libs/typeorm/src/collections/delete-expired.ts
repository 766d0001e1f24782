import { setImmediate as turn } from 'node:timers/promises';
import type { AuthTables } from '../store/auth-tables.js';
import type { Operation } from '../operations/operation.js';
import { withMargin } from '../store/clock-margin.js';
import type { RowRemover } from '../store/row-remover.js';

/** How many rows `TypeOrmAdapter.deleteExpired` deleted. */
export interface DeletedExpired {
  readonly sessions: number;
  readonly verificationTokens: number;
  readonly sessionRevocations: number;
  readonly challenges: number;
}

/** Rows per statement, at most: databases limit its parameters, and SQLite blocks the process. */
const PIECE = 1000;

/**
 * Deletes expired sessions, sign-in links, spent values, marks of ended sessions and challenges, the
 * oldest first.
 * @param begin - begins an operation for each batch
 * @param limit - the maximum number of rows to delete from each table
 */
export async function deleteExpired(
  { sessions, verificationTokens, sessionRevocations, challenges }: AuthTables,
  begin: () => Operation,
  limit: number,
): Promise<DeletedExpired> {
  const now = new Date();
  const remove = ({ remover }: { readonly remover: RowRemover }, than: Date) =>
    removeInPieces(remover, begin, { than, limit });
  return {
    sessions: await remove(sessions, now),
    verificationTokens: await remove(verificationTokens, now),
    sessionRevocations: sessionRevocations ? await remove(sessionRevocations, withMargin(now)) : 0,
    challenges: challenges ? await remove(challenges, now) : 0,
  };
}

/** Deletes rows that expired before a time, the oldest first. @returns how many */
export async function removeInPieces(
  remover: RowRemover,
  begin: () => Operation,
  { than, limit }: { readonly than: Date; readonly limit: number },
): Promise<number> {
  assertLimit(limit);
  let removed = 0;
  for (let isLast = false; !isLast && removed < limit; await turn()) {
    const piece = Math.min(PIECE, limit - removed);
    const done = await remover.removeOlder(begin(), 'expires', { than, limit: piece });
    removed += done.removed;
    // If none is deleted, another caller deletes them, or the database keeps them.
    isLast = done.found < piece || done.removed === 0;
  }
  return removed;
}

/** @throws {Error} unless a limit is a whole number of rows */
function assertLimit(limit: number): void {
  if (Number.isInteger(limit) && limit > 0) return;
  throw new Error('deleteExpired: `limit` must be a whole number of at least 1');
}
