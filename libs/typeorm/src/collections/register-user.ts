import type { Registration } from '@authnest/core';
import type { DataSource } from 'typeorm';
import type { AuthTables } from '../store/auth-tables.js';
import { insertTogether } from '../store/insert-together.js';
import { unlessTaken } from '../store/unless-taken.js';
import { withoutEmptyEmail } from './without-empty-email.js';

/**
 * Stores a user with the first account, session and passkey, all of it or nothing. On SQLite without giving
 * way to other requests, elsewhere on a connection of its own.
 * @returns the id of the user; null when a unique key was taken
 */
export async function registerUser(
  dataSource: DataSource,
  { users, accounts, sessions, authenticators }: AuthTables,
  { user, account, session, authenticator }: Registration,
): Promise<string | null> {
  return unlessTaken(async () => {
    if (account) await accounts.assertFree(account);
    return insertTogether(dataSource, {
      users: { into: users.inserter, values: withoutEmptyEmail(user) },
      owned: [
        ...(account ? [{ into: accounts.inserter, values: account }] : []),
        ...(session ? [{ into: sessions.inserter, values: session }] : []),
        ...(authenticator && authenticators
          ? [{ into: authenticators.inserter, values: authenticator }]
          : []),
      ],
    });
  });
}
