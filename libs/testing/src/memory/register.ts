import { randomUUID } from 'node:crypto';
import type { AdapterUser, Registration } from '@authnest/core';
import { TakenKeyError } from './memory-table.js';
import type { MemoryTables } from './memory-tables.js';

/** Stores a user, with a new id if it has none. @throws {TakenKeyError} if a key is taken */
export function insertUser({ users }: MemoryTables, user: AdapterUser): AdapterUser {
  return users.insert({
    ...user,
    id: user.id || randomUUID(),
    emailVerified: user.emailVerified ?? null,
  });
}

/**
 * Stores a user together with the account, session and passkey.
 * @returns null, having stored nothing, if a key is taken
 */
export function register(
  tables: MemoryTables,
  { user, account, session, authenticator }: Registration,
): AdapterUser | null {
  try {
    return tables.atomically(() => {
      const created = insertUser(tables, user);
      const { id: userId } = created;
      if (account) tables.accounts.insert({ ...account, userId });
      if (session) tables.sessions.insert({ ...session, userId });
      if (authenticator) tables.authenticators.insert({ ...authenticator, userId });
      return created;
    });
  } catch (error) {
    if (error instanceof TakenKeyError) return null;
    throw error;
  }
}
