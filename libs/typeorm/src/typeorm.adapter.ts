import { Injectable } from '@nestjs/common';
import type {
  AccountAdvance,
  AccountsToReseal,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterChallenge,
  AdapterSession,
  AdapterUser,
  Addition,
  AddressProof,
  ChallengesOfSubject,
  EndOfAccess,
  FeatureRow,
  FeatureRows,
  FeatureTable,
  ProviderSessions,
  Registration,
  SessionPage,
  VerificationToken,
} from '@authnest/core';
import type { AccountKey } from './collections/accounts.js';
import { addToUser } from './collections/add-to-user.js';
import { deleteExpired, type DeletedExpired } from './collections/delete-expired.js';
import { endAccess } from './collections/end-access.js';
import type { EndMarks } from './collections/session-revocations.js';
import { TypeOrmStore } from './typeorm-store.js';

type SessionKey = Pick<AdapterSession, 'sessionToken'>;
type TokenKey = Pick<VerificationToken, 'identifier' | 'token'>;
type AccountPatch = Partial<AdapterAccount> & AccountKey;
type AuthenticatorPatch = Partial<AdapterAuthenticator> &
  Pick<AdapterAuthenticator, 'credentialID'>;

/**
 * An adapter that uses the application's own DataSource. What is more than one call on a table is in
 * the collection of that table. Members without a column are left out. A user's empty address is stored as null,
 * which the unique key allows many times.
 * @throws {StoreError} from every operation if a statement fails; it contains no values
 * @see docs/design/wire-contract.md 13
 */
@Injectable()
export class TypeOrmAdapter extends TypeOrmStore implements Adapter {
  async createUser(user: AdapterUser): Promise<AdapterUser> {
    return this.stored.users.create(user);
  }

  /**
   * @returns null, having stored nothing, if a unique key is taken
   * @throws {AccessDenied} if the key belongs to a soft-deleted user
   */
  async registerUser(registration: Registration): Promise<AdapterUser | null> {
    return this.stored.users.register(registration);
  }

  /**
   * Checks the user's row and stores the rest in one transaction.
   * @returns false, having stored nothing, if the user was deleted or has changed
   */
  async addToUser(addition: Addition): Promise<boolean> {
    return addToUser(this.tables, this.begin(), addition);
  }

  /**
   * Checks the user's row and changes it in one transaction.
   * @returns null, having changed nothing, if the user was deleted, has another address, or is proven
   */
  async proveUser(proof: AddressProof): Promise<AdapterUser | null> {
    return this.stored.users.prove(proof);
  }

  /**
   * Raises the time in the user's row, and moves `sessionToken` behind it, in one transaction.
   * @returns null, having changed nothing, if there is no such user or `ifEndedBefore` forbids it
   */
  async endAccess(end: EndOfAccess): Promise<Date | null> {
    return endAccess(this.tables, this.begin(), end);
  }

  async getUser(id: string): Promise<AdapterUser | null> {
    return this.stored.users.findById(id);
  }

  async getUserByEmail(email: string): Promise<AdapterUser | null> {
    return this.stored.users.findByEmail(email);
  }

  async getUserByAccount(account: AccountKey): Promise<AdapterUser | null> {
    return this.stored.users.findByAccount(account);
  }

  /** @throws {Error} if there is no such user */
  async updateUser(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Promise<AdapterUser> {
    return this.stored.users.update(user);
  }

  async deleteUser(userId: string): Promise<AdapterUser | null> {
    return this.stored.users.remove(userId);
  }

  async linkAccount(account: AdapterAccount): Promise<AdapterAccount> {
    return this.stored.accounts.link(account);
  }

  async unlinkAccount(account: AccountKey): Promise<AdapterAccount | null> {
    return this.stored.accounts.unlink(account);
  }

  async getAccount(providerAccountId: string, provider: string): Promise<AdapterAccount | null> {
    return this.stored.accounts.find({ provider, providerAccountId });
  }

  async listAccountsByUserId(userId: string): Promise<AdapterAccount[]> {
    return this.stored.accounts.listByUser(userId);
  }

  async updateAccount(account: AccountPatch): Promise<AdapterAccount | null> {
    return this.stored.accounts.update(account);
  }

  /** Sends one UPDATE; the result depends on how many rows it affects. */
  async advanceAccount(account: AccountAdvance): Promise<boolean> {
    return this.stored.accounts.advance(account);
  }

  async listAccountsToReseal(query: AccountsToReseal): Promise<AdapterAccount[]> {
    return this.stored.accounts.listToReseal(query);
  }

  async createSession(session: AdapterSession): Promise<AdapterSession> {
    return this.tables.sessions.insert(this.begin(), session);
  }

  /** Sends one SELECT, as every guarded request with a database session does. */
  async getSessionAndUser(
    sessionToken: string,
  ): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
    return this.stored.sessions.findWithUser(sessionToken);
  }

  /** Sends one UPDATE. @returns null if there is no such session, undefined if it was changed */
  async updateSession({
    sessionToken,
    ...patch
  }: Partial<AdapterSession> & SessionKey): Promise<null | undefined> {
    const { sessions } = this.tables;
    const isChanged = await sessions.update(this.begin(), { sessionToken }, { patch });
    return isChanged ? undefined : null;
  }

  async deleteSession(sessionToken: string): Promise<AdapterSession | null> {
    return this.tables.sessions.take(this.begin(), { sessionToken });
  }

  async listSessionsByUserId(userId: string, page?: SessionPage): Promise<AdapterSession[]> {
    return this.tables.sessions.list(this.begin(), { userId }, page);
  }

  /** @returns how many sessions ended */
  async deleteSessionsByUserId(userId: string): Promise<number> {
    return this.tables.sessions.removeAll(this.begin(), { userId });
  }

  /** @returns the sessions that this call ended */
  async deleteSessionsByProvider(ended: ProviderSessions): Promise<AdapterSession[]> {
    return this.stored.sessions.removeByProvider(ended);
  }

  async listSessionsByProvider(ended: ProviderSessions): Promise<AdapterSession[]> {
    return this.stored.sessions.listByProvider(ended);
  }

  async markEnded(marks: EndMarks): Promise<void> {
    await this.stored.sessionRevocations.mark(marks);
  }

  async endedBefore(markers: readonly string[]): Promise<Date | null> {
    return this.stored.sessionRevocations.endedBefore(markers);
  }

  async createVerificationToken(verificationToken: VerificationToken): Promise<VerificationToken> {
    return this.stored.verificationTokens.create(verificationToken);
  }

  async useVerificationToken(token: TokenKey): Promise<VerificationToken | null> {
    return this.stored.verificationTokens.use(token);
  }

  /** @returns how many tokens were deleted */
  async deleteVerificationTokensByIdentifier(identifier: string): Promise<number> {
    return this.stored.verificationTokens.removeByIdentifier(identifier);
  }

  async spendOnce(value: { key: string; expires: Date }): Promise<boolean> {
    return this.stored.verificationTokens.spend(value);
  }

  async createChallenge(challenge: AdapterChallenge): Promise<void> {
    await this.stored.challenges.create(challenge);
  }

  async getChallenge(id: string): Promise<AdapterChallenge | null> {
    return this.stored.challenges.find(id);
  }

  /** One UPDATE counts the attempt, on condition that no other one was counted meanwhile. */
  async tryChallenge(attempt: { id: string; attempts: number }): Promise<AdapterChallenge | null> {
    return this.stored.challenges.try(attempt);
  }

  /** Sends one DELETE; the result depends on how many rows it affects. */
  async takeChallenge(id: string): Promise<AdapterChallenge | null> {
    return this.stored.challenges.take(id);
  }

  async deleteChallenges(of: ChallengesOfSubject): Promise<void> {
    await this.stored.challenges.removeOf(of);
  }

  async createAuthenticator(authenticator: AdapterAuthenticator): Promise<AdapterAuthenticator> {
    return this.stored.authenticators.create(authenticator);
  }

  async getAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null> {
    return this.stored.authenticators.find(credentialID);
  }

  async listAuthenticatorsByUserId(userId: string): Promise<AdapterAuthenticator[]> {
    return this.stored.authenticators.listByUser(userId);
  }

  /** @throws {Error} if the authenticator is unknown, or the counter did not rise (a clone) */
  async updateAuthenticatorCounter(
    credentialID: string,
    newCounter: number,
  ): Promise<AdapterAuthenticator> {
    return this.stored.authenticators.raiseCounter(credentialID, newCounter);
  }

  async updateAuthenticator(patch: AuthenticatorPatch): Promise<AdapterAuthenticator | null> {
    return this.stored.authenticators.update(patch);
  }

  async deleteAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null> {
    return this.stored.authenticators.remove(credentialID);
  }

  async findRow({ table, key }: FeatureRows): Promise<FeatureRow | null> {
    return this.stored.rowsOf(table).find(key);
  }

  async insertRows({
    table,
    rows,
  }: {
    table: FeatureTable;
    rows: readonly FeatureRow[];
  }): Promise<boolean> {
    return this.stored.rowsOf(table).insert(rows);
  }

  /** Sends one UPDATE; the result depends on how many rows it affects. */
  async updateRow({ table, key, patch }: FeatureRows & { patch: FeatureRow }): Promise<boolean> {
    return this.stored.rowsOf(table).update(key, patch);
  }

  async deleteRows({ table, key }: FeatureRows): Promise<number> {
    return this.stored.rowsOf(table).remove(key);
  }

  /**
   * Deletes expired sessions, sign-in links, spent values, marks and challenges, the oldest first.
   * Call it from a periodic job and never in a request; several calls may run at once.
   * @param limit - the maximum number of rows to delete from each table. @default 1000
   */
  async deleteExpired(limit = 1000): Promise<DeletedExpired> {
    return deleteExpired(this.tables, () => this.begin(), limit);
  }
}
