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

describe.each(cases)('a logout token of the provider, %s sessions on %s', (strategy, platform) => {
  let rig: SignOutRig;

  beforeAll(async () => {
    rig = await SignOutRig.start(platform, {
      provider: { logout: false, backchannelLogout: true },
      config: { session: { strategy } },
    });
  });
  afterEach(() => rig.watched.reset());
  afterAll(() => rig.close());

  /** Signs in within a session of the provider. */
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
    ['in capitals', { typ: 'LOGOUT+JWT' }, 200],
    ['with application/', { typ: 'application/logout+jwt' }, 200],
    ['right and the key unknown', { kid: 'unknown' }, 400],
  ])('with `typ` %s (J31)', async (_what, header, status) => {
    expect((await notify({ sid: 'any' }, header)).status).toBe(status);
  });

  it('is refused where it is unsigned, or signed by the client secret or another key (J31)', async () => {
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
    ['iss of another', () => ({ iss: 'https://other.example' })],
    ['iss with a slash', () => ({ iss: 'https://idp.example/' })],
    ['aud of another', () => ({ aud: 'other' })],
    ['aud without us', () => ({ aud: ['other', 'third'] })],
    ['aud of several and no azp', () => ({ aud: ['client', 'other'] })],
    ['azp of another', () => ({ aud: ['client', 'other'], azp: 'other' })],
    ['no iat', () => ({ iat: undefined })],
    ['iat an hour ago', () => ({ iat: now() - 3600 })],
    ['iat in an hour', () => ({ iat: now() + 3600 })],
    ['iat as text', () => ({ iat: 'now' as never })],
    ['no exp', () => ({ exp: undefined })],
    ['exp past', () => ({ exp: now() - 61 })],
    ['exp in an hour', () => ({ exp: now() + 3600 })],
    ['exp as text', () => ({ exp: 'later' as never })],
    ['no jti', () => ({ jti: undefined })],
    ['jti a number', () => ({ jti: 1 as never })],
    ['jti empty', () => ({ jti: '' })],
  ])('%s is refused (J32)', async (_what, claims) => {
    const response = await notify({ sid: 'any', ...claims() });

    expect(response.status).toBe(400);
    expect(response.json()).toEqual({ error: 'invalid_request' });
  });

  it.each<[string, JWTPayload, number]>([
    ['no events', { events: undefined }, 400],
    ['events a string', { events: EVENT }, 400],
    ['events a list', { events: [EVENT] }, 400],
    ['no event', { events: {} }, 400],
    ['event true', { events: { [EVENT]: true } }, 400],
    ['event a list', { events: { [EVENT]: [] } }, 400],
    ['another event too', { events: { [EVENT]: {}, other: 1 } }, 200],
    ['nonce', { nonce: 'x' }, 400],
    ['empty nonce', { nonce: '' }, 400],
    ['nonce null', { nonce: null }, 400],
    ['neither sub nor sid', { sid: undefined }, 400],
    ['sid a number', { sid: 1 }, 400],
    ['sid empty', { sid: '' }, 400],
    ['sub of 3,000 characters', { sub: 'x'.repeat(3000) }, 400],
  ])('%s (J33)', async (_what, claims, status) => {
    expect((await notify({ sid: 'any', ...claims })).status).toBe(status);
  });

  it('is accepted only as a logout token, and no logout token as an ID token (J34)', async () => {
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

  it('is accepted as one field of a posted form, from a provider that may send it (J36)', async () => {
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

  it('neither reads nor sets a cookie (J37)', async () => {
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

  it('fetches no key for an algorithm that the provider does not use (J31)', async () => {
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

  it('calls no callback of the application (J37)', async () => {
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

  it('notifies listeners of the sessions that it ended', async () => {
    const sid = randomUUID();
    await signIn(sid);
    rig.watched.reset();

    await notify({ sid });

    expect(rig.watched.events).toEqual(strategy === 'database' ? ['signOut'] : []);
  });

  it('can be passed by code of the application', async () => {
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
  it('are accepted in older forms where the provider may send them (J44)', async () => {
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

  it('get a 404 where no provider may send any, and sessions store no `sid` (J83)', async () => {
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
