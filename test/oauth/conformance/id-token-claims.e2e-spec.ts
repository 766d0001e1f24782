import type { FakeOAuthServer } from '@authnest/testing';
import { startClock, stopClock } from '../../support/clock.js';
import { type CheckedClient, platforms } from '../../support/test-app.js';
import { anIdp, Rig, startServer } from './rig.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
const REFUSED = { error: 'OAuthCallbackError', upTo: 'jwks' } as const;

/** Returns the current time, in seconds since the epoch. */
const now = (): number => Math.floor(Date.now() / 1000);

describe.each(platforms())('claims of ID tokens on %s', (platform) => {
  let server: FakeOAuthServer;
  let rig: Rig;

  beforeAll(async () => {
    server = await startServer();
    rig = await Rig.start(
      { platform, others: () => [anIdp(server, { id: 'userinfo', idToken: false })] },
      server,
    );
    // One second outside the tolerance stays outside, however long a sign-in takes.
    stopClock();
  });
  beforeEach(() => rig.reset());
  afterAll(async () => {
    startClock();
    await rig.close();
    await server.close();
  });

  it('signs in with the code flow, and identifies the account by provider and sub (B01)', async () => {
    server.claims = { sub: 'b01', name: 'Bea', email: 'bea@example.com' };
    const browser = rig.client();

    const session = await rig.expectSignedIn(browser, 'userinfo');

    expect(session).toMatchObject({ user: { name: 'Bea', email: 'bea@example.com' } });
    const account = { provider: 'userinfo', providerAccountId: 'b01' };
    expect(await rig.watched.store.getUserByAccount(account)).toMatchObject({ name: 'Bea' });
    expect(rig.callsSince(0)).toEqual(expect.arrayContaining(['authorize', 'token', 'userinfo']));
  });

  it.each([
    ['another host', 'https://evil.test'],
    ['a trailing slash', 'https://idp.example/'],
    ['http instead of https', 'http://idp.example'],
    ['an upper-case host', 'https://IDP.example'],
    ['a path', 'https://idp.example/tenant'],
    ['no value', undefined],
  ])('refuses an iss that has %s (B02)', async (_, iss) => {
    server.idToken = { claims: { iss } };

    await rig.expectSignInRefused(REFUSED);
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['longer than 255 characters', 's'.repeat(256)],
  ])('refuses a sub that is %s (B03)', async (_, sub) => {
    server.idToken = { claims: { sub } };

    await rig.expectSignInRefused(REFUSED);
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['longer than 255 characters', 's'.repeat(256)],
  ])('refuses a sub that is %s if the profile is from userinfo (B03)', async (_, sub) => {
    server.claims = { ...server.claims, sub };

    await rig.expectSignInRefused({ ...REFUSED, upTo: 'userinfo' }, rig.client(), 'userinfo');
  });

  it.each([
    ['another client', { aud: 'somebody-else' }],
    ['nobody', { aud: undefined }],
    ['two audiences, without azp', { aud: ['client', 'evil'] }],
    ['two audiences, with the other one as azp', { aud: ['client', 'evil'], azp: 'evil' }],
  ])('refuses a token for %s (B04)', async (_, claims) => {
    server.idToken = { claims };

    await rig.expectSignInRefused(REFUSED);
  });

  it('accepts a list with one audience, and an azp that is the client (B05)', async () => {
    server.idToken = { claims: { aud: ['client'], azp: 'client' } };

    await rig.expectSignedIn();
  });

  it.each([
    ['absent', () => ({ iat: undefined })],
    ['an hour ahead', () => ({ iat: now() + HOUR, exp: now() + 2 * HOUR })],
    ['a week old', () => ({ iat: now() - WEEK })],
    ['a string', () => ({ iat: String(now()) as unknown as number })],
  ])('refuses an iat that is %s (B06)', async (_, claims) => {
    server.idToken = { claims: claims() };

    await rig.expectSignInRefused(REFUSED);
  });

  it.each([
    ['an absent exp', () => ({ exp: undefined })],
    ['an exp an hour ago', () => ({ iat: now() - 2 * HOUR, exp: now() - HOUR })],
    ['an exp outside the tolerance', () => ({ iat: now() - 2 * MINUTE, exp: now() - 61 })],
    ['an nbf outside the tolerance', () => ({ nbf: now() + 61 })],
  ])('refuses %s (B07)', async (_, claims) => {
    server.idToken = { claims: claims() };

    await rig.expectSignInRefused(REFUSED);
  });

  it.each([
    ['an exp', 70, () => ({ iat: now() - HOUR, exp: now() - 70 }), 'ago'],
    ['an nbf', 70, () => ({ nbf: now() + 70 }), 'from now'],
    ['an iat', 70, () => ({ iat: now() + 70 }), 'from now'],
  ])(
    'logs the difference of the clocks and the option if %s is %d seconds off (RP10)',
    async (...[, , claims, side]) => {
      server.idToken = { claims: claims() };

      await rig.expectSignInRefused(REFUSED);

      expect(rig.app.logs.lines.join()).toMatch(
        new RegExp(
          `(69|7[0-2]) seconds ${side} by the clock of this server.*\\bclockTolerance\\b.* 60 seconds`,
        ),
      );
    },
  );

  it('accepts a clock as far off as `clockTolerance` (RP10)', async () => {
    const tolerant = await Rig.start({ platform, provider: { clockTolerance: 120 } }, server);
    server.idToken = { claims: { iat: now() + 100, nbf: now() + 100 } };

    await tolerant.expectSignedIn();
    await tolerant.close();
  });

  it.each([
    ['exp', () => ({ exp: now() - 50 })],
    ['nbf', () => ({ nbf: now() + 50 })],
    ['iat', () => ({ iat: now() + 50 })],
  ])('accepts an %s within the minute that the guide names (B07, RP10)', async (_, claims) => {
    server.idToken = { claims: claims() };

    await rig.expectSignedIn();
  });

  it.each([
    ['wrong', 'another'],
    ['absent, although one was sent', undefined],
    ['empty', ''],
  ])('refuses a nonce that is %s (B08)', async (_, nonce) => {
    server.idToken = { claims: { nonce } };

    await rig.expectSignInRefused(REFUSED, rig.client(), 'userinfo');
  });

  it('refuses the nonce of the previous sign-in (B08)', async () => {
    const browser = rig.client();
    await rig.signIn(browser);
    const [previous] = server.requestsTo('authorize');
    const nonce = previous?.query.get('nonce') ?? '';
    const other: CheckedClient = rig.client();
    server.idToken = { claims: { nonce } };

    expect(nonce).toMatch(/^[\w-]{43}$/);
    await rig.expectSignInRefused(REFUSED, other);
  });
});
