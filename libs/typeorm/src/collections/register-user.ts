import type { Registration } from '@authnest/core';
import type { AuthTables } from '../store/auth-tables.js';
import type { Operation } from '../operations/operation.js';
import { unlessTaken } from '../store/unless-taken.js';
import { withoutEmptyEmail } from './without-empty-email.js';

/**
 * Stores a user with the first account, session and passkey, all of them or nothing.
 * @returns the id of the user, or null if a unique key is taken
 */
export async function registerUser(
  { users, accounts, sessions, authenticators }: AuthTables,
  operation: Operation,
  { user, account, session, authenticator }: Registration,
): Promise<string | null> {
  return unlessTaken(async () => {
    if (account) await accounts.assertFree(operation, account);
    const stored = users.inserter.insertion(withoutEmptyEmail(user));
    const { entity } = stored;
    await operation.change('register a user', [
      stored,
      ...(account ? [accounts.inserter.insertion(account, entity)] : []),
      ...(session ? [sessions.inserter.insertion(session, entity)] : []),
      ...(authenticator && authenticators
        ? [authenticators.inserter.insertion(authenticator, entity)]
        : []),
    ]);
    return `${entity['id']}`;
  });
}
