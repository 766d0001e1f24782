import {
  type AccountAdvance,
  type AccountsToReseal,
  type Addition,
  type Adapter,
  type AdapterAccount,
  type AdapterAuthenticator,
  type AdapterChallenge,
  type AdapterSession,
  type AdapterUser,
  type AddressProof,
  type ChallengesOfSubject,
  type EndOfAccess,
  type FeatureRow,
  type FeatureRows,
  type FeatureTable,
  OPTIONAL_COLUMNS,
  type OptionalColumn,
  type ProviderSessions,
  type Registration,
  type SessionPage,
  type VerificationToken,
} from '@authnest/core';
import { accountsToReseal } from './memory/accounts-to-reseal.js';
import { areInserted } from './memory/memory-table.js';
import { MemoryTables } from './memory/memory-tables.js';
import { pageOf } from './memory/page-of.js';
import { add, endAccess, prove } from './memory/proof-state.js';
import {
  endProviderSessions,
  latestEnd,
  markEnded,
  providerSessions,
} from './memory/provider-sessions.js';
import { raiseCounter } from './memory/raise-counter.js';
import { insertUser, register } from './memory/register.js';
import { spend } from './memory/spend.js';

type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>;

/** Options of a {@link MemoryAdapter}. */
export interface MemoryAdapterOptions {
  /** The optional columns that the adapter stores; values for others are dropped. @default all */
  columns?: readonly OptionalColumn[];
}

/**
 * An adapter that stores everything in the memory of the process, for tests. It has every operation
 * and, like a database, unique keys and cascades. Rows are copied on write and on read, so a test
 * cannot change a stored row by accident. Every operation runs in one turn of the event loop, which
 * makes it atomic.
 * @throws {Error} if a unique key is taken; only `registerUser` returns null instead
 * @see docs/design/wire-contract.md 13.2
 */
export class MemoryAdapter implements Adapter {
  readonly columns: readonly OptionalColumn[];
  private readonly tables: MemoryTables;

  constructor(options: MemoryAdapterOptions = {}) {
    this.columns = options.columns ?? OPTIONAL_COLUMNS;
    this.tables = new MemoryTables(this.columns);
  }

  async createUser(user: AdapterUser): Promise<AdapterUser> {
    return insertUser(this.tables, user);
  }

  async registerUser(registration: Registration): Promise<AdapterUser | null> {
    return register(this.tables, registration);
  }

  async addToUser(addition: Addition): Promise<boolean> {
    return add(this.tables, addition);
  }

  async proveUser(proof: AddressProof): Promise<AdapterUser | null> {
    return prove(this.tables, proof);
  }

  async endAccess(end: EndOfAccess): Promise<Date | null> {
    return endAccess(this.tables, end);
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
    const { accessEndedAt: _onlyRaised, ...patch } = user;
    const updated = this.tables.users.update({ id: user.id }, patch);
    if (!updated) throw new Error('updateUser: there is no user with this id');
    return updated;
  }

  async deleteUser(userId: string): Promise<AdapterUser | null> {
    return this.tables.removeUser(userId);
  }

  async linkAccount(account: AdapterAccount): Promise<AdapterAccount> {
    this.tables.assertUser(account.userId);
    return this.tables.accounts.insert(account);
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

  async updateAccount(
    account: Partial<AdapterAccount> & AccountKey,
  ): Promise<AdapterAccount | null> {
    const { userId: _userId, ...patch } = account;
    return this.tables.accounts.update(accountKey(account), patch);
  }

  async advanceAccount(account: AccountAdvance): Promise<boolean> {
    const { userId, tokenVersion, ...patch } = account;
    const key = accountKey(account);
    const stored = this.tables.accounts.find(key);
    if (!stored || Number(stored.tokenVersion ?? 0) !== tokenVersion - 1) return false;
    if (userId !== undefined && stored.userId !== userId) return false;
    return this.tables.accounts.update(key, { ...patch, tokenVersion }) !== null;
  }

  async listAccountsToReseal(query: AccountsToReseal): Promise<AdapterAccount[]> {
    return accountsToReseal(this.tables.accounts.all(), query);
  }

  async createSession(session: AdapterSession): Promise<AdapterSession> {
    this.tables.assertUser(session.userId);
    return this.tables.sessions.insert(session);
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
    return this.tables.sessions.update({ sessionToken }, session);
  }

  async deleteSession(sessionToken: string): Promise<AdapterSession | null> {
    return this.tables.sessions.remove({ sessionToken });
  }

  async listSessionsByUserId(userId: string, page?: SessionPage): Promise<AdapterSession[]> {
    const sessions = this.tables.sessions.list({ userId });
    return page ? pageOf(sessions, page) : sessions;
  }

  /** @returns how many sessions ended */
  async deleteSessionsByUserId(userId: string): Promise<number> {
    return this.tables.sessions.removeWhere((session) => session.userId === userId);
  }

  async deleteSessionsByProvider(ended: ProviderSessions): Promise<AdapterSession[]> {
    return endProviderSessions(this.tables, ended);
  }

  async listSessionsByProvider(ended: ProviderSessions): Promise<AdapterSession[]> {
    return providerSessions(this.tables, ended);
  }

  async markEnded(marks: {
    markers: readonly string[];
    before: Date;
    expires: Date;
  }): Promise<void> {
    markEnded(this.tables, marks);
  }

  async endedBefore(markers: readonly string[]): Promise<Date | null> {
    return latestEnd(this.tables, markers);
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

  /** @returns how many tokens were deleted */
  async deleteVerificationTokensByIdentifier(identifier: string): Promise<number> {
    return this.tables.verificationTokens.removeWhere((token) => token.identifier === identifier);
  }

  async spendOnce({ key, expires }: { key: string; expires: Date }): Promise<boolean> {
    return spend(this.tables, { key, expires });
  }

  async createChallenge(challenge: AdapterChallenge): Promise<void> {
    this.tables.challenges.insert(challenge);
  }

  async getChallenge(id: string): Promise<AdapterChallenge | null> {
    const found = this.tables.challenges.find({ id });
    return found && found.expires.getTime() > Date.now() ? found : null;
  }

  async tryChallenge({ id, attempts }: { id: string; attempts: number }) {
    const found = this.tables.challenges.find({ id });
    if (!found || found.attempts >= attempts || found.expires.getTime() <= Date.now()) return null;
    return this.tables.challenges.update({ id }, { attempts: found.attempts + 1 });
  }

  async takeChallenge(id: string): Promise<AdapterChallenge | null> {
    const found = this.tables.challenges.remove({ id });
    return found && found.expires.getTime() > Date.now() ? found : null;
  }

  async deleteChallenges({ subject, purpose, keep = 0 }: ChallengesOfSubject): Promise<void> {
    const { challenges } = this.tables;
    const newestFirst = challenges
      .list({ subject, ...(purpose !== undefined && { purpose }) })
      .sort((one, other) => other.expires.getTime() - one.expires.getTime());
    for (const { id } of newestFirst.slice(keep)) challenges.remove({ id });
  }

  async createAuthenticator(authenticator: AdapterAuthenticator): Promise<AdapterAuthenticator> {
    this.tables.assertUser(authenticator.userId);
    return this.tables.authenticators.insert(authenticator);
  }

  async getAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null> {
    return this.tables.authenticators.find({ credentialID });
  }

  async listAuthenticatorsByUserId(userId: string): Promise<AdapterAuthenticator[]> {
    return this.tables.authenticators.list({ userId });
  }

  /** @throws {Error} if the authenticator is unknown, or the counter did not rise (a clone) */
  async updateAuthenticatorCounter(
    credentialID: string,
    newCounter: number,
  ): Promise<AdapterAuthenticator> {
    return raiseCounter(this.tables, credentialID, newCounter);
  }

  async updateAuthenticator(
    authenticator: Partial<AdapterAuthenticator> & Pick<AdapterAuthenticator, 'credentialID'>,
  ): Promise<AdapterAuthenticator | null> {
    const { credentialID, counter: _counter, userId: _userId, ...patch } = authenticator;
    const key = { credentialID };
    return this.tables.authenticators.update(key, patch);
  }

  async deleteAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null> {
    return this.tables.authenticators.remove({ credentialID });
  }

  async findRow({ table, key }: FeatureRows): Promise<FeatureRow | null> {
    return this.tables.rowsOf(table).find(key);
  }

  async insertRows({
    table,
    rows,
  }: {
    table: FeatureTable;
    rows: readonly FeatureRow[];
  }): Promise<boolean> {
    const stored = this.tables.rowsOf(table);
    if (table.owner) for (const { userId } of rows) this.tables.assertUser(`${userId as string}`);
    return areInserted(stored, rows);
  }

  async updateRow({ table, key, patch }: FeatureRows & { patch: FeatureRow }): Promise<boolean> {
    return this.tables.rowsOf(table).update(key, patch) !== null;
  }

  async deleteRows({ table, key }: FeatureRows): Promise<number> {
    const rows = this.tables.rowsOf(table);
    const { length } = rows.list(key);
    rows.remove(key);
    return length;
  }
}

function accountKey({ provider, providerAccountId }: AccountKey): AccountKey {
  return { provider, providerAccountId };
}
