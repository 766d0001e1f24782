import type { Addition, AdapterUser } from '@authnest/core';
import type { DataSource } from 'typeorm';
import type { AuthTables } from '../store/auth-tables.js';
import { changeWithUser, insertionOf } from '../store/change-with-user.js';
import type { Insertion } from '../store/insert-together.js';

/**
 * Stores what gives access to a user, unless the user has changed since the look-up.
 * @returns whether it is stored
 * @throws {StoreError} when a unique key is taken
 */
export async function addToUser(
  dataSource: DataSource,
  tables: AuthTables,
  { user, account, session, authenticator }: Addition,
): Promise<boolean> {
  const { id: userId } = user;
  if (account) await tables.accounts.assertFree(account);
  const rows: Insertion[] = [
    ...(authenticator && tables.authenticators
      ? [{ into: tables.authenticators.inserter, values: { ...authenticator, userId } }]
      : []),
    ...(account ? [{ into: tables.accounts.inserter, values: { ...account, userId } }] : []),
    ...(session ? [{ into: tables.sessions.inserter, values: { ...session, userId } }] : []),
  ];
  return changeWithUser(dataSource, tables, {
    name: 'add to a user',
    id: userId,
    isStill: (now) => isSame(user, now),
    changes: rows.map((row) => insertionOf(dataSource, row)),
  });
}

/** An empty address is stored as null. */
function isSame(before: AdapterUser, now: AdapterUser): boolean {
  const isAsProven = Boolean(before.emailVerified) === Boolean(now.emailVerified);
  return isAsProven && (before.email || null) === (now.email || null);
}
