import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AuthConfig,
  BackchannelLogoutService,
  type JWT,
  type JwtParams,
  OIDC,
} from '@authnest/core';
import type { JWTPayload } from 'jose';
import { startClock, stopClock } from '../support/clock.js';
import { type CheckedClient, platforms } from '../support/test-app.js';
import { SignOutRig } from './sign-out-rig.js';

const PATH = '/auth/backchannel-logout/idp';
const STRATEGIES = ['jwt', 'database'] as const;
const provider = { logout: false, backchannelLogout: true } as const;

const cases = platforms().flatMap((platform) =>
  STRATEGIES.map((strategy) => [strategy, platform] as const),
);

describe.each(cases)('logout tokens during failures, %s sessions on %s', (strategy, platform) => {
  let shared: SignOutRig;
  /** The shared one, or one that the test starts for itself. */
  let rig: SignOutRig;
  /** The listener and the callback of the shared application. */
  let signOut: (() => Promise<void>) | undefined;
  let jwt: ((params: JwtParams) => JWT) | undefined;

  function startWith(config: Partial<AuthConfig>): Promise<SignOutRig> {
    const session = { strategy, ...config.session };
    return SignOutRig.start(platform, {
      provider,
      config: { ...config, session },
      others: ({ client }) => [
        OIDC({ id: 'other', name: 'Other', ...client, backchannelLogout: true }),
      ],
    });
  }
  async function start(config: Partial<AuthConfig>): Promise<void> {
    rig = await startWith(config);
  }
  beforeAll(async () => {
    shared = await startWith({
      events: { signOut: () => signOut?.() },
      callbacks: { jwt: (params) => jwt?.(params) ?? params.token },
    });
  });
  beforeEach(() => {
    rig = shared;
    signOut = undefined;
    jwt = undefined;
  });
  afterEach(async () => {
    startClock();
    if (rig !== shared) await rig.close();
    shared.server.reset();
  });
  afterAll(() => shared.close());

  /** Signs in with an ID token that has these claims. */
  async function signIn(claims: JWTPayload, browser = rig.app.client()): Promise<CheckedClient> {
    const { sub = 'ada', ...others } = claims;
    rig.server.claims = { sub, email: `${sub}@example.com` };
    rig.server.idToken = { claims: others };
    return rig.signedIn(browser);
  }
  const send = (logout_token: string) => rig.app.client().post(PATH, { form: { logout_token } });
  const notify = async (claims: JWTPayload) => send(await rig.server.signLogoutToken(claims));
  const isIn = async (browser: CheckedClient) => (await browser.session()) !== null;
  const now = () => Math.floor(Date.now() / 1000);

  it('are verified with the cached keys while the key set is unavailable (J40)', async () => {
    const sid = randomUUID();
    const browser = await signIn({ sid });
    rig.server.answer('jwks', () => ({ status: 500 }));

    expect((await notify({ sid })).status).toBe(200);
    expect(await isIn(browser)).toBe(false);
  });

  it.each([
    ['fails', () => ({ status: 500 })],
    ['does not respond', () => 'silence' as const],
  ])('result in 503 if no key is cached and the key set endpoint %s (J40)', async (_, fault) => {
    await start({ timeout: 2 });
    rig.server.answer('jwks', fault);

    const response = await notify({ sid: 'one' });

    expect([response.status, response.headers['retry-after']]).toEqual([503, '5']);
  });

  it('are all accepted if hundreds of genuine ones arrive at once (ID18)', async () => {
    await start({ limits: { logoutTokens: { network: 5 } } });
    const tokens = await Promise.all(
      Array.from({ length: 200 }, (_, at) => rig.server.signLogoutToken({ sid: `sid-${at}` })),
    );

    const responses = await Promise.all(tokens.map(send));

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('are accepted from a network that has sent too many refused ones, as providers share theirs (JT2)', async () => {
    await start({ limits: { logoutTokens: { network: 5 } } });
    const sid = randomUUID();
    const browser = await signIn({ sid });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await send('of.another.tenant')).status);

    expect((await notify({ sid })).status).toBe(200);
    expect(statuses).toContain(429);
    expect(await isIn(browser)).toBe(false);
  });

  it('cause one request for keys if an unknown key is named 100 times, and are refused (J31)', async () => {
    await start({ limits: false });
    await notify({ sid: 'one' });
    const before = rig.server.requestsTo('jwks').length;
    const token = await rig.server.signLogoutToken({ sid: 'one' }, { kid: 'unknown' });

    const together = await Promise.all(Array.from({ length: 50 }, () => send(token)));
    const statuses = together.map(({ status }) => status);
    for (let n = 0; n < 50; n += 1) statuses.push((await send(token)).status);

    expect(new Set(statuses)).toEqual(new Set([400]));
    expect(rig.server.requestsTo('jwks')).toHaveLength(before + 1);
  });

  it('with a new key are deferred, not refused, while a stranger prevents a request for keys (J31)', async () => {
    await start({});
    const sid = randomUUID();
    const browser = await signIn({ sid });
    const strange = await rig.server.signLogoutToken({ sid: 'any' }, { kid: 'unknown' });
    expect((await send(strange)).status).toBe(400);
    rig.server.rotateKeys();
    const honest = await rig.server.signLogoutToken({ sid, exp: now() + 300 });

    const deferred = await send(honest);

    expect(deferred.status).toBe(503);
    const wait = Number(deferred.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await isIn(browser)).toBe(true);
    // A stranger can cause any number of these, so they are no errors in the log.
    expect(rig.app.logs.alarms).toEqual([]);

    stopClock(Date.now() + wait * 1000);
    // The stranger is first again; that request for keys brings the new one for everybody.
    const other = await rig.server.signLogoutToken({ sid: 'any' }, { kid: 'other' });
    expect((await send(other)).status).toBe(400);
    expect((await send(honest)).status).toBe(200);
    expect(await isIn(browser)).toBe(false);
  });

  it('result in 503 within the time limit, even if no single step exceeds it (J40)', async () => {
    await start({ timeout: 1 });
    rig.watched.before.set('markEnded', () => delay(700));
    rig.watched.before.set('deleteSessionsByProvider', () => delay(700));

    const response = await notify({ sid: 'one', sub: 'ada' });

    expect([response.status, response.headers['retry-after']]).toEqual([503, '5']);
  });

  it('do not wait for listeners (J40)', async () => {
    const sid = randomUUID();
    const browser = await signIn({ sid });
    const before = rig.app.logs.types.length;
    signOut = () => new Promise(() => {});

    expect((await notify({ sid })).status).toBe(200);
    // An awaited listener would time out with an error in the log.
    expect(rig.app.logs.types.slice(before)).toEqual([]);
    expect(await isIn(browser)).toBe(false);
  });

  it.each([
    ['25 s ahead', 25],
    ['90 s behind', -90],
  ])('are dated by the clock of the provider, which is %s (J42)', async (_, ahead) => {
    const sub = randomUUID();
    const old = await signIn({ sub, iat: now() + ahead - 2 });

    expect((await notify({ sub, iat: now() + ahead })).status).toBe(200);
    const fresh = await signIn({ sub, iat: now() + ahead + 2 });

    expect([await isIn(old), await isIn(fresh)]).toEqual([false, true]);
  });

  it.each(['sid', 'sub'] as const)(
    'by way of BackchannelLogoutService and a %s reach a session whose provider is 25 s ahead (J42)',
    async (by) => {
      rig.server.tokens = { scope: 'openid', refresh_token: 'refresh' };
      const [sub, sid] = [randomUUID(), randomUUID()];
      const browser = await signIn({
        sub,
        sid: by === 'sid' ? sid : undefined,
        iat: now() + 25,
        exp: now() + 300,
      });
      const service = rig.app.app.get(BackchannelLogoutService, { strict: false });

      const { sessions } = await service.end({
        provider: 'idp',
        sub,
        ...(by === 'sid' && { sid }),
      });

      expect(sessions).toBe(strategy === 'database' ? 1 : 0);
      expect(await isIn(browser)).toBe(false);
      const account = await rig.watched.store.getAccount(sub, 'idp');
      expect([account?.access_token ?? null, account?.refresh_token ?? null]).toEqual([null, null]);
    },
  );

  it('prevent a sign-in with an ID token from the same second (J42)', async () => {
    const [sub, iat] = [randomUUID(), now()];
    await notify({ sub, iat });

    rig.server.claims = { sub, email: `${sub}@example.com` };
    rig.server.idToken = { claims: { iat } };
    const browser = rig.app.client();
    const started = await browser.signIn('idp', { callbackUrl: '/home' });
    const { url } = await rig.server.authorize(started.location ?? '');

    expect((await browser.get(url.href)).location).toContain('error=OAuthCallbackError');
    expect(await isIn(browser)).toBe(false);
  });

  it('do not end sessions of another provider, even one with the same users (J30)', async () => {
    const sub = randomUUID();
    rig.server.claims = { sub, email: `${sub}@example.com` };
    const browser = await rig.signedIn(rig.app.client(), 'other');

    expect((await notify({ sub })).status).toBe(200);

    expect(await isIn(browser)).toBe(true);
  });

  if (strategy === 'database') return;

  it('end a session whose cookie was just reissued, and an older copy of the cookie (J41)', async () => {
    await start({ session: { updateAge: 0 } });
    const browser = await signIn({ sid: 'one' });
    const copy = browser.cookies.get('authjs.session-token') ?? '';
    await browser.session();
    expect(browser.cookies.get('authjs.session-token')).not.toBe(copy);

    await notify({ sid: 'one' });

    expect(await isIn(browser)).toBe(false);
    const thief = rig.app.client();
    thief.cookies.set('authjs.session-token', copy);
    expect(await isIn(thief)).toBe(false);
  });

  it('find the session even if the jwt callback rewrites the token (J41)', async () => {
    const op = { p: 'other', u: 'other', t: 4_102_444_800 };
    jwt = ({ token }) => ({ ...token, op });
    const sid = randomUUID();
    const browser = await signIn({ sid });
    expect(await isIn(browser)).toBe(true);

    await notify({ sid });

    expect(await isIn(browser)).toBe(false);
  });
});
