import type { AuthTables } from '../store/auth-tables.js';

/** What `TypeOrmAdapter.deleteExpired` removed. */
export interface DeletedExpired {
  readonly sessions: number;
  readonly verificationTokens: number;
}

/**
 * Removes sessions, sign-in links and spent values whose time is over, the oldest first.
 * @param limit - how many rows of each table at most
 */
export async function deleteExpired(
  { sessions, verificationTokens }: AuthTables,
  limit: number,
): Promise<DeletedExpired> {
  if (!Number.isInteger(limit) || limit < 1) {
    throw new Error('deleteExpired: `limit` is a whole number from 1 on');
  }
  const now = new Date();
  return {
    sessions: await sessions.removeOlder('expires', now, limit),
    verificationTokens: await verificationTokens.removeOlder('expires', now, limit),
  };
}
