import { randomUUID } from 'node:crypto';
import { type AdapterAccount, ProviderTokensService } from '@authnest/core';
import type { JWTPayload } from 'jose';
import { describeStores, type OpenStore } from '../support/describe-stores.js';
import { PATIENCE } from '../support/patience.js';
import { platforms } from '../support/test-app.js';
import { Watched } from '../support/watched.js';
import { SignOutRig } from './sign-out-rig.js';

const PATH = '/auth/backchannel-logout/idp';

await describeStores((open) => {
  const cases = platforms().flatMap((platform) =>
    (['jwt', 'database'] as const).map((strategy) => [strategy, platform] as const),
  );

  describe.each(cases)('after a logout token, with %s sessions on %s', (strategy, platform) => {
    let opened: OpenStore;
    /** One application for each way to store tokens. */
    const rigs = new Map<'store' | 'encrypt', SignOutRig>();
    let rig: SignOutRig;
    /** What the account's id has before the provider's `sub`. */
    let prefix = '';

    beforeAll(async () => {
      opened = await open();
      for (const providerTokens of ['store', 'encrypt'] as const) {
        const started = await SignOutRig.start(platform, {
          provider: {
            logout: false,
            backchannelLogout: true,
            profile: ({ sub, email }) => ({ id: prefix + sub, email: String(email) }),
          },
          config: { session: { strategy }, timeout: PATIENCE, providerTokens },
          watched: new Watched(opened.store),
        });
        rigs.set(providerTokens, started);
      }
    });
    afterAll(async () => {
      for (const started of rigs.values()) await started.close();
      await opened.close();
    });
    beforeEach(() => {
      prefix = '';
      use('store');
    });

    function use(providerTokens: 'store' | 'encrypt'): void {
      rig = rigs.get(providerTokens) as SignOutRig;
      rig.watched.failing.clear();
      rig.watched.before.clear();
      rig.server.reset();
      rig.server.tokens = { scope: 'openid', refresh_token: 'refresh' };
    }

    const claim = (sid: string | undefined, sub: string) => {
      rig.server.claims = { sub, email: `${sub}@example.com` };
      rig.server.idToken = { claims: { sid } };
    };
    /** Signs in with an ID token that has this `sid` and `sub`. */
    const signIn = (sid: string | undefined, sub: string, browser = rig.app.client()) => {
      claim(sid, sub);
      return rig.signedIn(browser);
    };
    const notify = async (claims: JWTPayload): Promise<number> => {
      const logout_token = await rig.server.signLogoutToken(claims);
      return (await rig.app.client().post(PATH, { form: { logout_token } })).status;
    };
    const accountOf = async (id: string): Promise<AdapterAccount | null> =>
      rig.watched.store.getAccount(id, 'idp');
    /** Whether the access and the refresh token of an account are stored. */
    const keptOf = async (id: string): Promise<boolean[]> => {
      const account = await accountOf(id);
      return [account?.access_token, account?.refresh_token].map(Boolean);
    };

    it.each(['store', 'encrypt'] as const)(
      "no token of the session is stored with providerTokens: '%s' (J43)",
      async (providerTokens) => {
        use(providerTokens);
        const [sid, sub] = [randomUUID(), randomUUID()];
        await signIn(sid, sub);
        expect(await keptOf(sub)).toEqual([true, true]);

        expect(await notify({ sid, sub })).toBe(200);

        expect(await keptOf(sub)).toEqual([false, false]);
      },
    );

    it('encrypted tokens of another session, or for offline use, stay (J43)', async () => {
      use('encrypt');
      const [one, two] = [randomUUID(), randomUUID()];
      await signIn(randomUUID(), one);
      rig.server.tokens = { scope: 'openid offline_access', refresh_token: 'refresh' };
      const sid = randomUUID();
      await signIn(sid, two);

      expect(await notify({ sid: randomUUID(), sub: one })).toBe(200);
      expect(await notify({ sid, sub: two })).toBe(200);

      expect([await keptOf(one), await keptOf(two)]).toEqual([
        [true, true],
        [true, true],
      ]);
    });

    it('no token is stored for the person if the ID token cannot be opened any more (J43)', async () => {
      use('encrypt');
      const [sub, other] = [randomUUID(), randomUUID()];
      await signIn(randomUUID(), sub);
      await signIn(randomUUID(), other);
      for (const providerAccountId of [sub, other]) {
        const id_token = (await accountOf(providerAccountId))?.id_token?.replace('an1.', 'an1.x');
        await rig.watched.store.updateAccount({ provider: 'idp', providerAccountId, id_token });
      }

      expect(await notify({ sub, sid: randomUUID() })).toBe(200);

      expect([await keptOf(sub), await keptOf(other)]).toEqual([
        [false, false],
        [true, true],
      ]);
    });

    it('the tokens of another account of the user stay (J43)', async () => {
      const [one, two] = [randomUUID(), randomUUID()];
      const browser = await signIn(randomUUID(), one);
      // This links the second account to the user who is signed in.
      await signIn(randomUUID(), two, browser);
      expect((await accountOf(two))?.userId).toBe((await accountOf(one))?.userId);
      await signIn(randomUUID(), one);

      expect(await notify({ sub: one })).toBe(200);

      expect([await keptOf(one), await keptOf(two)]).toEqual([
        [false, false],
        [true, true],
      ]);
    });

    const steps = [
      ['known', 'getUserByAccount', 'openid'],
      ['known', 'endedBefore', 'openid'],
      ['new', 'getUserByAccount', 'openid'],
      ['new', 'registerUser', 'openid'],
      ['known', 'getUserByAccount', 'openid offline_access'],
    ] as const;

    it.each(steps)(
      'a sign-in of a %s user that it met at %s leaves no token, but for the scope offline_access: %s (J38, J43)',
      async (kind, step, scope) => {
        const [sid, sub] = [randomUUID(), randomUUID()];
        if (kind === 'known') await signIn(randomUUID(), sub);
        rig.server.tokens = { scope, refresh_token: 'refresh-2' };
        claim(sid, sub);
        const browser = rig.app.client();
        const started = await browser.signIn('idp', { callbackUrl: '/home' });
        const { url } = await rig.server.authorize(started.location ?? '');
        let status: number | undefined;
        rig.watched.before.set(step, async () => {
          rig.watched.before.clear();
          // The account is not named, so that only the sign-in itself can find it.
          status = await notify({ sid });
        });

        const { location } = await browser.get(url.href);

        expect(status).toBe(200);
        expect(location).toContain('error=OAuthCallbackError');
        const isKept = scope !== 'openid';
        expect(await keptOf(sub)).toEqual([isKept, isKept]);
        const tokens = rig.app.app.get(ProviderTokensService, { strict: false });
        const { userId = '' } = (await accountOf(sub)) ?? {};
        const outcome = await tokens.getAccessToken(userId, 'idp').then(
          () => 'usable',
          (error: { reason?: string }) => error.reason,
        );
        expect(outcome).toBe(isKept ? 'usable' : 'not-stored');
      },
    );

    it('a sign-in that fails while the marks cannot be read loses no tokens (J39)', async () => {
      const sub = randomUUID();
      claim(randomUUID(), sub);
      const browser = rig.app.client();
      const started = await browser.signIn('idp', { callbackUrl: '/home' });
      const { url } = await rig.server.authorize(started.location ?? '');
      rig.watched.failing.add('endedBefore');

      expect((await browser.get(url.href)).location).toContain('error=');

      expect(await browser.session()).toBeNull();
      expect(await keptOf(sub)).toEqual([true, true]);
    });

    /** Makes the access token of an account due, and requests one. */
    const refresh = async (id: string): Promise<string | undefined> => {
      const key = { provider: 'idp', providerAccountId: id };
      const expires_at = Math.floor(Date.now() / 1000) - 1;
      await rig.watched.store.updateAccount({ ...key, expires_at });
      const tokens = rig.app.app.get(ProviderTokensService, { strict: false });
      return tokens.getAccessToken((await accountOf(id))?.userId ?? '', 'idp').then(
        () => 'usable',
        (error: { reason?: string; name: string }) => error.reason ?? error.name,
      );
    };

    it.each([
      ['the session alone', 'openid', 'not-stored'],
      ['the session alone', 'openid offline_access', 'usable'],
      ['another session', 'openid', 'usable'],
      ['a person whose account has another id', 'openid', 'not-stored'],
    ])(
      'that names %s, a token with the scope %s is %s at its refresh (J43)',
      async (what, scope, expected) => {
        const isOther = what.startsWith('a person');
        prefix = isOther ? 'x-' : '';
        rig.server.refreshTokens = 'rotating';
        rig.server.tokens = { scope };
        const [sid, sub] = [randomUUID(), randomUUID()];
        await signIn(sid, sub);
        const id = prefix + sub;
        const ended = what === 'another session' ? randomUUID() : sid;

        expect(await notify(isOther ? { sub, sid } : { sid: ended })).toBe(200);

        expect(await refresh(id)).toBe(expected);
        expect(await keptOf(id)).toEqual(expected === 'usable' ? [true, true] : [false, false]);
      },
    );

    it('no token is returned to a refresh during which it arrives (J43)', async () => {
      rig.server.refreshTokens = 'rotating';
      rig.server.tokens = { scope: 'openid' };
      const [sid, sub] = [randomUUID(), randomUUID()];
      await signIn(sid, sub);
      rig.server.answer('token', async (_, honest) => {
        const response = await honest();
        expect(await notify({ sid, sub })).toBe(200);
        return response;
      });

      expect(await refresh(sub)).toBe('not-stored');
      expect(await keptOf(sub)).toEqual([false, false]);
    });

    if (strategy === 'database') {
      it.each(['listSessionsByProvider', 'listAccountsByUserId', 'deleteSessionsByProvider'])(
        'no token is stored if the notice names only the session and %s failed at first (J39)',
        async (operation) => {
          const [sid, sub] = [randomUUID(), randomUUID()];
          const browser = await signIn(sid, sub);
          rig.watched.failing.add(operation);
          expect(await notify({ sid })).toBe(503);
          rig.watched.failing.clear();

          expect(await notify({ sid })).toBe(200);

          expect(await keptOf(sub)).toEqual([false, false]);
          expect(await browser.session()).toBeNull();
        },
      );

      it('no token is stored if the adapter cannot list the sessions (J43)', async () => {
        const [sid, sub] = [randomUUID(), randomUUID()];
        await signIn(sid, sub);
        const isList = (name: string | symbol) => name === 'listSessionsByProvider';
        const adapter = new Proxy(rig.watched.adapter, {
          get: (target, name) => (isList(name) ? undefined : Reflect.get(target, name)),
        });
        const other = await rig.another({ adapter });
        const logout_token = await rig.server.signLogoutToken({ sid });

        const { status } = await other.client().post(PATH, { form: { logout_token } });

        expect(status).toBe(200);
        expect(await keptOf(sub)).toEqual([false, false]);
        await other.close();
      });
    }

    it('the response is 503 while other requests keep changing the account (J39)', async () => {
      const [sid, sub] = [randomUUID(), randomUUID()];
      await signIn(sid, sub);
      rig.watched.before.set('advanceAccount', async () => {
        const tokenVersion = Number((await accountOf(sub))?.tokenVersion ?? 0) + 1;
        await rig.watched.store.advanceAccount({
          provider: 'idp',
          providerAccountId: sub,
          tokenVersion,
        });
      });
      expect(await notify({ sid, sub })).toBe(503);
      rig.watched.before.clear();

      expect(await notify({ sid, sub })).toBe(200);

      expect(await keptOf(sub)).toEqual([false, false]);
    });
  });
});
