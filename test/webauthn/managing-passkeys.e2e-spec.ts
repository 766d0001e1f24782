import {
  type Adapter,
  type AdapterUser,
  Email,
  Passkey,
  type PasskeySummary,
} from '@authnest/core';
import { anAccount, anAuthenticator, MemoryAdapter } from '@authnest/testing';
import { currentAdapter } from '../support/current-adapter.js';
import { PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { MapRevocations } from '../support/revocations.js';
import { SESSION } from '../support/signed-out.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { JANE, platforms, type TestApp } from '../support/test-app.js';
import { WatchedStore } from '../support/watched-store.js';
import { without } from '../support/without.js';
import { PasskeysController } from './passkeys.controller.js';

describe.each(platforms())('managing passkeys on %s', (platform) => {
  let app: TestApp;
  let adapter: MemoryAdapter;

  beforeAll(async () => {
    adapter = new MemoryAdapter();
    app = await startPasskeyApp({
      platform,
      adapter: currentAdapter(() => adapter),
      module: { controllers: [PasskeysController] },
    });
  });
  beforeEach(() => {
    adapter = new MemoryAdapter();
  });
  afterAll(() => app.close());

  async function listOf(user: PasskeyUser): Promise<PasskeySummary[]> {
    return (await user.browser.get('/passkeys')).json<PasskeySummary[]>();
  }

  const patch = (user: PasskeyUser, id: string, name: unknown) =>
    user.browser.request(
      'PATCH',
      `/passkeys/${id}`,
      { 'content-type': 'application/json' },
      JSON.stringify({ name }),
    );
  const remove = (user: PasskeyUser, id: string) =>
    user.browser.request('DELETE', `/passkeys/${id}`);

  it('lists the fields that a user may see, but no key or counter', async () => {
    const ada = new PasskeyUser(app);
    const { authenticator } = await ada.register();

    expect(await listOf(ada)).toEqual([
      {
        id: authenticator.credentialId.toString('base64url'),
        name: null,
        deviceType: 'singleDevice',
        backedUp: false,
        transports: ['hybrid', 'internal'],
      },
    ]);
  });

  it('adds a second passkey with options from a custom route, and both sign in', async () => {
    const ada = new PasskeyUser(app);
    const { authenticator: first } = await ada.register();
    const second = new SoftwareAuthenticator(app.url);

    const options = (await ada.browser.get('/passkeys/options')).json<
      Parameters<SoftwareAuthenticator['create']>[0] & { excludeCredentials: { id: string }[] }
    >();
    await ada.respond('register', second.create(options));

    const id = first.credentialId.toString('base64url');
    expect(options.excludeCredentials).toMatchObject([{ id }]);
    expect(await listOf(ada)).toHaveLength(2);
    for (const authenticator of [first, second]) {
      const browser = new PasskeyUser(app);
      await browser.signIn(authenticator);
      expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });
    }
  });

  it.each([
    [
      { email: null, name: 'Ada' },
      { name: 'Ada', displayName: 'Ada' },
    ],
    [
      { email: '', name: 'Ada' },
      { name: 'Ada', displayName: 'Ada' },
    ],
    [
      { email: null, name: null },
      { name: 'Passkey', displayName: 'Passkey' },
    ],
    [
      { email: '', name: '' },
      { name: 'Passkey', displayName: 'Passkey' },
    ],
  ])('a passkey of the user %j is named %j', async (user, named) => {
    const jane = new PasskeyUser(app);
    await jane.browser.signIn('credentials', JANE);
    const { id = '' } = (await adapter.getUserByEmail('jane@example.com')) ?? {};
    await adapter.updateUser({ id, ...user } as AdapterUser);

    const options = (await jane.browser.get('/passkeys/options')).json<object>();

    expect(options).toMatchObject({ user: named });
  });

  it('renames and removes passkeys, and a removed one signs nobody in', async () => {
    const jane = new PasskeyUser(app);
    await jane.browser.signIn('credentials', JANE);
    const { authenticator } = await jane.register();
    const id = authenticator.credentialId.toString('base64url');

    expect((await patch(jane, id, ' My phone ')).json()).toMatchObject({ id, name: 'My phone' });
    expect(await listOf(jane)).toMatchObject([{ name: 'My phone' }]);
    expect((await remove(jane, id)).status).toBe(204);

    expect(await listOf(jane)).toEqual([]);
    const key = { provider: 'passkey', providerAccountId: authenticator.credentialID };
    expect(await adapter.getUserByAccount(key)).toBeNull();
    const later = new PasskeyUser(app);
    await later.signIn(authenticator);
    expect(await later.session()).toBeNull();
  });

  it("responds to the id of another user's passkey as to an unknown one, and changes nothing (A31)", async () => {
    const [ada, eve] = [new PasskeyUser(app), new PasskeyUser(app)];
    const { authenticator } = await ada.register();
    await eve.register('eve@example.com');
    const id = authenticator.credentialId.toString('base64url');
    const before = await adapter.getAuthenticator(authenticator.credentialID);

    for (const attempt of [
      (of: string) => patch(eve, of, 'Mine'),
      (of: string) => remove(eve, of),
    ]) {
      const [foreign, unknown] = [await attempt(id), await attempt('AAAA')];
      expect(foreign.status).toBe(404);
      expect(foreign.text).toBe(unknown.text);
    }
    expect(await adapter.getAuthenticator(authenticator.credentialID)).toEqual(before);
  });

  it('does not remove the only way to sign in', async () => {
    const ada = new PasskeyUser(app);
    const { authenticator } = await ada.register();
    const id = authenticator.credentialId.toString('base64url');

    expect((await remove(ada, id)).status).toBe(409);
    await ada.register('ada@example.com');
    expect((await remove(ada, id)).status).toBe(204);
  });

  it.each([
    [
      'an account',
      (id: string, userId: string) =>
        adapter.linkAccount(
          anAccount({ userId, type: 'webauthn', provider: 'passkey', providerAccountId: id }),
        ),
    ],
    [
      'an authenticator',
      (id: string, userId: string) =>
        adapter.createAuthenticator(
          anAuthenticator({ userId, credentialID: id, providerAccountId: id }),
        ),
    ],
  ])(
    'does not count only %s of an incomplete passkey as a way to sign in (S6)',
    async (_, half) => {
      const ada = new PasskeyUser(app);
      const { authenticator } = await ada.register();
      const user = await adapter.getUserByEmail('ada@example.com');
      await half('aGFsZg==', user?.id ?? '');

      const response = await remove(ada, authenticator.credentialId.toString('base64url'));

      expect(response.status).toBe(409);
      expect(await adapter.getAuthenticator(authenticator.credentialID)).not.toBeNull();
    },
  );

  it('does not count an account of a provider that is no longer configured', async () => {
    const ada = new PasskeyUser(app);
    const { authenticator } = await ada.register();
    const { id: userId = '' } = (await adapter.getUserByEmail('ada@example.com')) ?? {};
    const path = authenticator.credentialId.toString('base64url');

    await adapter.linkAccount(anAccount({ userId, provider: 'removed-one' }));
    expect((await remove(ada, path)).status).toBe(409);
    await adapter.linkAccount(anAccount({ userId, type: 'credentials', provider: 'credentials' }));
    expect((await remove(ada, path)).status).toBe(204);
  });

  it.each([
    ['staff-17', 409],
    ['ada@example.com', 204],
  ])('counts the address %s as one that links can be mailed to: %i', async (email, status) => {
    const store = new MemoryAdapter();
    const mail = Email({ sendVerificationRequest: () => Promise.resolve() });
    const own = await startPasskeyApp({
      platform,
      adapter: store,
      config: { providers: [mail, Passkey({})] },
      module: { controllers: [PasskeysController] },
    });
    const ada = new PasskeyUser(own);
    const { authenticator } = await ada.register();
    const { id = '' } = (await store.getUserByEmail('ada@example.com')) ?? {};
    await store.updateUser({ id, email });

    const response = await remove(ada, authenticator.credentialId.toString('base64url'));

    expect(response.status).toBe(status);
    await own.close();
  });

  it('restores the last passkey, even if its user is signed out everywhere meanwhile', async () => {
    const store = await WatchedStore.open('memory');
    const own = await startPasskeyApp({
      platform,
      adapter: without(store.adapter, 'addToUser'),
      module: { controllers: [PasskeysController] },
    });
    const ada = new PasskeyUser(own);
    const [{ authenticator: first }, { authenticator: second }] = [
      await ada.register(),
      await ada.register(),
    ];
    const { id: userId = '' } = (await store.real.getUserByEmail('ada@example.com')) ?? {};
    store.replace('unlinkAccount', async () => {
      store.heal();
      // Another request removes the other passkey, and one signs the user out everywhere.
      await store.real.deleteAuthenticator(second.credentialID);
      await store.real.deleteSessionsByUserId(userId);
      for (const { provider, providerAccountId } of await store.real.listAccountsByUserId(userId)) {
        await store.real.unlinkAccount({ provider, providerAccountId });
      }
    });

    expect((await remove(ada, first.credentialId.toString('base64url'))).status).toBe(409);

    const again = new PasskeyUser(own);
    await again.signIn(first);
    expect(await again.session()).not.toBeNull();
    await own.close();
  });

  describe.each([
    ['', (whole: Adapter) => whole],
    [' from a store without `addToUser`', (whole: Adapter) => without(whole, 'addToUser')],
  ])('if the user changes while one of two passkeys is removed%s,', (_, limited) => {
    let store: WatchedStore;
    let own: TestApp;
    let ada: PasskeyUser;
    let userId: string;
    let path: string;

    beforeEach(async () => {
      store = await WatchedStore.open('memory');
      const module = { controllers: [PasskeysController] };
      own = await startPasskeyApp({ platform, adapter: limited(store.adapter), module });
      ada = new PasskeyUser(own);
      const { authenticator } = await ada.register();
      await ada.register();
      path = authenticator.credentialId.toString('base64url');
      userId = (await store.real.getUserByEmail('ada@example.com'))?.id ?? '';
    });
    afterEach(() => own.close());

    /** Runs something after the public key was deleted. */
    const meanwhile = (run: () => Promise<unknown>): void =>
      store.replace('unlinkAccount', async () => {
        store.heal();
        await run();
        return null;
      });

    it('does not restore it for a user whose address its owner has just proven (A26)', async () => {
      const proof = { id: userId, email: 'ada@example.com', emailVerified: new Date() };
      meanwhile(() => store.real.proveUser(proof));

      await remove(ada, path);

      expect(await store.real.listAuthenticatorsByUserId(userId)).toEqual([]);
      expect(await store.real.listAccountsByUserId(userId)).toEqual([]);
    });

    it('reports it as removed if the user was deleted', async () => {
      meanwhile(() => store.real.deleteUser(userId));

      expect((await remove(ada, path)).status).toBe(204);
    });
  });

  it('writes nothing to the store if the only way to sign in is to be removed', async () => {
    const store = await WatchedStore.open('memory');
    const module = { controllers: [PasskeysController] };
    const own = await startPasskeyApp({ platform, adapter: store.adapter, module });
    const ada = new PasskeyUser(own);
    const { authenticator } = await ada.register();
    store.forgetCalls();

    const { status } = await remove(ada, authenticator.credentialId.toString('base64url'));

    expect(status).toBe(409);
    const called = store.calls.map(({ operation }) => operation);
    expect(
      called.filter((operation) => /^(create|update|delete|link|unlink)/.test(operation)),
    ).toEqual([]);
    await own.close();
  });

  it.each(['', ' ', 'x'.repeat(65), 'a\u0000b', 5])('refuses the name %j', async (name) => {
    const ada = new PasskeyUser(app);
    const { authenticator } = await ada.register();

    const { status } = await patch(ada, authenticator.credentialId.toString('base64url'), name);

    expect(status).toBe(400);
    expect(await listOf(ada)).toMatchObject([{ name: null }]);
  });

  it('is refused if the session has been ended (D04)', async () => {
    const session = { strategy: 'jwt', revocation: new MapRevocations() } as const;
    const own = await startPasskeyApp({
      platform,
      adapter,
      config: { session },
      module: { controllers: [PasskeysController] },
    });
    const ada = new PasskeyUser(own);
    await ada.register();
    const token = ada.browser.cookies.get(SESSION) ?? '';
    expect((await ada.browser.get('/passkeys')).status).toBe(200);

    await ada.browser.signOut();
    ada.browser.cookies.set(SESSION, token);

    expect((await ada.browser.get('/passkeys')).status).toBe(401);
    await own.close();
  });

  it('is refused if there is no session', async () => {
    const nobody = new PasskeyUser(app);

    expect((await nobody.browser.get('/passkeys')).status).toBe(401);
    expect((await nobody.browser.get('/passkeys/options')).status).toBe(401);
    expect((await patch(nobody, 'AAAA', 'x')).status).toBe(401);
    expect((await remove(nobody, 'AAAA')).status).toBe(401);
  });
});
