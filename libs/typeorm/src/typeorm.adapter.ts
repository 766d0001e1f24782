import { Injectable, Optional } from '@nestjs/common';
import type {
  Adapter,
  Addition,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  OptionalColumn,
  Registration,
  VerificationToken,
} from '@authnest/core';
import { DataSource } from 'typeorm';
import { addToUser } from './collections/add-to-user.js';
import { AuthCollections } from './collections/auth-collections.js';
import { deleteExpired, type DeletedExpired } from './collections/delete-expired.js';
import { type AddressProof, proveUser } from './collections/prove-user.js';
import { registerUser } from './collections/register-user.js';
import type { AuthEntityMap, AuthJsEntityMap } from './entities/auth-entities.js';
import { AuthTables } from './store/auth-tables.js';
import { leaveOutPasskeys, OPTIONAL_COLUMNS, optionalColumnsOf } from './store/optional-parts.js';

type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>;
type SessionKey = Pick<AdapterSession, 'sessionToken'>;
type TokenKey = Pick<VerificationToken, 'identifier' | 'token'>;
type AccountPatch = Partial<AdapterAccount> & AccountKey;
type AuthenticatorPatch = Partial<AdapterAuthenticator> &
  Pick<AdapterAuthenticator, 'credentialID'>;

/**
 * The data layer on the application's own DataSource. Members without a column are left out; a
 * user's empty address is stored as null, which the unique key allows many times.
 * @throws {StoreError} from every operation when the database refuses or fails; it holds no values
 * @see specification, Data-layer (adapter) operations; wire contract 13
 */
@Injectable()
export class TypeOrmAdapter implements Adapter {
  private prepared?: AuthCollections;

  /**
   * @param entities - what `authEntities` made; without it they are found in the DataSource
   * @throws {Error} when an initialised DataSource lacks the entities; it says what to add
   */
  constructor(
    private readonly dataSource: DataSource,
    @Optional() private readonly entities?: AuthJsEntityMap & Partial<AuthEntityMap>,
  ) {
    if (dataSource.isInitialized) this.prepared = this.prepare();
  }

  /** Those that the entities have; all of them before the DataSource is initialised. */
  get columns(): readonly OptionalColumn[] {
    return this.dataSource.isInitialized ? optionalColumnsOf(this.stored.tables) : OPTIONAL_COLUMNS;
  }

  async createUser(user: AdapterUser): Promise<AdapterUser> {
    return this.stored.users.create(user);
  }

  /** @returns null, and nothing is stored, when a unique key was taken */
  async registerUser(registration: Registration): Promise<AdapterUser | null> {
    const { tables, users } = this.stored;
    const id = await registerUser(this.dataSource, tables, registration);
    return id === null ? null : users.get(id);
  }

  /**
   * One transaction with the user's row.
   * @returns false, and nothing is stored, when the user is gone or no longer as given
   */
  async addToUser(addition: Addition): Promise<boolean> {
    return addToUser(this.dataSource, this.stored.tables, addition);
  }

  /**
   * One transaction with the user's row.
   * @returns null, and nothing is changed, when the user is gone or the address proven already
   */
  async proveUser(proof: AddressProof): Promise<AdapterUser | null> {
    const { tables, users } = this.stored;
    return (await proveUser(this.dataSource, tables, proof)) ? users.find({ id: proof.id }) : null;
  }

  async getUser(id: string): Promise<AdapterUser | null> {
    return this.stored.users.find({ id });
  }

  async getUserByEmail(email: string): Promise<AdapterUser | null> {
    return this.stored.users.find({ email });
  }

  async getUserByAccount(account: AccountKey): Promise<AdapterUser | null> {
    return this.stored.users.findByAccount(account);
  }

  /** @throws {Error} when there is no such user */
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

  async createSession(session: AdapterSession): Promise<AdapterSession> {
    return this.stored.sessions.create(session);
  }

  /** One SELECT: this is what every guarded request with a database session costs. */
  async getSessionAndUser(
    sessionToken: string,
  ): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
    return this.stored.sessions.findWithUser(sessionToken);
  }

  /** @returns null when there is no such session, undefined when it was changed: one UPDATE */
  async updateSession(session: Partial<AdapterSession> & SessionKey): Promise<null | undefined> {
    return (await this.stored.sessions.update(session)) ? undefined : null;
  }

  async deleteSession(sessionToken: string): Promise<AdapterSession | null> {
    return this.stored.sessions.remove(sessionToken);
  }

  async listSessionsByUserId(userId: string): Promise<AdapterSession[]> {
    return this.stored.sessions.listByUser(userId);
  }

  /** @returns how many sessions ended */
  async deleteSessionsByUserId(userId: string): Promise<number> {
    return this.stored.sessions.removeByUser(userId);
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

  async createAuthenticator(authenticator: AdapterAuthenticator): Promise<AdapterAuthenticator> {
    return this.stored.authenticators.create(authenticator);
  }

  async getAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null> {
    return this.stored.authenticators.find(credentialID);
  }

  async listAuthenticatorsByUserId(userId: string): Promise<AdapterAuthenticator[]> {
    return this.stored.authenticators.listByUser(userId);
  }

  /** @throws {Error} when there is no such authenticator, or the counter did not rise: a clone */
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

  /**
   * Removes sessions, sign-in links and spent values whose time is over, the oldest first. For a
   * job that runs now and then, never for a request; several may run at once.
   * @param limit - how many rows of each table at most. @default 1000
   */
  async deleteExpired(limit = 1000): Promise<DeletedExpired> {
    return deleteExpired(this.stored.tables, limit);
  }

  /** Made at first use where the application initialises its DataSource itself, and later. */
  private get stored(): AuthCollections {
    return (this.prepared ??= this.prepare());
  }

  private prepare(): AuthCollections {
    const tables = new AuthTables(this.dataSource, this.entities);
    if (!tables.authenticators) leaveOutPasskeys(this);
    return new AuthCollections(tables);
  }
}
