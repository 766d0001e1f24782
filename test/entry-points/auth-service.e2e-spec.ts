import { AccessDenied, type AuthConfig } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { ConflictException, ForbiddenException } from '@nestjs/common';
import { AuthServiceController } from '../support/auth-service.controller.js';
import { clearedNames, sentCookies } from '../support/set-cookies.js';
import {
  type CheckedClient,
  credentials,
  JANE,
  OTTO,
  platforms,
  TestApp,
} from '../support/test-app.js';

import { WatchedStore } from '../support/watched-store.js';

const TOKEN = 'authjs.session-token';

describe.each(platforms())('AuthService on %s', (platform) => {
  let shared: TestApp;
  /** The shared one, or one that the test starts for itself. */
  let app: TestApp;
  let browser: CheckedClient;

  const startWith = (config: Partial<AuthConfig>) =>
    TestApp.start({ platform, config, module: { controllers: [AuthServiceController] } });

  beforeAll(async () => {
    shared = await startWith({});
  });
  beforeEach(() => use(shared));
  afterEach(async () => {
    if (app !== shared) await app.close();
  });
  afterAll(() => shared.close());

  function use(one: TestApp): void {
    app = one;
    browser = app.client();
  }
  async function start(config: Partial<AuthConfig>): Promise<void> {
    use(await startWith(config));
  }

  const post = async (path: string, json: object = {}) =>
    (await browser.post(`/app/${path}`, { json })).json();

  describe('signIn', () => {
    it('sets the session cookie on the given response and returns the URL to redirect to', async () => {
      expect(await post('sign-in/credentials', { ...JANE, callbackUrl: '/home' })).toEqual({
        url: `${app.url}/home`,
      });
      expect(sentCookies(browser.lastSetCookies).map(({ name }) => name)).toContain(TOKEN);
      expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    });

    it.each<[string, object, { referer?: string }, string]>([
      ['the origin by default', {}, {}, '/'],
      ['the page in redirectTo', { redirectTo: '/there' }, {}, '/there'],
      ['the page in the Referer header', {}, { referer: '/orders?n=1' }, '/orders?n=1'],
      ['the origin, not a foreign callbackUrl', { callbackUrl: 'https://evil.test/' }, {}, ''],
      ['the origin, not a foreign referrer', {}, { referer: 'https://evil.test/a' }, ''],
    ])('sends the browser to %s', async (_, params, { referer }, path) => {
      const headers = {
        referer: referer?.startsWith('/') ? `${app.url}${referer}` : referer,
        'x-auth-return-redirect': '1',
      };

      const json = { ...JANE, ...params };
      const response = await browser.post('/app/sign-in/credentials', { json, headers });
      expect(response.json()).toEqual({ url: `${app.url}${path}` });
    });

    it('throws the error that the endpoint would report', async () => {
      await start({
        callbacks: {
          signIn: ({ user }) => {
            if (user.name === 'error') throw new AccessDenied('not on Sundays');
            return user.name !== 'otto';
          },
        },
      });

      expect(await post('sign-in/credentials', { username: 'jane', password: 'no' })).toEqual({
        type: 'CredentialsSignin',
        code: 'credentials',
      });
      expect(await post('sign-in/credentials', OTTO)).toEqual({ type: 'AccessDenied' });
      expect(await post('sign-in/credentials', { ...OTTO, username: 'error' })).toEqual({
        type: 'AccessDenied',
      });
      expect(await post('sign-in/unknown')).toEqual({ type: 'InvalidProvider' });
      expect(browser.cookies.has(TOKEN)).toBe(false);
    });

    it('throws AdapterError if the store fails', async () => {
      const store = await WatchedStore.open('memory');
      store.fail('getUserByAccount');
      await start({ adapter: store.adapter });

      expect(await post('sign-in/credentials', JANE)).toEqual({ type: 'AdapterError' });
    });

    const thrower = (): never => {
      throw new ConflictException('as it was');
    };
    it.each<[string, Partial<AuthConfig>]>([
      ['authorize', { providers: [{ ...credentials(), authorize: thrower }] }],
      ['the signIn callback', { callbacks: { signIn: thrower } }],
      ['the jwt callback', { callbacks: { jwt: thrower } }],
    ])('passes an HttpException from %s through unchanged', async (_, config) => {
      await start(config);

      const response = await browser.post('/app/sign-in/credentials', { json: JANE });
      expect(response.status).toBe(409);
      expect(response.json()).toMatchObject({ message: 'as it was' });
    });
  });

  describe('signOut', () => {
    it('clears the session cookie on the given response and returns the URL to redirect to', async () => {
      const adapter = new MemoryAdapter();
      await start({ adapter });
      await post('sign-in/credentials', JANE);
      const token = browser.cookies.get(TOKEN) ?? '';
      expect(await adapter.getSessionAndUser(token)).not.toBeNull();

      expect(await post('sign-out', { redirectTo: '/bye' })).toEqual({ url: `${app.url}/bye` });
      expect(clearedNames(browser.lastSetCookies)).toEqual([TOKEN]);
      expect(await adapter.getSessionAndUser(token)).toBeNull();
    });

    it('does nothing if there is no session', async () => {
      expect(await post('sign-out')).toEqual({ url: `${app.url}/` });
      expect(clearedNames(browser.lastSetCookies)).toEqual([]);
    });

    it('throws if the store fails, and keeps the session', async () => {
      const store = await WatchedStore.open('memory');
      await start({ adapter: store.adapter });
      await post('sign-in/credentials', JANE);
      store.fail('deleteSession');

      expect(await post('sign-out')).toEqual({ type: 'SignOutError' });
      expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    });
  });

  describe.each<[string, Partial<AuthConfig> | undefined]>([
    ['stateless', undefined],
    ['stored', { adapter: new MemoryAdapter() }],
  ])('within one request, with %s sessions', (_, config) => {
    beforeEach(() => config && start(config));

    it('returns the new session after signIn', async () => {
      expect(await post('switch/credentials', JANE)).toEqual({ before: null, after: 'jane' });
      expect(await post('switch/credentials', OTTO)).toEqual({ before: 'jane', after: 'otto' });
      expect(await browser.session()).toMatchObject({ user: { name: 'otto' } });
    });

    it('returns no session after signOut', async () => {
      await post('sign-in/credentials', JANE);

      expect(await post('switch/none')).toEqual({ before: 'jane', after: null });
      expect(await browser.session()).toBeNull();
    });
  });

  describe('getSession', () => {
    it('writes a refreshed cookie only if a response is given', async () => {
      await start({ session: { updateAge: 0 } });
      await post('sign-in/credentials', JANE);

      expect((await browser.get('/app/session-only-read')).json()).toMatchObject({
        session: { user: { id: 'id-of-jane', name: 'jane' } },
      });
      expect(browser.lastSetCookies).toEqual([]);
      await browser.get('/app/session');
      expect(sentCookies(browser.lastSetCookies).map(({ name }) => name)).toEqual([TOKEN]);
    });

    it('reads the session once within a request, even if the first read fails', async () => {
      let asked = 0;
      let fails = false;
      await start({
        callbacks: {
          session: ({ session }) => {
            asked += 1;
            if (fails) throw new Error('a bug');
            return session;
          },
        },
      });
      await post('sign-in/credentials', JANE);
      await browser.get('/app/session-twice');
      expect(asked).toBe(1);
      fails = true;
      expect((await browser.get('/app/session-twice')).status).toBe(500);
      expect(asked).toBe(2);
    });

    it('passes an HttpException from the session callback through unchanged, and wraps other errors', async () => {
      let error: Error = new ForbiddenException('as it was');
      await start({
        callbacks: {
          session: () => {
            throw error;
          },
        },
      });
      await post('sign-in/credentials', JANE);

      expect((await browser.get('/app/session')).status).toBe(403);
      error = new Error('a bug');
      expect((await browser.get('/app/session')).json()).toEqual({ type: 'JWTSessionError' });
    });
  });
});
