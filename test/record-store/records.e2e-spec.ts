import { adapterOperations } from '@authnest/core';
import { RecordStoreAdapter } from '@authnest/record-store';
import { aSession, aUser, aVerificationToken, anAccount } from '@authnest/testing';
import { SurrealStore } from '../support/surreal-store.js';
import { InterruptedClient } from './interrupted-client.js';

describe('records of the adapter', () => {
  let store: SurrealStore;
  let adapter: RecordStoreAdapter;

  beforeEach(async () => {
    store = await SurrealStore.open();
    adapter = new RecordStoreAdapter(store);
  });

  afterEach(() => store.close());

  /** Returns the number of records per collection, by its name without the prefix. */
  async function counts(prefix = 'nextauth') {
    const names = ['users', 'accounts', 'sessions', 'users_accounts', 'users_sessions'];
    const found = names.map(
      async (name) => [name, await store.count(`${prefix}_${name}`)] as const,
    );
    return Object.fromEntries(await Promise.all(found));
  }

  async function adaWithEverything() {
    const user = await adapter.createUser(aUser());
    const account = anAccount({ userId: user.id });
    await adapter.linkAccount(account);
    const session = await adapter.createSession(aSession({ userId: user.id }));
    return { user, account, session };
  }

  it('stores a user, an account and a session, and two join records between them', async () => {
    const { user, account, session } = await adaWithEverything();

    expect(await counts()).toEqual({
      users: 1,
      accounts: 1,
      sessions: 1,
      users_accounts: 1,
      users_sessions: 1,
    });
    const links = ['user', 'account', 'session'];
    const filter = { user: { collection: 'nextauth_users', id: user.id } };
    expect(await store.first('nextauth_users_accounts', { filter, links })).toMatchObject({
      user: { id: user.id, email: user.email },
      account: { provider: account.provider, access_token: account.access_token },
    });
    expect(await store.first('nextauth_users_sessions', { filter, links })).toMatchObject({
      session: { sessionToken: session.sessionToken, expires: session.expires },
    });
    for (const name of ['nextauth_accounts', 'nextauth_sessions']) {
      expect(await store.first(name, { filter, links })).toMatchObject({ user: { id: user.id } });
    }
  });

  it('getAccount returns the linked account unchanged', async () => {
    const { account } = await adaWithEverything();
    const { provider, providerAccountId } = account;

    expect(await adapter.getAccount(providerAccountId, provider)).toEqual(account);
    expect(await adapter.getAccount(provider, providerAccountId)).toBeNull();
  });

  it('omits the base fields of the store', async () => {
    const { user, session } = await adaWithEverything();
    await store.update('nextauth_users', user.id, { version: 3 });
    const filter = { sessionToken: session.sessionToken };
    const record = await store.first('nextauth_sessions', { filter });
    await store.update('nextauth_sessions', record?.id ?? '', { version: 3 });

    expect(await adapter.getUser(user.id)).toEqual(user);
    expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user });
  });

  it('reads dates that the store returns as strings', async () => {
    const { session } = await adaWithEverything();
    const filter = { sessionToken: session.sessionToken };
    const record = await store.first('nextauth_sessions', { filter });
    await store.update('nextauth_sessions', record?.id ?? '', {
      expires: '2031-01-15T02:30:00.123Z',
    });

    const found = await adapter.getSessionAndUser(session.sessionToken);

    expect(found?.session.expires).toEqual(new Date('2031-01-15T02:30:00.123Z'));
  });

  it('ignores a session or a sign-in link whose expiry is invalid', async () => {
    const { session } = await adaWithEverything();
    const filter = { sessionToken: session.sessionToken };
    const record = await store.first('nextauth_sessions', { filter });
    await store.update('nextauth_sessions', record?.id ?? '', { expires: 'never' });
    const link = await adapter.createVerificationToken(aVerificationToken());
    const { identifier, token } = link;
    const stored = await store.first('nextauth_verificationTokens', { filter: { token } });
    await store.update('nextauth_verificationTokens', stored?.id ?? '', { expires: null });

    expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull();
    expect(await adapter.useVerificationToken({ identifier, token })).toBeNull();
  });

  it('deleteSession and unlinkAccount remove the record and its join record', async () => {
    const { account, session } = await adaWithEverything();

    expect(await adapter.deleteSession(session.sessionToken)).toEqual(session);
    expect(await adapter.unlinkAccount(account)).toEqual(account);

    expect(await counts()).toEqual({
      users: 1,
      accounts: 0,
      sessions: 0,
      users_accounts: 0,
      users_sessions: 0,
    });
  });

  it('deleteUser leaves no record behind', async () => {
    const { user } = await adaWithEverything();
    await adapter.createSession(aSession({ userId: user.id }));

    expect(await adapter.deleteUser(user.id)).toEqual(user);

    expect(Object.values(await counts())).toEqual([0, 0, 0, 0, 0]);
  });

  it('refuses a member that has no field, and stores nothing', async () => {
    const user = Object.assign(aUser(), { role: 'admin' });

    await expect(adapter.createUser(user)).rejects.toThrow('no field user.role');

    expect(await counts()).toMatchObject({ users: 0 });
  });

  it('links an account that an interrupted process had begun to link', async () => {
    const first = await adapter.createUser(aUser());
    const interrupted = new RecordStoreAdapter(new InterruptedClient(store, 1));
    const account = anAccount({ userId: first.id });
    await expect(interrupted.linkAccount(account)).rejects.toThrow('the process ended here');
    expect(await adapter.getUserByAccount(account)).toBeNull();

    const second = await adapter.createUser(aUser());
    await adapter.linkAccount({ ...account, userId: second.id, access_token: 'the newer one' });

    expect(await adapter.getUserByAccount(account)).toEqual(second);
    expect(await adapter.getAccount(account.providerAccountId, account.provider)).toMatchObject({
      userId: second.id,
      access_token: 'the newer one',
    });
    expect(await counts()).toMatchObject({ accounts: 1, users_accounts: 1 });
  });

  it('only one of 20 concurrent calls links an account after an interrupted process', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const account = anAccount({ userId });
    const interrupted = new RecordStoreAdapter(new InterruptedClient(store, 1));
    await interrupted.linkAccount(account).catch(() => undefined);

    const links = Array.from({ length: 20 }, () => adapter.linkAccount({ ...account }));
    const results = await Promise.allSettled(links);

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await counts()).toMatchObject({ accounts: 1, users_accounts: 1 });
  });

  /** An adapter that does some work before it stores a join record of an account. */
  function pausing(work: () => Promise<unknown>): RecordStoreAdapter {
    const create: SurrealStore['create'] = async (collection, fields) => {
      if (collection === 'nextauth_users_accounts') await work();
      return store.create(collection, fields);
    };
    return new RecordStoreAdapter(Object.assign(Object.create(store) as SurrealStore, { create }));
  }

  it('keeps the tokens of an account that another call begins to adopt meanwhile', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const account = anAccount({ userId });
    const other = new RecordStoreAdapter(new InterruptedClient(store, 2));

    await pausing(() => other.linkAccount(account).catch(() => undefined)).linkAccount(account);

    expect(await adapter.getAccount(account.providerAccountId, account.provider)).toEqual(account);
  });

  it('refuses to link an account whose record is removed meanwhile, and leaves nothing', async () => {
    const { user, account } = await adaWithEverything();
    const unlinking = new RecordStoreAdapter(new InterruptedClient(store, 1));
    await unlinking.unlinkAccount(account).catch(() => undefined);
    const filter = { provider: account.provider };
    const left = await store.first('nextauth_accounts', { filter });

    const linking = pausing(() => store.delete('nextauth_accounts', left?.id ?? ''));
    await expect(linking.linkAccount(account)).rejects.toThrow('was removed meanwhile');

    expect(await counts()).toMatchObject({ accounts: 0, users_accounts: 0 });
    await adapter.linkAccount(account);
    expect(await adapter.getUserByAccount(account)).toEqual(user);
  });

  it('links an account whose user has been deleted', async () => {
    const { user, account } = await adaWithEverything();
    await store.delete('nextauth_users', user.id);
    expect(await adapter.getUserByAccount(account)).toBeNull();

    const other = await adapter.createUser(aUser());
    await adapter.linkAccount({ ...account, userId: other.id });

    expect(await adapter.getUserByAccount(account)).toEqual(other);
  });

  it.each([0, 1, 2, 3, 4])('deleteUser can be repeated after %i writes', async (writes) => {
    const { user, session } = await adaWithEverything();
    const interrupted = new RecordStoreAdapter(new InterruptedClient(store, writes));
    await expect(interrupted.deleteUser(user.id)).rejects.toThrow('the process ended here');

    expect(await adapter.deleteUser(user.id)).toEqual(user);

    expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull();
    expect(Object.values(await counts())).toEqual([0, 0, 0, 0, 0]);
  });

  it('has every operation of Auth.js except those for authenticators', () => {
    const specified = adapterOperations.slice(0, 19);
    const absent = specified.filter((operation) => !(operation in adapter));

    expect(absent).toEqual([
      'createAuthenticator',
      'getAuthenticator',
      'listAuthenticatorsByUserId',
      'updateAuthenticatorCounter',
    ]);
  });
});
