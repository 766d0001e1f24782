import { randomUUID } from 'node:crypto';
import { aUser } from '@authnest/testing';
import { OIDC, ProviderTokensService } from '@authnest/core';
import type { JWTPayload } from 'jose';
import { startClock, stopClock } from '../support/clock.js';
import { describeStores, type OpenStore } from '../support/describe-stores.js';
import { timesOf } from '../support/effort.js';
import { MapRegistry } from '../support/map-registry.js';
import { PATIENCE } from '../support/patience.js';
import { type CheckedClient, platforms } from '../support/test-app.js';
import { Watched } from '../support/watched.js';
import { SignOutRig } from './sign-out-rig.js';

const PATH = '/auth/backchannel-logout/idp';
const COOKIE = 'authjs.session-token';
/** Long enough for 100 sign-ins on a busy machine, in milliseconds. */
const TIMEOUT_MS = 300_000;
const ORDERS = Array.from({ length: timesOf('LOGOUT_ORDERS', { part: 10, whole: 20 }) });

await describeStores((open) => {
  const cases = platforms().flatMap((platform) =>
    (['jwt', 'database'] as const).map((strategy) => [strategy, platform] as const),
  );

  describe.each(cases)('logout tokens, with %s sessions on %s', (strategy, platform) => {
    let opened: OpenStore;
    let rig: SignOutRig;

    beforeAll(async () => {
      opened = await open();
      rig = await SignOutRig.start(platform, {
        provider: { logout: false, backchannelLogout: true },
        config: { session: { strategy }, timeout: PATIENCE },
        watched: new Watched(opened.store),
        others: (server) => [OIDC({ id: 'other', name: 'Other', ...server.client })],
      });
    });
    afterEach(() => {
      startClock();
      rig.server.reset();
      rig.watched.failing.clear();
      rig.watched.before.clear();
      rig.watched.reset();
    });
    afterAll(async () => {
      await rig.close();
      await opened.close();
    });

    const store = () => rig.watched.store;
    /** Signs in with an ID token that has this `sid` and `sub`. */
    const signIn = (sid: string | undefined, sub: string, id = 'idp'): Promise<CheckedClient> => {
      rig.server.claims = { sub, email: `${sub}@example.com` };
      rig.server.idToken = { claims: { sid } };
      return rig.signedIn(rig.app.client(), id);
    };
    /** Begins a sign-in. @returns the browser, and a function that requests the callback */
    const begin = async (sid: string) => {
      rig.server.claims = { sub: 'ada', email: 'ada@example.com' };
      rig.server.idToken = { claims: { sid } };
      const browser = rig.app.client();
      const started = await browser.signIn('idp', { callbackUrl: '/home' });
      const { url } = await rig.server.authorize(started.location ?? '');
      return { browser, finish: () => browser.get(url.href) };
    };
    const send = (logout_token: string) => rig.app.client().post(PATH, { form: { logout_token } });
    const notify = async (claims: JWTPayload) => send(await rig.server.signLogoutToken(claims));
    const isIn = async (browser: CheckedClient) => (await browser.session()) !== null;

    it('end the sessions with their `sid` at every instance, and no others (J30)', async () => {
      const [sid, sub] = [randomUUID(), randomUUID()];
      const [one, two] = [await signIn(sid, sub), await signIn(sid, sub)];
      const third = await signIn(randomUUID(), sub);
      const elsewhere = await signIn(sid, randomUUID(), 'other');

      const response = await notify({ sid });

      expect(response).toMatchObject({ status: 200, text: '' });
      expect(response.headers['set-cookie']).toBeUndefined();
      const instance = await rig.another();
      const there = instance.client();
      there.cookies.set(COOKIE, one.cookies.get(COOKIE) ?? '');
      expect(await isIn(there)).toBe(false);
      await instance.close();
      const left = [one, two, third, elsewhere].map(isIn);
      expect(await Promise.all(left)).toEqual([false, false, true, true]);
    });

    it('end all sessions of a user by `sub` alone, and only those without a `sid` by both (J30)', async () => {
      const sub = randomUUID();
      const named = await signIn(randomUUID(), sub);
      const bare = await signIn(undefined, sub);
      const somebody = await signIn(undefined, randomUUID());
      const ofAuthJs = randomUUID();
      const { id: userId } = (await store().getUserByEmail(`${sub}@example.com`)) ?? aUser();
      const expires = new Date(Date.now() + 3_600_000);
      await store().createSession({ sessionToken: ofAuthJs, userId, expires });

      await notify({ sub, sid: randomUUID() });
      expect([await isIn(named), await isIn(bare)]).toEqual([true, false]);

      await notify({ sub });
      expect([await isIn(named), await isIn(somebody)]).toEqual([false, true]);
      // A session that Auth.js created does not name a session of the provider.
      expect(await store().getSessionAndUser(ofAuthJs)).not.toBeNull();
    });

    it('do not end later sessions, even if sent 50 times at once and again later (J35)', async () => {
      const sub = randomUUID();
      const old = await signIn(randomUUID(), sub);
      const exp = Math.floor(Date.now() / 1000) + 590;
      const token = await rig.server.signLogoutToken({ sub, exp });
      const responses = await Promise.all(Array.from({ length: 50 }, () => send(token)));
      expect([...new Set(responses.map(({ status }) => status))]).toEqual([200]);
      expect(await isIn(old)).toBe(false);

      for (const seconds of [2, 300]) {
        stopClock(Date.now() + seconds * 1000);
        const fresh = await signIn(randomUUID(), sub);
        expect((await send(token)).status).toBe(200);
        expect(await isIn(fresh)).toBe(true);
        startClock();
      }
    });

    it('stop a sign-in that is in progress (J38)', async () => {
      const sid = randomUUID();
      // Ada is stored already, so that only the session is written.
      await signIn(randomUUID(), 'ada');
      const { id: userId } = (await store().getUserByEmail('ada@example.com')) ?? aUser();
      const before = await store().listSessionsByUserId(userId);
      const { browser, finish } = await begin(sid);

      await notify({ sid });

      expect((await finish()).location).toContain('error=OAuthCallbackError');
      expect(await isIn(browser)).toBe(false);
      expect(await store().listSessionsByUserId(userId)).toHaveLength(before.length);
    });

    it(
      'leave no session with their `sid`, at whatever step of a sign-in they arrive (J38)',
      async () => {
        const steps = ['token', 'getUserByAccount', 'createSession', 'endedBefore', 'end'] as const;
        for (const order of ORDERS.keys()) {
          const step = steps[order % steps.length];
          // Either the sign-in waits for the logout token, or both continue at once.
          const isWaiting = Math.floor(order / steps.length) % 2 === 0;
          const sid = randomUUID();
          const { browser, finish } = await begin(sid);
          const token = await rig.server.signLogoutToken({ sid });
          let sent: Promise<unknown> | undefined;
          const meet = async () => {
            rig.watched.before.clear();
            sent ??= send(token);
            if (isWaiting) await sent;
          };
          if (step === 'token') {
            rig.server.answer('token', async (_, honest) => {
              await meet();
              return honest();
            });
          } else if (step !== undefined) {
            rig.watched.before.set(step, meet);
          }

          await finish();
          await meet();
          await sent;

          expect({ order, step, isWaiting, isIn: await isIn(browser) }).toEqual({
            order,
            step,
            isWaiting,
            isIn: false,
          });
        }
      },
      TIMEOUT_MS,
    );

    it('result in 503 while the store is down at any step, and complete when repeated (J39)', async () => {
      const [sid, sub] = [randomUUID(), randomUUID()];
      rig.server.tokens = { scope: 'openid', refresh_token: 'refresh' };
      const browser = await signIn(sid, sub);
      const token = await rig.server.signLogoutToken({ sid, sub });
      const operations = [
        'markEnded',
        'getAccount',
        'advanceAccount',
        // Last, since the rows show whose tokens are to be cleared.
        ...(strategy === 'database' ? ['deleteSessionsByProvider'] : []),
      ];
      for (const operation of operations) {
        rig.watched.failing.add(operation);
        const response = await send(token);
        expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
        rig.watched.failing.clear();
      }

      expect((await send(token)).status).toBe(200);
      expect(await isIn(browser)).toBe(false);
      const account = await store().getAccount(sub, 'idp');
      expect([account?.access_token ?? null, account?.refresh_token ?? null]).toEqual([null, null]);
    });

    it('clear the provider tokens of the session, unless they are newer or for offline use (J43)', async () => {
      const tried = [
        { scope: 'openid', ended: undefined, ago: 0, kept: false },
        { scope: 'openid offline_access', ended: undefined, ago: 0, kept: true },
        { scope: 'openid', ended: randomUUID(), ago: 0, kept: true },
        { scope: 'openid', ended: undefined, ago: 30, kept: true },
      ];
      for (const { scope, ended, ago, kept } of tried) {
        const [sid, sub] = [randomUUID(), randomUUID()];
        rig.server.tokens = { scope, refresh_token: 'refresh' };
        await signIn(sid, sub);
        const iat = Math.floor(Date.now() / 1000) - ago;

        expect((await notify({ sub, sid: ended ?? sid, iat })).status).toBe(200);

        const account = await store().getAccount(sub, 'idp');
        const left = [account?.access_token, account?.refresh_token].map(Boolean);
        expect({ scope, ended, ago, left }).toEqual({ scope, ended, ago, left: [kept, kept] });
      }
      expect(rig.server.requestsTo('revocation')).toEqual([]);
    });

    it('that arrive during a refresh leave no token to return (J43)', async () => {
      const [sid, sub] = [randomUUID(), randomUUID()];
      rig.server.refreshTokens = 'rotating';
      rig.server.tokens = { scope: 'openid' };
      await signIn(sid, sub);
      const userId = (await store().getAccount(sub, 'idp'))?.userId ?? '';
      await store().updateAccount({ provider: 'idp', providerAccountId: sub, expires_at: 1 });
      rig.server.answer('token', async (_, honest) => {
        const response = await honest();
        await notify({ sid, sub });
        return response;
      });

      const tokens = rig.app.app.get(ProviderTokensService);

      await expect(tokens.getAccessToken(userId, 'idp')).rejects.toMatchObject({
        reason: 'not-stored',
      });
    });

    if (strategy === 'database') return;

    it('cannot be checked while the store is down: reading the session returns 503, and the cookie stays (J39)', async () => {
      const sid = randomUUID();
      const browser = await signIn(sid, 'ada');
      rig.watched.failing.add('endedBefore');

      expect((await browser.get('/auth/session')).status).toBe(503);

      expect(browser.cookies.has(COOKIE)).toBe(true);
      rig.watched.failing.clear();
      expect(await isIn(browser)).toBe(true);
    });
  });

  describe.each(platforms())('sign-out at the provider on %s', (platform) => {
    it.each(['deleteSession', 'getSessionAndUser'])(
      'keeps the session, and does not call the provider, while %s fails (J23)',
      async (operation) => {
        const opened = await open();
        const rig = await SignOutRig.start(platform, {
          config: { session: { strategy: 'database' }, timeout: PATIENCE },
          watched: new Watched(opened.store),
        });
        const browser = await rig.signedIn();
        rig.watched.reset();
        rig.watched.failing.add(operation);

        const out = await browser.signOut({ callbackUrl: '/bye' });

        expect(out).toMatchObject({ status: 503, location: undefined });
        expect(browser.cookies.has(COOKIE)).toBe(true);
        expect(browser.cookies.has('authjs.logout')).toBe(true);
        expect(rig.watched.events).toEqual([]);
        rig.watched.failing.clear();
        expect((await browser.signOut()).location).toMatch(/^https:\/\/idp\.example\//);
        expect(await browser.session()).toBeNull();
        await rig.close();
        await opened.close();
      },
    );

    it.each(['deleteSession', 'getSessionAndUser'])(
      'keeps the session and the tokens, with revokeAt: signOut, while %s fails (J23)',
      async (operation) => {
        const opened = await open();
        const rig = await SignOutRig.start(platform, {
          provider: { logout: false },
          config: {
            session: { strategy: 'database' },
            providerTokens: { revokeAt: 'signOut' },
            timeout: PATIENCE,
          },
          watched: new Watched(opened.store),
        });
        const browser = await rig.signedIn();
        rig.watched.reset();
        rig.watched.failing.add(operation);

        const out = await browser.signOut({ callbackUrl: '/bye' });

        expect(out).toMatchObject({ status: 503, location: undefined });
        expect(browser.cookies.has(COOKIE)).toBe(true);
        expect(rig.watched.writes.filter((name) => name !== 'deleteSession')).toEqual([]);
        rig.watched.failing.clear();
        expect((await browser.signOut({ callbackUrl: '/bye' })).location).toMatch(/\/bye$/);
        expect(await browser.session()).toBeNull();
        await rig.close();
        await opened.close();
      },
    );
  });
});

describe.each(platforms())('sign-out of a stateless session on %s', (platform) => {
  it.each(['isRevoked', 'revoke'])(
    'keeps the session, with revokeAt: signOut, while %s of the store fails (J23)',
    async (operation) => {
      const store = new MapRegistry();
      let isDown = false;
      const revocation = new Proxy(store, {
        get: (target, name) => {
          if (isDown && name === operation) return () => Promise.reject(new Error('down'));
          const member: unknown = Reflect.get(target, name, target);
          return typeof member === 'function' ? member.bind(target) : member;
        },
      });
      const rig = await SignOutRig.start(platform, {
        provider: { logout: false },
        config: {
          session: { strategy: 'jwt', revocation },
          providerTokens: { revokeAt: 'signOut' },
        },
      });
      const browser = await rig.signedIn();
      isDown = true;

      const out = await browser.signOut({ callbackUrl: '/bye' });

      expect(out).toMatchObject({ status: 503, location: undefined });
      expect(browser.cookies.has(COOKIE)).toBe(true);
      isDown = false;
      expect((await browser.signOut({ callbackUrl: '/bye' })).location).toMatch(/\/bye$/);
      expect(await browser.session()).toBeNull();
      await rig.close();
    },
  );
});
