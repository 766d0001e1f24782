import { encode } from '@authnest/core';
import { type FakeOAuthServer } from '@authnest/testing';
import { asStartedByAuthJs } from '../../support/as-auth-js.js';
import { setClock, startClock, stopClock } from '../../support/clock.js';
import { timesOf } from '../../support/effort.js';
import { type CheckedClient, platforms, SECRET } from '../../support/test-app.js';
import { anIdp, Rig, startServer } from './rig.js';

const NOT_OURS = { error: 'Configuration', upTo: 'none' } as const;
/** Without any cookie of a sign-in. */
const ELSEWHERE = { error: 'OAuthCallbackError', upTo: 'none' } as const;
const PKCE = 'authjs.pkce.code_verifier';
/** Number of sign-ins whose values are compared. */
const BROWSERS = timesOf('BROWSERS', { part: 200, whole: 1000 });
/** Lifetime of a check, in seconds. */
const FIFTEEN_MINUTES = 15 * 60;
/** One second more than clocks may differ by. */
const TOLERANCE = 16;

describe.each(platforms())('cookies of a sign-in in progress on %s', (platform) => {
  let server: FakeOAuthServer;
  let rig: Rig;

  beforeAll(async () => {
    server = await startServer();
    const others = () => [anIdp(server, { id: 'pkce', checks: ['pkce'] })];
    rig = await Rig.start({ platform, others }, server);
  });
  beforeEach(() => rig.reset());
  afterEach(startClock);
  afterAll(async () => {
    await rig.close();
    await server.close();
  });

  /** Removes our own cookies, so that only the Auth.js cookies carry the checks of the sign-in. */
  function dropAttempts({ cookies }: CheckedClient): void {
    for (const name of cookies.keys()) if (isAttempt(name)) cookies.delete(name);
  }

  function isAttempt(name: string): boolean {
    return /^authjs\.state\.[0-9a-f]{16}$/.test(name);
  }

  describe.each(['idp', 'pkce'])('of provider %s', (id) => {
    it('signs in with the Auth.js cookies alone', async () => {
      const browser = rig.client();
      const callback = await rig.approve(browser, id);
      await asStartedByAuthJs(browser, SECRET);

      expect((await browser.get(callback.href)).location).toMatch(/\/home$|NotLinked$/);
    });

    it('refuses a callback of our own whose cookie was deleted (ID7)', async () => {
      const browser = rig.client();
      const callback = await rig.approve(browser, id);
      dropAttempts(browser);

      await rig.expectRefused(browser, () => browser.get(callback.href), NOT_OURS);
    });

    it('refuses a callback whose verifier is missing (C03)', async () => {
      const browser = rig.client();
      const callback = await rig.approve(browser, id);
      dropAttempts(browser);
      browser.cookies.delete(PKCE);

      const refusal = id === 'pkce' ? ELSEWHERE : NOT_OURS;
      await rig.expectRefused(browser, () => browser.get(callback.href), refusal);
    });

    it('refuses a callback whose cookies have expired (C03, C04)', async () => {
      stopClock();
      const browser = rig.client();
      const callback = await rig.approve(browser, id);
      const kept = [...browser.cookies];
      setClock(FIFTEEN_MINUTES + TOLERANCE);
      for (const drops of [() => undefined, dropAttempts]) {
        // An attacker ignores the lifetime of a cookie.
        const thief = rig.client();
        for (const [name, value] of kept) thief.cookies.set(name, value);
        drops(thief);
        await rig.expectRefused(thief, () => thief.get(callback.href), NOT_OURS);
      }
    });

    it.each([
      ['nonsense', () => 'nonsense'],
      ['empty', () => ''],
      ['truncated', (value: string) => value.slice(0, -2)],
      ['altered', (value: string) => `${value.slice(0, -12)}AAAA${value.slice(-8)}`],
    ])('refuses a callback whose verifier is %s (C03)', async (_, change) => {
      const browser = rig.client();
      const callback = await rig.approve(browser, id);
      const alone = rig.client();
      for (const [name, value] of browser.cookies) alone.cookies.set(name, value);
      for (const [name, value] of browser.cookies) {
        if (name === PKCE || isAttempt(name)) browser.cookies.set(name, change(value));
      }
      await rig.expectRefused(browser, () => browser.get(callback.href), NOT_OURS);

      dropAttempts(alone);
      alone.cookies.set(PKCE, change(alone.cookies.get(PKCE) ?? ''));
      await rig.expectRefused(alone, () => alone.get(callback.href), NOT_OURS);
    });

    it('refuses a callback whose verifier is from an earlier sign-in (C03)', async () => {
      const browser = rig.client();
      await rig.begin(browser, id);
      const earlier = browser.cookies.get(PKCE) ?? '';
      const callback = await rig.approve(browser, id);
      dropAttempts(browser);
      browser.cookies.set(PKCE, earlier);

      await rig.expectRefused(browser, () => browser.get(callback.href), NOT_OURS);
    });
  });

  it('refuses an attempt that was stored for another state (A23)', async () => {
    const browser = rig.client();
    const callback = await rig.approve(browser);
    const name = [...browser.cookies.keys()].find(isAttempt) ?? '';
    // As if two states had the same cookie name, which is a truncated digest.
    const token = { provider: 'idp', state: '0'.repeat(64) };
    browser.cookies.set(name, await encode({ token, secret: SECRET, salt: name, maxAge: 900 }));

    await rig.expectRefused(browser, () => browser.get(callback.href), NOT_OURS);
  });

  it('sends different states, nonces and challenges for many browsers (A24)', async () => {
    const seen = { state: new Set(), nonce: new Set(), code_challenge: new Set() };
    const csrf = rig.client();
    const csrfToken = await csrf.csrfToken();
    const form = { csrfToken };
    for (let round = 0; round < BROWSERS / 50; round += 1) {
      const started = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const browser = rig.client();
          for (const [name, value] of csrf.cookies) browser.cookies.set(name, value);
          return browser.post('/auth/signin/idp', { form });
        }),
      );
      for (const { location = '' } of started) {
        const { searchParams } = new URL(location);
        for (const [name, values] of Object.entries(seen)) values.add(searchParams.get(name));
      }
    }

    for (const values of Object.values(seen)) expect(values.size).toBe(BROWSERS);
    expect(new Set(Object.values(seen).flatMap((values) => [...values])).size).toBe(3 * BROWSERS);
  });
});
