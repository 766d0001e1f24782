import { type AuthConfig, Credentials, Email, OIDC, Passkey } from '@authnest/core';
import { aUser, FakeOAuthServer } from '@authnest/testing';
import { readFromRoot } from '../support/guides.js';
import { PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { plainOAuth } from '../support/plain-oauth.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { type CheckedClient, PASSWORD, platforms, type TestApp } from '../support/test-app.js';
import type { PublishedStore } from './published-store.js';

const GUIDE = 'docs/adapters.md';
const STRATEGIES = ['database', 'jwt'] as const;

/** How a browser signs in as Ada, the first time and again. */
type Way = (browser: CheckedClient) => Promise<unknown>;

/**
 * Defines tests in which a user signs in, returns and signs out in each way, on each platform and
 * with both kinds of session.
 */
export function describeEveryWay(openStore: () => Promise<PublishedStore>): void {
  const cases = platforms().flatMap((platform) =>
    STRATEGIES.map((strategy) => [platform, strategy] as const),
  );
  describe.each(cases)('on %s with sessions of the kind %s', (platform, strategy) => {
    let store: PublishedStore;
    let server: FakeOAuthServer;
    let app: TestApp;
    let mailed: string;

    beforeAll(async () => {
      server = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
      server.claims = { sub: 'ada', name: 'Ada', email: 'ada@example.com', email_verified: true };
    });
    beforeEach(async () => {
      store = await openStore();
      app = await startPasskeyApp({ platform, adapter: store.adapter, config: config() });
    });
    afterEach(async () => {
      await app.close();
      await store.close();
    });
    afterAll(() => server.close());

    function config(): Partial<AuthConfig> {
      const { issuer, clientId, clientSecret } = server.client;
      return {
        session: { strategy },
        fetch: server.fetch,
        providers: [
          OIDC({ id: 'oidc', name: 'OIDC', ...server.client }),
          plainOAuth({
            id: 'oauth',
            clientId,
            clientSecret,
            authorization: `${issuer}/authorize`,
            token: `${issuer}/token`,
            userinfo: `${issuer}/userinfo`,
            profile: ({ sub, name, email }) => ({
              id: `${sub as string}`,
              name: `${name as string}`,
              email: `${email as string}`,
            }),
          }),
          Email({
            server: 'smtp://127.0.0.1:1',
            sendVerificationRequest: ({ url }) => {
              const { pathname, search } = new URL(url);
              mailed = pathname + search;
            },
          }),
          Credentials({
            credentials: { email: {}, password: {} },
            usersOfAdapter: true,
            authorize: async ({ email = '', password }) =>
              password === PASSWORD
                ? ((await store.adapter.getUserByEmail?.(email)) ?? null)
                : null,
          }),
          Passkey({}),
        ],
        callbacks: {
          session: ({ session, user, token }) => ({
            ...session,
            user: { ...session.user, id: user?.id ?? token?.sub },
          }),
        },
      };
    }

    async function byProvider(browser: CheckedClient, id: string): Promise<void> {
      const { location = '' } = await browser.signIn(id, { callbackUrl: '/' });
      await browser.get((await server.authorize(location)).url.href);
    }

    async function byPasskey(): Promise<Way> {
      const key = new SoftwareAuthenticator(app.url);
      let isNew = true;
      return async (browser) => {
        const user = new PasskeyUser(app, browser);
        await (isNew ? user.register('ada@example.com', key) : user.signIn(key));
        isNew = false;
      };
    }

    async function byPassword(): Promise<Way> {
      await store.adapter.createUser?.({ ...aUser(), email: 'ada@example.com' });
      const email = 'ada@example.com';
      return (browser) => browser.signIn('credentials', { email, password: PASSWORD });
    }

    async function byMail(browser: CheckedClient): Promise<void> {
      await browser.signIn('email', { email: 'ada@example.com', callbackUrl: '/' });
      await browser.get(mailed);
    }

    const ways: readonly [name: string, open: () => Promise<Way>][] = [
      ['OpenID Connect', async () => (browser) => byProvider(browser, 'oidc')],
      ['OAuth 2.0', async () => (browser) => byProvider(browser, 'oauth')],
      ['an emailed link', async () => byMail],
      ['a password', byPassword],
      ['a passkey', byPasskey],
    ];

    it.each(ways)('signs in, again and out by %s, as one user', async (_name, open) => {
      const way = await open();
      const [first, second] = [app.client(), app.client()];

      await way(first);
      await way(second);
      const sessions = await Promise.all(
        [first, second].map((browser) => browser.session<{ user: { id: string } } | null>()),
      );
      await first.signOut();

      expect(app.logs.types).toEqual([]);
      expect(sessions[0]?.user.id).toMatch(/./);
      expect(sessions[1]?.user.id).toBe(sessions[0]?.user.id);
      expect(await first.session()).toBeNull();
      expect(await second.session()).not.toBeNull();
      expect(await store.count('users')).toBe(1);
      expect(await store.count('sessions')).toBe(strategy === 'database' ? 1 : 0);
    });

    it('ends a session whose row was deleted meanwhile, at its sign-out too', async () => {
      const browser = app.client();
      await byProvider(browser, 'oidc');
      const [, token = ''] =
        [...browser.cookies].find(([name]) => name.endsWith('session-token')) ?? [];
      if (strategy === 'database') await store.adapter.deleteSession?.(token);

      const { status } = await browser.signOut();

      expect(status).toBe(302);
      expect(await browser.session()).toBeNull();
    });

    it('does not start with a limit that its tables cannot keep', async () => {
      const start = (session: AuthConfig['session']) =>
        startPasskeyApp({
          platform,
          adapter: store.adapter,
          config: { ...config(), session: { strategy, ...session } },
        });

      await expect(start({ maxPerUser: 3 })).rejects.toThrow('session.maxPerUser');
      if (strategy === 'jwt') return;
      await expect(start({ absoluteMaxAge: 3600 })).rejects.toThrow('session.absoluteMaxAge');
    });

    it('reports at the start what is off, as the guide lists it', () => {
      const [, reported] = app.logs.facts.find(([message]) => message.includes('lacks')) ?? [];

      const { 'list of sessions': list, ...off } = listedAsOff();
      expect(list).toEqual(['listSessionsByUserId', 'deleteSessionsByUserId']);
      expect(reported).toMatchObject({
        off: strategy === 'database' ? { 'list of sessions': list, ...off } : off,
      });
    });
  });
}

/** Returns the rows of the guide's table about what published adapters lack. */
function listedAsOff(): Record<string, string[]> {
  const [, rows = ''] =
    /^\| Off +\| Missing .*\n.*\n((?:\|.*\n)+)/m.exec(readFromRoot(GUIDE)) ?? [];
  return Object.fromEntries(
    rows
      .trim()
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()))
      .map(([, off = '', missing = '']) => [off, missing.match(/\w+/g) ?? []]),
  );
}
