import { randomUUID } from 'node:crypto';
import { OIDC, type SessionRecord, type SessionList } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { SignOutRig } from '../logout/sign-out-rig.js';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { MapRegistry } from '../support/map-registry.js';
import { PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { type CheckedClient, platforms } from '../support/test-app.js';

const STRATEGIES = ['jwt', 'database'] as const;
const DAY = 24 * 60 * 60;

/** Before whatever begins now, and after what began some requests ago. */
const past = () => new Date(Date.now() - 1);
const inAnHour = () => new Date(Date.now() + 3_600_000);

const cases = platforms().flatMap((platform) =>
  STRATEGIES.map((strategy) => [strategy, platform] as const),
);

/** Runs something when sessions are listed, which is done before the session is issued. */
class SlowRegistry extends MapRegistry {
  before?: () => void;

  override list(userId: string): SessionRecord[] {
    this.before?.();
    this.before = undefined;
    return super.list(userId);
  }
}

describe.each(cases)('a %s session to which an account is added, on %s', (strategy, platform) => {
  let rig: SignOutRig;
  const registry = new SlowRegistry();

  beforeAll(async () => {
    rig = await SignOutRig.start(platform, {
      provider: { logout: false, backchannelLogout: true },
      config: { session: { strategy, ...(strategy === 'jwt' && { revocation: registry }) } },
      others: ({ client }) => [
        OIDC({ id: 'second', name: 'Second', ...client }),
        OIDC({ id: 'third', name: 'Third', ...client, backchannelLogout: true }),
      ],
    });
  });
  afterEach(() => rig.watched.before.clear());
  afterAll(() => rig.close());

  /** Who the provider says is there. */
  const person = (sub: string, sid?: string): void => {
    rig.server.claims = { sub, email: `${sub}@example.com` };
    rig.server.idToken = { claims: { sid } };
  };
  const link = (browser: CheckedClient, id: string, sub: string) => {
    person(sub, randomUUID());
    return rig.signedIn(browser, id);
  };
  const notify = async (claims: { sid?: string; sub?: string }) => {
    const logoutToken = await rig.server.signLogoutToken(claims);
    const form = { logout_token: logoutToken };
    return rig.app.client().post('/auth/backchannel-logout/idp', { form });
  };

  /** The keys of the sessions that are stored. */
  const sessionsOf = async (userId: string): Promise<string[]> => {
    if (strategy === 'jwt') return registry.list(userId).map(({ id }) => id);
    const rows = await rig.watched.store.listSessionsByUserId(userId);
    return rows.map(({ sessionToken }) => sessionToken);
  };

  it.each([
    ['sid', 'second'],
    ['sid', 'third'],
    ['sub', 'second'],
    ['sub', 'third'],
  ] as const)('still ends by the %s of the provider that began it (%s)', async (claim, second) => {
    const [sid, sub] = [randomUUID(), randomUUID()];
    person(sub, claim === 'sid' ? sid : undefined);
    const browser = await rig.signedIn();
    await link(browser, second, `${sub}-2`);
    await link(browser, 'second', `${sub}-3`);
    expect(await browser.session()).toMatchObject({ user: { email: `${sub}@example.com` } });

    expect((await notify(claim === 'sid' ? { sid, sub } : { sub })).status).toBe(200);

    expect(await browser.session()).toBeNull();
  });

  it('is not opened if the provider ends it while the account is being added (J38)', async () => {
    const [sid, sub] = [randomUUID(), randomUUID()];
    person(sub, sid);
    const browser = await rig.signedIn();
    person(`${sub}-2`);
    const started = await browser.signIn('second', { callbackUrl: '/home' });
    const { url } = await rig.server.authorize(started.location ?? '');
    rig.watched.before.set('addToUser', () => {
      rig.watched.before.clear();
      return notify({ sid, sub });
    });

    await browser.get(url.href);

    expect(await browser.session()).toBeNull();
  });

  if (strategy === 'database') {
    it('and one that ends the others meanwhile do not both go on (ID17)', async () => {
      const sub = randomUUID();
      person(sub);
      const [owner, thief] = [await rig.signedIn(), await rig.signedIn()];
      const json = { csrfToken: await owner.csrfToken() };
      rig.watched.before.set('deleteSession', async () => {
        rig.watched.before.clear();
        await link(thief, 'second', `${sub}-2`);
      });

      await owner.post('/auth/sessions/revoke-others', { json });

      const sessions = [await thief.session(), await owner.session()];
      expect(sessions.filter((session) => session !== null)).toHaveLength(1);
    });
  }

  it('adds nothing to its user if it was ended before (D04)', async () => {
    const sub = randomUUID();
    person(sub, randomUUID());
    const browser = await rig.signedIn();
    const user = await rig.watched.store.getUserByEmail(`${sub}@example.com`);
    const { id: userId = '' } = user ?? {};
    const [own = ''] = await sessionsOf(userId);
    person(`${sub}-2`);
    const started = await browser.signIn('second', { callbackUrl: '/home' });
    const { url } = await rig.server.authorize(started.location ?? '');
    await registry.revoke({ id: own, expires: inAnHour() });
    await rig.watched.store.deleteSession(own);

    expect((await browser.get(url.href)).location).toContain('error=OAuthAccountNotLinked');

    const accounts = await rig.watched.store.listAccountsByUserId(userId);
    expect(accounts.map(({ provider }) => provider)).toEqual(['idp']);
  });

  it.each(['all sessions are', 'it alone is'])(
    'is not opened if %s ended while it is being stored (K38)',
    async (which) => {
      const sub = randomUUID();
      person(sub, randomUUID());
      const browser = await rig.signedIn();
      const user = await rig.watched.store.getUserByEmail(`${sub}@example.com`);
      person(`${sub}-2`);
      const started = await browser.signIn('second', { callbackUrl: '/home' });
      const { url } = await rig.server.authorize(started.location ?? '');
      const { id: userId = '' } = user ?? {};
      const isAll = which === 'all sessions are';
      const [own] = await sessionsOf(userId);
      registry.before = () =>
        isAll
          ? registry.revokeUser({ userId, before: past(), expires: inAnHour() })
          : registry.revoke({ id: own ?? '', expires: inAnHour() });
      let additions = 0;
      // The first adds the account, the second the session.
      rig.watched.before.set('addToUser', async () => {
        if (++additions !== 2) return;
        if (isAll) await rig.watched.store.deleteSessionsByUserId(userId);
        else await rig.watched.store.deleteSession(own ?? '');
      });

      await browser.get(url.href);

      expect(await browser.session()).toBeNull();
      expect(own).toEqual(expect.any(String));
      expect(await sessionsOf(userId)).toEqual([]);
    },
  );

  it('is not stored if it was ended while the account was being added (K38)', async () => {
    const sub = randomUUID();
    person(sub, randomUUID());
    const browser = await rig.signedIn();
    const user = await rig.watched.store.getUserByEmail(`${sub}@example.com`);
    const [own = ''] = await sessionsOf(user?.id ?? '');
    person(`${sub}-2`);
    const started = await browser.signIn('second', { callbackUrl: '/home' });
    const { url } = await rig.server.authorize(started.location ?? '');
    let additions = 0;
    rig.watched.before.set('addToUser', async () => {
      additions += 1;
      await registry.revoke({ id: own, expires: inAnHour() });
      await rig.watched.store.deleteSession(own);
    });
    const { record: before } = registry.calls;

    await browser.get(url.href);

    expect(await browser.session()).toBeNull();
    expect([additions, registry.calls.record]).toEqual([1, before]);
  });

  it('ends by the new provider only after a sign-in with the added account', async () => {
    const [sid, sub] = [randomUUID(), randomUUID()];
    person(sub, sid);
    const browser = await rig.signedIn();
    await link(browser, 'second', `${sub}-2`);
    await link(browser, 'second', `${sub}-2`);

    await notify({ sid, sub });

    expect(await browser.session()).toMatchObject({ user: { email: `${sub}@example.com` } });
  });

  it.each(['idp', 'second'])(
    'goes on alone, listed as it began, with its provider (%s)',
    async (first) => {
      const sub = randomUUID();
      person(sub, randomUUID());
      const browser = await rig.signedIn(undefined, first);
      const listed = async () => (await browser.get('/auth/sessions')).json<SessionList>().items;
      const [begun] = await listed();
      const other = await rig.signedIn(undefined, first);
      expect(await listed()).toHaveLength(2);
      await link(browser, 'third', `${sub}-2`);

      expect(await other.session()).toBeNull();
      expect(await listed()).toMatchObject([
        { current: true, provider: first, createdAt: begun?.createdAt },
      ]);
    },
  );
});

describe.each(cases)('a %s session to which a passkey is added, on %s', (strategy, platform) => {
  afterEach(() => startClock());

  it('keeps its absolute end (D07)', async () => {
    stopClock(NOON);
    const session = { strategy, absoluteMaxAge: 7 * DAY };
    const app = await startPasskeyApp({
      platform,
      adapter: new MemoryAdapter(),
      config: { session, account: { freshness: { default: 7 * DAY } } },
    });
    const user = new PasskeyUser(app);
    await user.register('ada@example.com');
    const { expires } = (await user.browser.session()) ?? {};
    expect(expires).toContain('2026-03-17T12:00:00');

    setClock(6 * DAY);
    await user.register('ada@example.com');

    expect(await user.browser.session()).toMatchObject({ expires });
    setClock(7 * DAY);
    expect(await user.browser.session()).toBeNull();
    await app.close();
  });
});
