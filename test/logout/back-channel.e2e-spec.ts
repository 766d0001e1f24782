import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { BackchannelLogoutService } from '@authnest/core';
import type { JWTPayload } from 'jose';
import { type CheckedClient, platforms } from '../support/test-app.js';
import { SignOutRig } from './sign-out-rig.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const STRATEGIES = ['jwt', 'database'] as const;
const PATH = '/auth/backchannel-logout/idp';

const cases = platforms().flatMap((platform) =>
  STRATEGIES.map((strategy) => [strategy, platform] as const),
);

describe.each(cases)('a logout token, with %s sessions on %s', (strategy, platform) => {
  let rig: SignOutRig;

  beforeAll(async () => {
    rig = await SignOutRig.start(platform, {
      provider: { logout: false, backchannelLogout: true },
      config: { session: { strategy } },
    });
  });
  afterEach(() => rig.watched.reset());
  afterAll(() => rig.close());

  /** Signs in with an ID token that has this `sid` and `sub`. */
  const signIn = (sid: string | undefined, sub = 'ada'): Promise<CheckedClient> => {
    rig.server.claims = { sub, email: `${sub}@example.com` };
    rig.server.idToken = { claims: { sid } };
    return rig.signedIn();
  };
  const send = (form: Record<string, string>) => rig.app.client().post(PATH, { form });
  const notify = async (claims: JWTPayload, header?: Record<string, unknown>) =>
    send({ logout_token: await rig.server.signLogoutToken(claims, header) });
  const isIn = async (browser: CheckedClient) => (await browser.session()) !== null;

  it.each<[string, Record<string, unknown>, number]>([
    ['absent', { typ: undefined }, 400],
    ['JWT', { typ: 'JWT' }, 400],
    ['at+jwt', { typ: 'at+jwt' }, 400],
    ['in upper case', { typ: 'LOGOUT+JWT' }, 200],
    ['with the prefix application/', { typ: 'application/logout+jwt' }, 200],
    ['right, but with an unknown key', { kid: 'unknown' }, 400],
  ])('has its `typ` checked: %s (J31)', async (_what, header, status) => {
    expect((await notify({ sid: 'any' }, header)).status).toBe(status);
  });

  it('is refused if it is unsigned, malformed or signed with the client secret (J31)', async () => {
    const secret = new TextEncoder().encode(rig.server.client.clientSecret);
    const forged = await rig.server.sign(await honest(), {
      header: { alg: 'HS256', typ: 'logout+jwt' },
      key: secret,
    });
    const [, payload = ''] = forged.split('.');
    const none = `${Buffer.from('{"alg":"none","typ":"logout+jwt"}').toString('base64url')}.${payload}.`;

    for (const token of [forged, none, `${forged}x`, 'a.b.c', '']) {
      expect((await send({ logout_token: token })).status).toBe(400);
    }
  });

  const now = () => Math.floor(Date.now() / 1000);

  it.each<[string, () => JWTPayload]>([
    ['the iss of another provider', () => ({ iss: 'https://other.example' })],
    ['an iss with a trailing slash', () => ({ iss: 'https://idp.example/' })],
    ['the aud of another client', () => ({ aud: 'other' })],
    ['an aud without this client', () => ({ aud: ['other', 'third'] })],
    ['several audiences and no azp', () => ({ aud: ['client', 'other'] })],
    ['the azp of another client', () => ({ aud: ['client', 'other'], azp: 'other' })],
    ['no iat', () => ({ iat: undefined })],
    ['an iat an hour ago', () => ({ iat: now() - 3600 })],
    ['an iat in an hour', () => ({ iat: now() + 3600 })],
    ['an iat that is a string', () => ({ iat: 'now' as never })],
    ['no exp', () => ({ exp: undefined })],
    ['an exp in the past', () => ({ exp: now() - 61 })],
    ['an exp in an hour', () => ({ exp: now() + 3600 })],
    ['an exp that is a string', () => ({ exp: 'later' as never })],
    ['no jti', () => ({ jti: undefined })],
    ['a jti that is a number', () => ({ jti: 1 as never })],
    ['an empty jti', () => ({ jti: '' })],
  ])('is refused with %s (J32)', async (_what, claims) => {
    const response = await notify({ sid: 'any', ...claims() });

    expect(response.status).toBe(400);
    expect(response.json()).toEqual({ error: 'invalid_request' });
  });

  it.each<[string, JWTPayload, number]>([
    ['no events', { events: undefined }, 400],
    ['events that are a string', { events: EVENT }, 400],
    ['events that are a list', { events: [EVENT] }, 400],
    ['no logout event', { events: {} }, 400],
    ['a logout event that is true', { events: { [EVENT]: true } }, 400],
    ['a logout event that is a list', { events: { [EVENT]: [] } }, 400],
    ['another event as well', { events: { [EVENT]: {}, other: 1 } }, 200],
    ['a nonce', { nonce: 'x' }, 400],
    ['an empty nonce', { nonce: '' }, 400],
    ['a null nonce', { nonce: null }, 400],
    ['neither sub nor sid', { sid: undefined }, 400],
    ['a sid that is a number', { sid: 1 }, 400],
    ['an empty sid', { sid: '' }, 400],
    ['a sub of 3,000 characters', { sub: 'x'.repeat(3000) }, 400],
  ])('has its claims checked: %s (J33)', async (_what, claims, status) => {
    expect((await notify({ sid: 'any', ...claims })).status).toBe(status);
  });

  it('cannot be replaced by an ID token, and cannot replace an ID token (J34)', async () => {
    const idToken = await rig.server.sign({
      ...(await honest()),
      nonce: 'n',
      events: undefined,
    });
    expect((await send({ logout_token: idToken })).status).toBe(400);

    const notice = await rig.server.signLogoutToken({ sub: 'ada', nonce: undefined });
    rig.server.idToken = { alter: () => notice };
    const browser = rig.app.client();
    const started = await browser.signIn('idp', { callbackUrl: '/home' });
    const { url } = await rig.server.authorize(started.location ?? '');
    expect((await browser.get(url.href)).location).toContain('error=');
    rig.server.idToken = {};
  });

  it('is accepted only as a single field in a posted form, from a provider that may send it (J36)', async () => {
    const token = await rig.server.signLogoutToken({ sid: 'any' });
    const client = rig.app.client();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };

    expect((await client.post(`${PATH}?logout_token=${token}`)).status).toBe(400);
    expect((await client.post(PATH, { json: { logout_token: token } })).status).toBe(400);
    expect(
      (await client.request('POST', PATH, form, `logout_token=${token}&logout_token=${token}`))
        .status,
    ).toBe(400);
    expect((await client.request('POST', PATH, form, `logout_token[]=${token}`)).status).toBe(400);
    expect((await send({ logout_token: token, rest: 'x'.repeat(66_000) })).status).toBe(413);
    expect((await client.get(PATH)).status).toBe(405);
    expect((await client.request('PUT', PATH, form, `logout_token=${token}`)).status).toBe(405);
    expect((await client.post('/auth/backchannel-logout/none', { form: {} })).status).toBe(404);
  });

  it('is handled without reading or setting cookies (J37)', async () => {
    const browser = await signIn(randomUUID());
    const token = await rig.server.signLogoutToken({ sid: 'any' });

    const response = await browser.post(PATH, {
      form: { logout_token: token },
      headers: { origin: 'https://evil.test' },
    });

    expect(response.status).toBe(200);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(await isIn(browser)).toBe(true);
  });

  it('causes no request for keys if the provider does not use its algorithm (J31)', async () => {
    const cold = await SignOutRig.start(platform, {
      provider: { logout: false, backchannelLogout: true },
    });
    const { clientSecret } = cold.server.client;
    const forged = await cold.server.sign(await honest(), {
      header: { alg: 'HS256', typ: 'logout+jwt' },
      key: new TextEncoder().encode(clientSecret),
    });

    const { status } = await cold.app.client().post(PATH, { form: { logout_token: forged } });

    expect(status).toBe(400);
    expect(cold.server.requestsTo('jwks')).toEqual([]);
    await cold.close();
  });

  it('ends a session that an instance whose clock is up to a minute ahead began (J38)', async () => {
    const sid = randomUUID();
    const before = Math.floor(Date.now() / 1000);
    const browser = await signIn(sid);
    const after = Math.ceil(Date.now() / 1000);

    await notify({ sid, iat: before - 70 });
    expect(await isIn(browser)).toBe(true);
    await notify({ sid, iat: after - 50 });
    expect(await isIn(browser)).toBe(false);
  });

  it('is handled without callbacks of the application (J37)', async () => {
    const called = jest.fn(async () => Promise.reject(new Error('a fault of the callback')));
    const callbacks = { redirect: called, signIn: called, jwt: called, session: called };
    const other = await SignOutRig.start(platform, {
      provider: { logout: false, backchannelLogout: true },
      config: { session: { strategy }, callbacks },
    });
    const token = await other.server.signLogoutToken({ sid: 'any' });

    const { status } = await other.app.client().post(PATH, { form: { logout_token: token } });

    expect(status).toBe(200);
    expect(called).not.toHaveBeenCalled();
    await other.close();
  });

  it('notifies listeners of the stored sessions that it ended', async () => {
    const sid = randomUUID();
    await signIn(sid);
    rig.watched.reset();

    await notify({ sid });

    expect(rig.watched.events).toEqual(strategy === 'database' ? ['signOut'] : []);
  });

  it('can be replaced by a call to BackchannelLogoutService', async () => {
    const sid = randomUUID();
    const browser = await signIn(sid);
    const service = rig.app.app.get(BackchannelLogoutService, { strict: false });

    const { sessions } = await service.end({ provider: 'idp', sid });

    expect(sessions).toBe(strategy === 'database' ? 1 : 0);
    expect(await isIn(browser)).toBe(false);
    await expect(service.end({ provider: 'none', sid })).rejects.toThrow('backchannelLogout');
  });

  async function honest(): Promise<JWTPayload> {
    const { iss, aud } = { iss: rig.server.issuer, aud: 'client' };
    return {
      iss,
      aud,
      iat: now(),
      exp: now() + 100,
      jti: randomUUID(),
      sid: 'any',
      events: { [EVENT]: {} },
    };
  }
});

describe.each(platforms())('logout tokens on %s', (platform) => {
  it('are accepted in older forms if the provider may send them (J44)', async () => {
    const rig = await SignOutRig.start(platform, {
      provider: { logout: false, backchannelLogout: { acceptLegacyTokens: true } },
    });
    const now = Math.floor(Date.now() / 1000);
    const statusOf = async (claims: JWTPayload, header = {}): Promise<number> => {
      const form = {
        logout_token: await rig.server.signLogoutToken({ sid: 'any', ...claims }, header),
      };
      return (await rig.app.client().post(PATH, { form })).status;
    };

    expect(await statusOf({ exp: undefined, iat: now - 110 })).toBe(200);
    expect(await statusOf({ exp: undefined, iat: now - 125 })).toBe(400);
    expect(await statusOf({}, { typ: undefined })).toBe(200);
    expect(await statusOf({}, { typ: 'at+jwt' })).toBe(400);
    expect(await statusOf({ events: undefined }, { typ: undefined })).toBe(400);
    await rig.close();
  });

  it('result in 404 if no provider may send any, and sessions store no provider subject (J83)', async () => {
    const rig = await SignOutRig.start(platform, { config: { session: { strategy: 'database' } } });
    const browser = await rig.signedIn();
    const token = browser.cookies.get('authjs.session-token') ?? '';

    expect((await rig.app.client().post(PATH, { form: {} })).status).toBe(404);
    const stored = await rig.watched.store.getSessionAndUser(token);
    expect(stored?.session.providerSubject).toBeUndefined();
    expect(rig.watched.calls).not.toContain('endedBefore');
    await rig.close();
  });
});
