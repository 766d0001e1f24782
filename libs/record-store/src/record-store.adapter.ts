import type {
  Adapter,
  AdapterAccount,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@authnest/core';
import { type Collections, collectionsOf } from './collections.js';
import { type AccountKey, LinkedAccounts } from './linked-accounts.js';
import { LinkedSessions } from './linked-sessions.js';
import {
  linked,
  readAccount,
  readSession,
  readUser,
  readVerificationToken,
} from './read-record.js';
import type { FirstQuery, RecordStoreClient, StoredRecord } from './record-store-client.port.js';
import { storedFields } from './stored-fields.js';

/** Options of {@link RecordStoreAdapter}. */
export interface RecordStoreAdapterOptions {
  /** Prefix of the names of all six collections. @default 'nextauth' */
  prefix?: string;
}

/**
 * An adapter that keeps its data in a record store. There is no collection for passkeys, so their
 * operations are absent.
 * @see docs/design/wire-contract.md 13.4
 */
export class RecordStoreAdapter implements Adapter {
  private readonly collections: Collections;
  private readonly accounts: LinkedAccounts;
  private readonly sessions: LinkedSessions;

  constructor(
    private readonly client: RecordStoreClient,
    { prefix = 'nextauth' }: RecordStoreAdapterOptions = {},
  ) {
    this.collections = collectionsOf(prefix);
    this.accounts = new LinkedAccounts(client, this.collections);
    this.sessions = new LinkedSessions(client, this.collections);
  }

  /** The store assigns the id. */
  async createUser({ id: _given, ...user }: AdapterUser): Promise<AdapterUser> {
    return readUser(await this.client.create(this.collections.users, storedFields('user', user)));
  }

  async getUser(id: string): Promise<AdapterUser | null> {
    if (!isKey(id)) return null;
    const record = await this.client.read(this.collections.users, id);
    return record && readUser(record);
  }

  async getUserByEmail(email: string): Promise<AdapterUser | null> {
    if (!isKey(email)) return null;
    const record = await this.client.first(this.collections.users, { filter: { email } });
    return record && readUser(record);
  }

  async getUserByAccount(account: AccountKey): Promise<AdapterUser | null> {
    const join = await this.findAccount(account);
    const user = join && linked(join, 'user');
    return user ? readUser(user) : null;
  }

  /** @throws {Error} if there is no such user */
  async updateUser({
    id,
    ...user
  }: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Promise<AdapterUser> {
    const fields = storedFields('user', user);
    const record = isKey(id) && (await this.client.update(this.collections.users, id, fields));
    if (!record) throw new Error('updateUser: there is no user with this id');
    return readUser(record);
  }

  /** Deletes the user last, so that an interrupted call can be repeated. */
  async deleteUser(userId: string): Promise<AdapterUser | null> {
    if (!isKey(userId)) return null;
    const { users, usersAccounts, usersSessions, accounts, sessions } = this.collections;
    const filter = { user: { collection: users, id: userId } };
    for await (const join of this.each(usersAccounts, { filter, links: ['account'] })) {
      await this.accounts.unlink(join);
    }
    for await (const join of this.each(usersSessions, { filter, links: ['session'] })) {
      await this.sessions.remove(join);
    }
    // These have no join record: an earlier call was interrupted.
    for (const collection of [accounts, sessions]) {
      for await (const { id } of this.each(collection, { filter })) {
        await this.client.delete(collection, id);
      }
    }
    const record = await this.client.delete(users, userId);
    return record && readUser(record);
  }

  /** @throws {Error} if the account is already linked */
  async linkAccount(account: AdapterAccount): Promise<AdapterAccount> {
    await this.accounts.link(account);
    return account;
  }

  async unlinkAccount(account: AccountKey): Promise<AdapterAccount | null> {
    const join = await this.findAccount(account);
    if (!join) return null;
    await this.accounts.unlink(join);
    return accountOf(join);
  }

  async getAccount(providerAccountId: string, provider: string): Promise<AdapterAccount | null> {
    const join = await this.findAccount({ provider, providerAccountId });
    return join && accountOf(join);
  }

  async createSession(session: AdapterSession): Promise<AdapterSession> {
    return this.sessions.create(session);
  }

  async getSessionAndUser(
    sessionToken: string,
  ): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
    const join = isKey(sessionToken) ? await this.sessions.find(sessionToken) : null;
    const user = join && linked(join, 'user');
    const record = join && linked(join, 'session');
    const session = user && record && readSession(record, user.id);
    return session ? { session, user: readUser(user) } : null;
  }

  /** Changes only the expiry of a session, never its user. */
  async updateSession({
    sessionToken,
    expires,
  }: Partial<AdapterSession> &
    Pick<AdapterSession, 'sessionToken'>): Promise<AdapterSession | null> {
    const join = isKey(sessionToken) ? await this.sessions.find(sessionToken) : null;
    const user = join && linked(join, 'user');
    const session = join && linked(join, 'session');
    if (!user || !session) return null;
    if (!expires) return readSession(session, user.id);
    const updated = await this.client.update(this.collections.sessions, session.id, { expires });
    return updated && readSession(updated, user.id);
  }

  async deleteSession(sessionToken: string): Promise<AdapterSession | null> {
    const join = isKey(sessionToken) ? await this.sessions.find(sessionToken) : null;
    return join && this.sessions.remove(join);
  }

  async createVerificationToken(token: VerificationToken): Promise<VerificationToken> {
    const { identifier, expires } = token;
    const fields = { identifier, token: token.token, expires };
    await this.client.create(this.collections.verificationTokens, fields);
    return fields;
  }

  /** Only the call that deletes the record uses the token. The caller checks the expiry. */
  async useVerificationToken({
    identifier,
    token,
  }: Pick<VerificationToken, 'identifier' | 'token'>): Promise<VerificationToken | null> {
    if (!isKey(identifier) || !isKey(token)) return null;
    const { verificationTokens } = this.collections;
    const found = await this.client.first(verificationTokens, { filter: { identifier, token } });
    const used = found && (await this.client.delete(verificationTokens, found.id));
    return used && readVerificationToken(used);
  }

  /** Yields the matching records one by one, to a caller that deletes each of them. */
  private async *each(collection: string, query: FirstQuery): AsyncGenerator<StoredRecord> {
    let last: string | undefined;
    for (;;) {
      const record = await this.client.first(collection, query);
      if (!record) return;
      // Otherwise the loop would never end.
      if (record.id === last) throw new Error('the record store returned a deleted record');
      last = record.id;
      yield record;
    }
  }

  private async findAccount(key: AccountKey): Promise<StoredRecord | null> {
    if (!isKey(key.provider) || !isKey(key.providerAccountId)) return null;
    return this.accounts.find(key);
  }
}

function accountOf(join: StoredRecord): AdapterAccount | null {
  const user = linked(join, 'user');
  const account = linked(join, 'account');
  return user && account ? readAccount(account, user.id) : null;
}

/** Whether a value may be looked up: a filter without a value could match any record. */
function isKey(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
