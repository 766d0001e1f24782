import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { type Adapter, Credentials, Email, OIDC, Passkey } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { describeStores, type OpenStore } from '../support/describe-stores.js';
import { PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import type { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { type CheckedClient, PASSWORD, platforms, type TestApp } from '../support/test-app.js';

await describeStores((open) => {
  describe.each(platforms())('an address that a stranger typed, on %s', (platform) => {
    let opened: OpenStore;
    let app: TestApp;
    let idp: FakeOAuthServer;
    let ending: jest.Spied<OpenStore['store']['endAccess']>;
    let mailed = '';
    let email: string;
    let stranger: PasskeyUser;
    let key: SoftwareAuthenticator;
    const proven: { id?: string; email?: string | null }[] = [];

    beforeAll(async () => {
      opened = await open();
      ending = jest.spyOn(opened.store, 'endAccess');
      idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
      const credentials = (vouches: boolean) =>
        Credentials({
          id: vouches ? 'vouching' : 'silent',
          credentials: { email: {}, password: {} },
          authorize: ({ email: typed = '', password }) =>
            password === PASSWORD
              ? { id: `id-of-${typed}`, email: typed, ...(vouches && { emailVerified: true }) }
              : null,
        });
      app = await startPasskeyApp({
        platform,
        adapter: opened.store as Adapter,
        config: {
          providers: [
            Passkey({}),
            credentials(true),
            credentials(false),
            OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
            Email({
              server: 'smtp://127.0.0.1:1',
              sendVerificationRequest: ({ url }) => {
                const { pathname, search } = new URL(url);
                mailed = pathname + search;
              },
            }),
          ],
          fetch: idp.fetch,
          events: { updateUser: ({ user }) => void proven.push(user) },
        },
      });
    });
    afterAll(async () => {
      await app.close();
      await idp.close();
      await opened.close();
    });
    beforeEach(async () => {
      email = `${randomUUID()}@x.example`;
      proven.length = 0;
      stranger = new PasskeyUser(app);
      ({ authenticator: key } = await stranger.register(email));
    });

    async function byProvider(verified: boolean): Promise<CheckedClient> {
      const browser = app.client();
      idp.claims = { sub: randomUUID(), email, email_verified: verified };
      const { location = '' } = await browser.signIn('idp', { callbackUrl: '/' });
      await browser.get((await idp.authorize(location)).url.href);
      return browser;
    }
    async function byPassword(id: string): Promise<CheckedClient> {
      const browser = app.client();
      const form = { csrfToken: await browser.csrfToken(), email, password: PASSWORD };
      await browser.post(`/auth/callback/${id}`, { form });
      return browser;
    }
    const emailIn = async (browser: CheckedClient) => (await browser.session())?.user?.email;

    it.each([
      ['a provider that vouches', () => byProvider(true)],
      ['a password of an application that vouches', () => byPassword('vouching')],
    ])('does not shut out the person, with %s (NW1)', async (_, signIn) => {
      const { id: strangerId = '' } = (await opened.store.getUserByEmail(email)) ?? {};

      const person = await signIn();

      expect(await emailIn(person)).toBe(email);
      expect((await opened.store.getUserByEmail(email))?.id).not.toBe(strangerId);
      expect(proven).toMatchObject([{ id: strangerId }]);
      // Nothing else of the stranger is lost, and nothing of the person is the stranger's.
      const again = new PasskeyUser(app);
      await again.signIn(key);
      expect(await again.browser.session()).not.toBeNull();
      expect(await emailIn(again.browser)).toBeFalsy();
      expect(await stranger.browser.session()).toBeNull();
    });

    it.each([
      ['a provider that does not vouch', () => byProvider(false)],
      ['a password of an application that does not vouch', () => byPassword('silent')],
    ])('stays with the stranger, with %s', async (_, signIn) => {
      expect(await (await signIn()).session()).toBeNull();
      expect(await emailIn(stranger.browser)).toBe(email);
    });

    it.each([
      ['a provider that vouches', () => byProvider(true)],
      ['a password of an application that vouches', () => byPassword('vouching')],
    ])('stays with whoever proved it, with %s', async (_, signIn) => {
      const owner = app.client();
      await owner.signIn('email', { email, callbackUrl: '/' });
      await owner.get(mailed);

      expect(await (await signIn()).session()).toBeNull();
      expect(await emailIn(owner)).toBe(email);
    });

    it('does not shut out the person if the stranger has added an account (ID25)', async () => {
      idp.claims = { sub: randomUUID(), email: `${randomUUID()}@y.example`, email_verified: true };
      const { location = '' } = await stranger.browser.signIn('idp', { callbackUrl: '/' });
      await stranger.browser.get((await idp.authorize(location)).url.href);

      expect(await emailIn(await byProvider(true))).toBe(email);
      expect(await stranger.browser.session()).toBeNull();
    });

    it('does not shut out the person if a provider reports it as unverified (ID25)', async () => {
      email = `${randomUUID()}@x.example`;
      const other = await byProvider(false);
      expect(await emailIn(other)).toBe(email);

      expect(await emailIn(await byProvider(true))).toBe(email);
      expect(await other.session()).toBeNull();
    });

    it('stays until all access of the stranger has ended (ID26)', async () => {
      const { id = '' } = (await opened.store.getUserByEmail(email)) ?? {};
      ending.mockRejectedValueOnce(new Error('the store is down'));

      expect(await (await byProvider(true)).session()).toBeNull();
      expect((await opened.store.getUserByEmail(email))?.id).toBe(id);

      expect(await emailIn(await byProvider(true))).toBe(email);
      expect(await stranger.browser.session()).toBeNull();
    });

    it('stays with a user whose other account says nothing about addresses', async () => {
      const { id: userId = '' } = (await opened.store.getUserByEmail(email)) ?? {};
      const providerAccountId = randomUUID();
      await opened.store.linkAccount({
        userId,
        provider: 'other',
        type: 'oauth',
        providerAccountId,
      });

      expect(await (await byProvider(true)).session()).toBeNull();
      expect(await emailIn(stranger.browser)).toBe(email);
    });
  });
});

describe.each(platforms())('an address that was typed stays, on %s', (platform) => {
  it.each([
    ['with stateless sessions, which nothing ends at once', false],
    ['beside passwords of the adapter, which no account shows', true],
  ])('%s', async (_, usersOfAdapter) => {
    const idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    const app = await startPasskeyApp({
      platform,
      config: {
        providers: [
          Passkey({}),
          Credentials({ credentials: {}, usersOfAdapter, authorize: () => null }),
          OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
        ],
        fetch: idp.fetch,
        session: { strategy: usersOfAdapter ? 'database' : 'jwt' },
      },
    });
    const email = `${randomUUID()}@x.example`;
    const first = new PasskeyUser(app);
    await first.register(email);
    idp.claims = { sub: randomUUID(), email, email_verified: true };
    const second = app.client();

    const { location = '' } = await second.signIn('idp', { callbackUrl: '/' });
    const refused = await second.get((await idp.authorize(location)).url.href);

    expect(refused.location).toMatch(/error=OAuthAccountNotLinked/);
    expect((await first.browser.session())?.user?.email).toBe(email);
    await app.close();
    await idp.close();
  });
});
