import {
  type FirstQuery,
  RecordStoreAdapter,
  type RecordStoreClient,
  type StoredRecord,
} from '@authnest/record-store';
import { aSession, aUser, aVerificationToken, anAccount } from '@authnest/testing';
import { SurrealStore } from '../support/surreal-store.js';
import { InterruptedClient } from './interrupted-client.js';

/** Sends filters as JSON, like a store behind an HTTP API: members without a value are lost. */
class JsonFilters implements RecordStoreClient {
  readonly create: RecordStoreClient['create'];
  readonly read: RecordStoreClient['read'];
  readonly update: RecordStoreClient['update'];
  readonly delete: RecordStoreClient['delete'];

  constructor(private readonly store: SurrealStore) {
    this.create = store.create.bind(store);
    this.read = store.read.bind(store);
    this.update = store.update.bind(store);
    this.delete = store.delete.bind(store);
  }

  first(collection: string, { filter, links }: FirstQuery): Promise<StoredRecord | null> {
    const sent = JSON.parse(JSON.stringify(filter)) as FirstQuery['filter'];
    return this.store.first(collection, { filter: sent, links });
  }
}

/** Says that it has deleted a record, but keeps it. */
class Keeper extends JsonFilters {
  private questions = 0;
  override readonly delete = (_: string, id: string) => Promise.resolve({ id });

  override first(collection: string, query: FirstQuery): Promise<StoredRecord | null> {
    this.questions += 1;
    if (this.questions > 10) throw new Error('the adapter does not stop asking');
    return super.first(collection, query);
  }
}

describe('the adapter on a record store', () => {
  let store: SurrealStore;
  let adapter: RecordStoreAdapter;

  beforeEach(async () => {
    store = await SurrealStore.open();
    adapter = new RecordStoreAdapter(new JsonFilters(store));
  });

  afterEach(() => store.close());

  it('finds nothing by a value that is missing, though the store ignores it (A53)', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const { provider, providerAccountId } = await adapter.linkAccount(anAccount({ userId }));
    const { sessionToken } = await adapter.createSession(aSession({ userId }));
    const { identifier, token } = await adapter.createVerificationToken(aVerificationToken());
    const { value } = JSON.parse('{}') as { value: string };

    const found = [
      await adapter.getUserByEmail(value),
      await adapter.getUserByAccount({ provider, providerAccountId: value }),
      await adapter.getUserByAccount({ provider: value, providerAccountId }),
      await adapter.getAccount(value, provider),
      await adapter.unlinkAccount({ provider, providerAccountId: value }),
      await adapter.getSessionAndUser(value),
      await adapter.updateSession({ sessionToken: value }),
      await adapter.deleteSession(value),
      await adapter.useVerificationToken({ identifier, token: value }),
      await adapter.useVerificationToken({ identifier: value, token }),
    ];

    expect(found.filter((one) => one !== null)).toEqual([]);
    expect(await adapter.getSessionAndUser(sessionToken)).not.toBeNull();
    expect(await adapter.useVerificationToken({ identifier, token })).not.toBeNull();
  });

  it('finds nothing by an empty value, though other software has stored it', async () => {
    const { id } = await adapter.createUser(aUser());
    await store.update('nextauth_users', id, { email: '' });

    expect(await adapter.getUserByEmail('')).toBeNull();
  });

  it('ignores an account whose type is unknown', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const { provider, providerAccountId } = await adapter.linkAccount(anAccount({ userId }));
    const filter = { provider, providerAccountId };
    const record = await store.first('nextauth_accounts', { filter });

    for (const type of ['saml', 'constructor']) {
      await store.update('nextauth_accounts', record?.id ?? '', { type });
      expect(await adapter.getAccount(providerAccountId, provider)).toBeNull();
    }
  });

  it('adopts only the account of the same provider', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const linked = await adapter.linkAccount(anAccount({ userId, provider: 'a' }));
    const left = { ...linked, provider: 'b' };
    const interrupted = new RecordStoreAdapter(new InterruptedClient(store, 1));
    await expect(interrupted.linkAccount(left)).rejects.toThrow('the process ended here');

    await adapter.linkAccount(left);

    for (const { provider, providerAccountId } of [linked, left]) {
      expect(await adapter.getAccount(providerAccountId, provider)).toMatchObject({ provider });
    }
  });

  it.each([1, 2, 3])(
    'keeps no token of the former owner if the process ends after %s writes of an adoption (DT27)',
    async (writes) => {
      const former = await adapter.createUser(aUser());
      const old = { access_token: 'old', refresh_token: 'old', id_token: 'old', scope: 'old' };
      const account = anAccount({ userId: former.id, ...old });
      await adapter.linkAccount(account);
      const { provider, providerAccountId } = account;
      const join = await store.first('nextauth_users_accounts', {
        filter: { 'account.provider': provider },
      });
      await store.delete('nextauth_users_accounts', join?.id ?? '');
      const { id: userId } = await adapter.createUser(aUser());
      const own = { userId, type: account.type, provider, providerAccountId, access_token: 'own' };

      const interrupted = new RecordStoreAdapter(new InterruptedClient(store, writes));
      await interrupted.linkAccount(own).catch(() => undefined);

      const found = await adapter.getAccount(providerAccountId, provider);
      expect(Object.values(found ?? {})).not.toContain('old');
      await adapter.linkAccount(own).catch(() => undefined);
      const whole = await adapter.getAccount(providerAccountId, provider);
      expect(Object.values(whole ?? {})).not.toContain('old');
      expect(whole?.userId).toBe(userId);
    },
  );

  it('does not extend a session whose user has been deleted', async () => {
    const user = await adapter.createUser(aUser());
    const { sessionToken } = await adapter.createSession(aSession({ userId: user.id }));
    await store.delete('nextauth_users', user.id);

    const expires = new Date('2031-01-15T02:30:00.000Z');
    expect(await adapter.updateSession({ sessionToken, expires })).toBeNull();

    const filter = { sessionToken };
    const record = await store.first('nextauth_sessions', { filter });
    expect(record?.['expires']).not.toEqual(expires);
  });

  it('deleteUser fails if the store keeps what it was asked to delete', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    await adapter.createSession(aSession({ userId }));
    const keeping = new RecordStoreAdapter(new Keeper(store));

    await expect(keeping.deleteUser(userId)).rejects.toThrow('returned a deleted record');
  });

  it('ends a session that the store does not find through its link, as while it is extended (DT3)', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const { sessionToken } = await adapter.createSession(aSession({ userId }));
    const blind = new JsonFilters(store);
    blind.first = async (collection, query) =>
      'session.sessionToken' in query.filter ? null : store.first(collection, query);

    const ended = await new RecordStoreAdapter(blind).deleteSession(sessionToken);

    expect(ended).toMatchObject({ sessionToken, userId });
    expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
    expect(await new RecordStoreAdapter(blind).deleteSession(sessionToken)).toBeNull();
  });
});
