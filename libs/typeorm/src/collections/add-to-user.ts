import type { Addition, AdapterUser } from '@authnest/core';
import type { AuthTables } from '../store/auth-tables.js';
import { fenceOfAddition } from './proof-fence.js';
import type { Operation } from '../operations/operation.js';

/**
 * Adds an account, session or passkey to a user, unless the user has changed since the look-up.
 * @returns whether everything was stored
 * @throws {StoreError} if a unique key is taken
 */
export async function addToUser(
  tables: AuthTables,
  operation: Operation,
  { user, account, session, authenticator }: Addition,
): Promise<boolean> {
  const { users, accounts, sessions, authenticators } = tables;
  const isAsGiven = users.condition({ id: user.id }, (now) => isSame(user, now));
  if (!isAsGiven) return false;
  if (account) await accounts.assertFree(operation, account);
  return operation.changeIf(
    'add to a user',
    { ...isAsGiven, fence: () => fenceOfAddition(tables, user.id) },
    [
      ...(authenticator && authenticators
        ? [authenticators.inserter.insertion(authenticator, user)]
        : []),
      ...(account ? [accounts.inserter.insertion(account, user)] : []),
      ...(session ? [sessions.inserter.insertion(session, user)] : []),
    ],
  );
}

/** Compares what matters for access; an empty address is stored as null. */
function isSame(before: AdapterUser, now: AdapterUser): boolean {
  const isAsProven = Boolean(before.emailVerified) === Boolean(now.emailVerified);
  const isAsEnded = timeOf(before.accessEndedAt) === timeOf(now.accessEndedAt);
  return isAsProven && isAsEnded && (before.email || null) === (now.email || null);
}

function timeOf(date: Date | null | undefined): number {
  return date?.getTime() ?? 0;
}
