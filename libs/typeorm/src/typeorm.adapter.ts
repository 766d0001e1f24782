import { createHash } from 'node:crypto';
import { Injectable, Optional } from '@nestjs/common';
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  OptionalColumn,
  Registration,
  VerificationToken,
} from '@authnest/core';
import { DataSource } from 'typeorm';
import type { AuthEntityMap } from './entities/auth-entities.js';
import { assertCounter } from './store/assert-counter.js';
import { AuthTables } from './store/auth-tables.js';
import { insertTogether } from './store/insert-together.js';
import { StoreError } from './store/store-error.js';

/** What {@link TypeOrmAdapter.deleteExpired} removed. */
export interface DeletedExpired {
  readonly sessions: number;
  readonly verificationTokens: number;
}

/** No address, so no mail token is ever found under it. */
const SPENT = 'spent';

/** Rows that one run of {@link TypeOrmAdapter.deleteExpired} removes of each table. */
const DEFAULT_LIMIT = 1000;

type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>;

/**
 * The data layer on the application's own DataSource. Members without a column are left out; a
 * user's empty address is stored as null, which the unique key allows many times.
 * @throws {StoreError} from every operation when the database refuses or fails; it holds no values
 * @see specification, Data-layer (adapter) operations; wire contract 13
 */
@Injectable()
export class TypeOrmAdapter implements Adapter {
  readonly columns: readonly OptionalColumn[] = [
    'sessions.createdAt',
    'authenticators.name',
    'accounts.emailVerified',
  ];
  private prepared?: AuthTables;

  /**
   * @param entities - what `authEntities` made; without it they are found in the DataSource
   * @throws {Error} when an initialised DataSource lacks the entities; it says what to add
   */
  constructor(
    private readonly dataSource: DataSource,
    @Optional() private readonly entities?: AuthEntityMap,
  ) {
    if (dataSource.isInitialized) this.prepared = new AuthTables(dataSource, entities);
  }

  async createUser(user: AdapterUser): Promise<AdapterUser> {
    const { id } = await this.tables.users.insert(withoutEmptyEmail(user));
    return this.userById(id);
  }

  async getUser(id: string): Promise<AdapterUser | null> {
    return this.tables.users.find({ id });
  }

  async getUserByEmail(email: string): Promise<AdapterUser | null> {
    return this.tables.users.find({ email });
  }

  async getUserByAccount(account: AccountKey): Promise<AdapterUser | null> {
    const { provider, providerAccountId } = account;
    const [found] = await this.tables.accountWithUser.run([provider, providerAccountId]);
    return found ? (found.user as unknown as AdapterUser) : null;
  }

  /** @throws {Error} when there is no such user */
  async updateUser(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Promise<AdapterUser> {
    const { id, ...patch } = user;
    await this.tables.users.update({ id }, withoutEmptyEmail(patch));
    return this.userById(id);
  }

  /** Accounts, sessions and authenticators go by the cascade of their foreign keys. */
  async deleteUser(userId: string): Promise<AdapterUser | null> {
    return this.tables.users.take({ id: userId });
  }

  async linkAccount(account: AdapterAccount): Promise<AdapterAccount> {
    return this.tables.accounts.insert(account);
  }

  async unlinkAccount(account: AccountKey): Promise<AdapterAccount | null> {
    const { provider, providerAccountId } = account;
    return withoutNulls(await this.tables.accounts.take({ provider, providerAccountId }));
  }

  async getAccount(providerAccountId: string, provider: string): Promise<AdapterAccount | null> {
    return withoutNulls(await this.tables.accounts.find({ provider, providerAccountId }));
  }

  async listAccountsByUserId(userId: string): Promise<AdapterAccount[]> {
    const accounts = await this.tables.accounts.list({ userId });
    return accounts.flatMap((account) => withoutNulls(account) ?? []);
  }

  async createSession(session: AdapterSession): Promise<AdapterSession> {
    return this.tables.sessions.insert(session);
  }

  /** One SELECT: this is what every guarded request with a database session costs. */
  async getSessionAndUser(
    sessionToken: string,
  ): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
    const [found] = await this.tables.sessionWithUser.run([sessionToken]);
    if (!found) return null;
    return {
      session: found.row as unknown as AdapterSession,
      user: found.user as unknown as AdapterUser,
    };
  }

  /** @returns null when there is no such session, undefined when it was changed: one UPDATE */
  async updateSession(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Promise<null | undefined> {
    const { sessionToken, ...patch } = session;
    return (await this.tables.sessions.update({ sessionToken }, patch)) ? undefined : null;
  }

  async deleteSession(sessionToken: string): Promise<AdapterSession | null> {
    return this.tables.sessions.take({ sessionToken });
  }

  async createVerificationToken(verificationToken: VerificationToken): Promise<VerificationToken> {
    const { identifier, token, expires } = verificationToken;
    await this.tables.verificationTokens.insert({ identifier, token, expires });
    return { identifier, token, expires };
  }

  async useVerificationToken(
    params: Pick<VerificationToken, 'identifier' | 'token'>,
  ): Promise<VerificationToken | null> {
    const { identifier, token } = params;
    if (identifier === SPENT) return null;
    const used = await this.tables.verificationTokens.take({ identifier, token });
    return used && { identifier, token, expires: used.expires };
  }

  async createAuthenticator(authenticator: AdapterAuthenticator): Promise<AdapterAuthenticator> {
    return this.tables.authenticators.insert(authenticator);
  }

  async getAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null> {
    return this.tables.authenticators.find({ credentialID });
  }

  async listAuthenticatorsByUserId(userId: string): Promise<AdapterAuthenticator[]> {
    return this.tables.authenticators.list({ userId });
  }

  /**
   * One UPDATE that carries its condition, so of two requests with one counter one is refused.
   * @throws {Error} when there is no such authenticator, or the counter did not rise: a clone
   */
  async updateAuthenticatorCounter(
    credentialID: string,
    newCounter: number,
  ): Promise<AdapterAuthenticator> {
    assertCounter(newCounter);
    const { authenticators } = this.tables;
    // An authenticator that does not count sends 0 every time, and 0 is below 1.
    const below = { counter: Math.max(newCounter, 1) };
    const rose = await authenticators.update({ credentialID }, { counter: newCounter }, below);
    const stored = await authenticators.find({ credentialID });
    if (!stored) throw new Error('updateAuthenticatorCounter: there is no such authenticator');
    if (!rose) throw new Error('updateAuthenticatorCounter: the counter did not rise');
    return stored;
  }

  /** On SQLite without giving way to other requests, elsewhere on a connection of its own. */
  async registerUser({ user, account, session }: Registration): Promise<AdapterUser | null> {
    const { users, accounts, sessions } = this.tables;
    try {
      const id = await insertTogether(this.dataSource, {
        users: { table: users, values: withoutEmptyEmail(user) },
        owned: [
          ...(account ? [{ table: accounts, values: account }] : []),
          ...(session ? [{ table: sessions, values: session }] : []),
        ],
      });
      return await this.userById(id);
    } catch (error) {
      if (error instanceof StoreError && error.isConflict) return null;
      throw error;
    }
  }

  async updateAccount(
    account: Partial<AdapterAccount> & AccountKey,
  ): Promise<AdapterAccount | null> {
    const { provider, providerAccountId, id: _id, userId: _userId, ...patch } = account;
    return withoutNulls(await this.tables.accounts.patch({ provider, providerAccountId }, patch));
  }

  async listSessionsByUserId(userId: string): Promise<AdapterSession[]> {
    return this.tables.sessions.list({ userId });
  }

  /** @returns how many sessions ended */
  async deleteSessionsByUserId(userId: string): Promise<number> {
    return this.tables.sessions.removeAll({ userId });
  }

  /** @returns how many tokens were deleted */
  async deleteVerificationTokensByIdentifier(identifier: string): Promise<number> {
    if (identifier === SPENT) return 0;
    return this.tables.verificationTokens.removeAll({ identifier });
  }

  async updateAuthenticator(
    authenticator: Partial<AdapterAuthenticator> & Pick<AdapterAuthenticator, 'credentialID'>,
  ): Promise<AdapterAuthenticator | null> {
    const { credentialID, counter: _counter, userId: _userId, ...patch } = authenticator;
    const { id: _id, ...own } = patch as typeof patch & { id?: unknown };
    return this.tables.authenticators.patch({ credentialID }, own);
  }

  async deleteAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null> {
    return this.tables.authenticators.take({ credentialID });
  }

  /** The unique key of the tokens decides; only a hash of the value is stored. */
  async spendOnce({ key, expires }: { key: string; expires: Date }): Promise<boolean> {
    if (typeof key !== 'string' || key === '') {
      throw new Error('TypeOrmAdapter: `key` is no text');
    }
    const token = createHash('sha256').update(key).digest('hex');
    try {
      await this.tables.verificationTokens.insert({ identifier: SPENT, token, expires });
      return true;
    } catch (error) {
      if (error instanceof StoreError && error.isConflict) return false;
      throw error;
    }
  }

  /**
   * Removes sessions, sign-in links and spent values whose time is over, the oldest first. For a
   * job that runs now and then, never for a request; several may run at once.
   * @param limit - how many rows of each table at most. @default 1000
   */
  async deleteExpired(limit: number = DEFAULT_LIMIT): Promise<DeletedExpired> {
    if (!Number.isInteger(limit) || limit < 1) {
      throw new Error('deleteExpired: `limit` is a whole number from 1 on');
    }
    const now = new Date();
    const { sessions, verificationTokens } = this.tables;
    return {
      sessions: await sessions.removeOlder('expires', now, limit),
      verificationTokens: await verificationTokens.removeOlder('expires', now, limit),
    };
  }

  /** Made at first use where the application initialises its DataSource itself, and later. */
  private get tables(): AuthTables {
    return (this.prepared ??= new AuthTables(this.dataSource, this.entities));
  }

  private async userById(id: string): Promise<AdapterUser> {
    const user = await this.tables.users.find({ id });
    if (!user) throw new Error('TypeOrmAdapter: there is no user with this id');
    return user;
  }
}

function withoutEmptyEmail<U extends { email?: string | null }>(
  user: U,
): U | (U & { email: null }) {
  return user.email === '' ? { ...user, email: null } : user;
}

/** Members that a provider did not give are absent, not null. */
function withoutNulls(account: AdapterAccount | null): AdapterAccount | null {
  if (!account) return null;
  const entries = Object.entries(account).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as unknown as AdapterAccount;
}
