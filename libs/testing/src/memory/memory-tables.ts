import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@authnest/core';
import { MemoryTable } from './memory-table.js';

/** The five kinds of rows with their unique keys. @see wire contract 13.2 */
export class MemoryTables {
  readonly users = new MemoryTable<AdapterUser>('users', [['id'], ['email']]);
  readonly accounts = new MemoryTable<AdapterAccount>('accounts', [
    ['provider', 'providerAccountId'],
  ]);
  readonly sessions = new MemoryTable<AdapterSession>('sessions', [['sessionToken']]);
  readonly verificationTokens = new MemoryTable<VerificationToken>('verificationTokens', [
    ['identifier', 'token'],
  ]);
  readonly spent = new MemoryTable<{ key: string; expires: Date }>('spent', [['key']]);
  readonly authenticators = new MemoryTable<AdapterAuthenticator>('authenticators', [
    ['credentialID'],
  ]);

  /** Removes a user with everything that is the user's. */
  removeUser(id: string): AdapterUser | null {
    this.accounts.remove({ userId: id });
    this.sessions.remove({ userId: id });
    this.authenticators.remove({ userId: id });
    return this.users.remove({ id });
  }

  /** All of it or, when it throws, nothing. */
  atomically<T>(work: () => T): T {
    const restores = [this.users, this.accounts, this.sessions, this.authenticators].map((table) =>
      table.snapshot(),
    );
    try {
      return work();
    } catch (error) {
      for (const restore of restores) restore();
      throw error;
    }
  }

  /** @throws {Error} when nobody has this id: a foreign key of a database would refuse it too */
  assertUser(userId: string): void {
    if (!this.users.find({ id: userId })) throw new Error('users: nobody has this userId');
  }
}
