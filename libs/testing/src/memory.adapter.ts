import { randomUUID } from 'node:crypto';
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  OptionalColumn,
  VerificationToken,
} from '@authnest/core';
import { MemoryTables } from './memory/memory-tables.js';

const OPTIONAL_COLUMNS = [
  'sessions.createdAt',
  'authenticators.name',
  'accounts.emailVerified',
] as const satisfies readonly OptionalColumn[];

type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>;

/** What a {@link MemoryAdapter} can be told. */
export interface MemoryAdapterOptions {
  /** Which optional columns it stores; the others are dropped. @default all three */
  columns?: readonly OptionalColumn[];
}

/**
 * A data layer in the memory of the process, for tests: all 19 operations and `listAccountsByUserId`, unique keys and cascades
 * as a database has them. What goes in and comes out is a copy, so a test cannot change a row by
 * accident. Every operation runs to its end in one turn, which makes it atomic.
 * @throws {Error} from every writing operation when a unique key is taken
 * @see specification, Data-layer (adapter) operations; wire contract 13.2
 */
export class MemoryAdapter implements Adapter {
  readonly columns: readonly OptionalColumn[];
  private readonly tables = new MemoryTables();

  constructor(options: MemoryAdapterOptions = {}) {
    this.columns = options.columns ?? OPTIONAL_COLUMNS;
  }

  async createUser(user: AdapterUser): Promise<AdapterUser> {
    return this.tables.users.insert({
      ...user,
      id: user.id || randomUUID(),
      emailVerified: user.emailVerified ?? null,
    });
  }

  async getUser(id: string): Promise<AdapterUser | null> {
    return this.tables.users.find({ id });
  }

  async getUserByEmail(email: string): Promise<AdapterUser | null> {
    return this.tables.users.find({ email });
  }

  async getUserByAccount(account: AccountKey): Promise<AdapterUser | null> {
    const found = this.tables.accounts.find(accountKey(account));
    return found && this.tables.users.find({ id: found.userId });
  }

  async updateUser(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Promise<AdapterUser> {
    const updated = this.tables.users.update({ id: user.id }, user);
    if (!updated) throw new Error('updateUser: there is no user with this id');
    return updated;
  }

  async deleteUser(userId: string): Promise<AdapterUser | null> {
    return this.tables.removeUser(userId);
  }

  async linkAccount(account: AdapterAccount): Promise<AdapterAccount> {
    this.tables.assertUser(account.userId);
    return this.tables.accounts.insert(this.storable('accounts', account));
  }

  async unlinkAccount(account: AccountKey): Promise<AdapterAccount | null> {
    return this.tables.accounts.remove(accountKey(account));
  }

  async getAccount(providerAccountId: string, provider: string): Promise<AdapterAccount | null> {
    return this.tables.accounts.find({ provider, providerAccountId });
  }

  async listAccountsByUserId(userId: string): Promise<AdapterAccount[]> {
    return this.tables.accounts.list({ userId });
  }

  async createSession(session: AdapterSession): Promise<AdapterSession> {
    this.tables.assertUser(session.userId);
    return this.tables.sessions.insert(this.storable('sessions', session));
  }

  async getSessionAndUser(
    sessionToken: string,
  ): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
    const session = this.tables.sessions.find({ sessionToken });
    const user = session && this.tables.users.find({ id: session.userId });
    return user && { session, user };
  }

  async updateSession(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Promise<AdapterSession | null> {
    const { sessionToken } = session;
    return this.tables.sessions.update({ sessionToken }, this.storable('sessions', session));
  }

  async deleteSession(sessionToken: string): Promise<AdapterSession | null> {
    return this.tables.sessions.remove({ sessionToken });
  }

  async createVerificationToken(token: VerificationToken): Promise<VerificationToken> {
    return this.tables.verificationTokens.insert(token);
  }

  async useVerificationToken(
    params: Pick<VerificationToken, 'identifier' | 'token'>,
  ): Promise<VerificationToken | null> {
    const { identifier, token } = params;
    return this.tables.verificationTokens.remove({ identifier, token });
  }

  async createAuthenticator(authenticator: AdapterAuthenticator): Promise<AdapterAuthenticator> {
    this.tables.assertUser(authenticator.userId);
    return this.tables.authenticators.insert(this.storable('authenticators', authenticator));
  }

  async getAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null> {
    return this.tables.authenticators.find({ credentialID });
  }

  async listAuthenticatorsByUserId(userId: string): Promise<AdapterAuthenticator[]> {
    return this.tables.authenticators.list({ userId });
  }

  /** @throws {Error} when there is no such authenticator, or the counter did not rise: a clone */
  async updateAuthenticatorCounter(
    credentialID: string,
    newCounter: number,
  ): Promise<AdapterAuthenticator> {
    const stored = this.tables.authenticators.find({ credentialID });
    if (!stored) throw new Error('updateAuthenticatorCounter: there is no such authenticator');
    if (!(newCounter > stored.counter || (newCounter === 0 && stored.counter === 0))) {
      throw new Error('updateAuthenticatorCounter: the counter did not rise');
    }
    const key = { credentialID };
    return this.tables.authenticators.update(key, { counter: newCounter }) ?? stored;
  }

  /** Drops the optional columns that this adapter was told not to have. */
  private storable<Row extends object>(table: string, row: Row): Row {
    const absent = OPTIONAL_COLUMNS.filter((column) => !this.columns.includes(column));
    const entries = Object.entries(row).filter(
      ([member]) => !absent.some((column) => column === `${table}.${member}`),
    );
    return Object.fromEntries(entries) as Row;
  }
}

function accountKey({ provider, providerAccountId }: AccountKey): AccountKey {
  return { provider, providerAccountId };
}
