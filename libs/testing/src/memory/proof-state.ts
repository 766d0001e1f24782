import type { AdapterUser, Addition } from '@authnest/core';
import type { MemoryTables } from './memory-tables.js';

/** Adds an account, session or passkey to a user who has not changed since the look-up. */
export function add(
  tables: MemoryTables,
  { user, account, session, authenticator }: Addition,
): boolean {
  const { id: userId, email, emailVerified } = user;
  const now = tables.users.find({ id: userId });
  if (!now || now.email !== email || Boolean(now.emailVerified) !== Boolean(emailVerified)) {
    return false;
  }
  tables.atomically(() => {
    if (authenticator) tables.authenticators.insert({ ...authenticator, userId });
    if (account) tables.accounts.insert({ ...account, userId });
    if (session) tables.sessions.insert({ ...session, userId });
  });
  return true;
}

/** Sets `emailVerified` if it is null, and removes everything that gave access to the user. */
export function prove(tables: MemoryTables, id: string, emailVerified: Date): AdapterUser | null {
  const user = tables.users.find({ id });
  if (!user || user.emailVerified) return null;
  tables.removeAccess(id);
  return tables.users.update({ id }, { emailVerified });
}
