import type { AuthConfig, Session } from '@authnest/core';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { authorize, OidcProvider } from '../support/oidc.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';
import { OwnStore } from './own-store.js';
import type { PublishedStore } from './published-store.js';

const COOKIE = 'authjs.session-token';
const DAY = 86_400;
const EXPIRES_AFTER = 30 * DAY;

/** The session with its user's id, so that tests can check the type that an adapter returns. */
type SessionWithId = Session & { userId?: unknown };

/** Defines tests in which a user signs in, returns and signs out, on each platform. */
export function describeSignIn(openStore: () => Promise<PublishedStore>): void {
  describe.each(platforms())('on %s', (platform) => {
    let store: PublishedStore;
    let idp: OidcProvider;
    let app: TestApp;

    async function start(config: Partial<AuthConfig> = {}): Promise<void> {
      const callbacks: AuthConfig['callbacks'] = {
        session: ({ session, user, token }): SessionWithId => ({
          ...session,
          userId: user?.id ?? token?.sub,
        }),
      };
      const providers = [idp.config('idp'), idp.config('other')];
      const { adapter } = store;
      app = await TestApp.start({ platform, config: { adapter, providers, callbacks, ...config } });
      await idp.register(app, 'idp', 'other');
    }

    async function signedIn(): Promise<CheckedClient> {
      const browser = app.client();
      const { status, location } = await browser.get(await authorize(browser, 'idp'));
      expect({ status, location }).toEqual({ status: 302, location: `${app.url}/home` });
      return browser;
    }

    async function counts() {
      const [users, accounts, sessions] = await Promise.all([
        store.count('users'),
        store.count('accounts'),
        store.count('sessions'),
      ]);
      return { users, accounts, sessions };
    }

    beforeAll(async () => {
      idp = await OidcProvider.start();
    });
    beforeEach(async () => {
      store = await openStore();
    });
    afterEach(async () => {
      startClock();
      await app.close();
      await store.close();
    });
    afterAll(() => idp.close());

    it('signs in and shows the session, with the id as a string', async () => {
      await start();

      const browser = await signedIn();

      expect(await browser.session()).toMatchObject({
        user: { name: 'Ada Lovelace', email: 'ada@example.com' },
        expires: expect.stringMatching(/Z$/) as unknown,
        userId: expect.stringMatching(/./) as unknown,
      });
      expect(await counts()).toEqual({ users: 1, accounts: 1, sessions: 1 });
      expect(app.logs.types).toEqual([]);
    });

    it('finds the same user at the second sign-in', async () => {
      await start();
      const first = await signedIn();

      const second = await signedIn();

      const [before, after] = [
        await first.session<SessionWithId>(),
        await second.session<SessionWithId>(),
      ];
      expect(after.userId).toBe(before.userId);
      expect(await counts()).toEqual({ users: 1, accounts: 1, sessions: 2 });
    });

    it('deletes the stored session at sign-out', async () => {
      await start();
      const browser = await signedIn();

      await browser.signOut();

      expect(await browser.session()).toBeNull();
      expect(await counts()).toEqual({ users: 1, accounts: 1, sessions: 0 });
    });

    it('extends a session and stores its new expiry to the millisecond', async () => {
      await start();
      stopClock();
      const browser = await signedIn();

      setClock(2 * DAY);
      const session = await browser.session();

      const expires = new Date(NOON + (2 * DAY + EXPIRES_AFTER) * 1000);
      expect(session?.expires).toBe(expires.toISOString());
      const stored = await store.adapter.getSessionAndUser?.(browser.cookies.get(COOKIE) ?? '');
      expect(stored?.session.expires).toEqual(expires);
    });

    it('removes a session that has expired', async () => {
      await start();
      stopClock();
      const token = (await signedIn()).cookies.get(COOKIE) ?? '';

      setClock(EXPIRES_AFTER);
      // Another client, because the first one drops the cookie when it expires.
      const browser = app.client();
      browser.cookies.set(COOKIE, token);

      expect(await browser.session()).toBeNull();
      expect(await counts()).toMatchObject({ sessions: 0 });
    });

    it('links another account to the signed-in user, but never by email address alone', async () => {
      await start();
      const browser = await signedIn();
      const stranger = app.client();

      const refused = await stranger.get(await authorize(stranger, 'other'));
      await browser.get(await authorize(browser, 'other'));

      expect(refused.location).toContain('error=OAuthAccountNotLinked');
      expect(await counts()).toEqual({ users: 1, accounts: 2, sessions: 1 });
    });

    it("signs in with the strategy 'jwt', which stores no session", async () => {
      await start({ session: { strategy: 'jwt' } });

      const first = await (await signedIn()).session<SessionWithId>();
      const browser = await signedIn();
      const second = await browser.session<SessionWithId>();
      await browser.signOut();

      expect(first).toMatchObject({ user: { name: 'Ada Lovelace', email: 'ada@example.com' } });
      expect(typeof first.userId).toBe('string');
      expect(second.userId).toBe(first.userId);
      expect(await browser.session()).toBeNull();
      expect(await counts()).toEqual({ users: 1, accounts: 1, sessions: 0 });
    });

    it('signs in and out with an adapter that is a class instance', async () => {
      await start({ adapter: new OwnStore(store.adapter) });

      const browser = await signedIn();
      const session = await browser.session();
      await browser.signOut();

      expect(session).toMatchObject({ user: { email: 'ada@example.com' } });
      expect(await browser.session()).toBeNull();
      expect(await counts()).toEqual({ users: 1, accounts: 1, sessions: 0 });
    });
  });
}
