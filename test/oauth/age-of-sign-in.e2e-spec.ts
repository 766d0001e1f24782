import { OIDC, type OIDCConfig } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

const NOW = Math.floor(NOON / 1000);
const REFUSED = '/auth/signin?error=OAuthCallbackError';

describe.each(platforms())('the age of the sign-in at a provider on %s', (platform) => {
  let server: FakeOAuthServer;
  let app: TestApp;

  beforeAll(async () => {
    server = await FakeOAuthServer.start();
  });
  beforeEach(() => server.reset());
  afterEach(async () => {
    startClock();
    await app.close();
  });
  afterAll(() => server.close());

  async function start(options: Partial<OIDCConfig>): Promise<CheckedClient> {
    const providers = [OIDC({ id: 'idp', name: 'IdP', ...server.client, ...options })];
    app = await TestApp.start({ platform, config: { providers } });
    stopClock();
    return app.client();
  }

  const withMaxAge = (max_age: unknown) => ({ authorization: { params: { max_age } } });

  async function begin(browser: CheckedClient, params: Record<string, string> = {}): Promise<URL> {
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/home', ...params });
    return new URL(location);
  }

  /** Signs in at the provider. @returns where the callback redirects to, without the origin */
  async function finish(browser: CheckedClient, url: URL, authTime: unknown): Promise<string> {
    server.idToken = { claims: { auth_time: authTime } };
    const callback = (await server.authorize(url.href)).url;
    const { location = '' } = await browser.get(callback.href);
    return location.replace(app.url, '');
  }

  it.each<[string, string, unknown]>([
    ['a minute ago', '/home', NOW - 60],
    ['within the tolerance of clocks', '/home', NOW - 119],
    ['longer ago', REFUSED, NOW - 122],
    ['at an unknown time', REFUSED, undefined],
    ['at a time that is a string', REFUSED, `${NOW}`],
    ['in the future', REFUSED, NOW + 120],
  ])('with max_age=60, a sign-in %s ends at %s (J54)', async (_, target, authTime) => {
    const browser = await start(withMaxAge(60));

    const url = await begin(browser);

    expect(url.searchParams.get('max_age')).toBe('60');
    expect(await finish(browser, url, authTime)).toBe(target);
  });

  it('is compared with a `max_age` in the URL of the endpoint (J54)', async () => {
    const browser = await start({ authorization: `${server.issuer}/authorize?max_age=60` });

    expect(await finish(browser, await begin(browser), NOW - 122)).toBe(REFUSED);
  });

  it('is checked even if the user removes `max_age` from the URL (J54)', async () => {
    const browser = await start(withMaxAge(60));
    const url = await begin(browser);
    url.searchParams.delete('max_age');

    expect(await finish(browser, url, undefined)).toBe(REFUSED);
  });

  it('is checked even if the user deletes the cookie of the attempt (ID7)', async () => {
    const browser = await start({ authorizationParams: ['max_age'] });
    const url = await begin(browser, { max_age: '60' });
    url.searchParams.delete('max_age');
    for (const name of browser.cookies.keys()) {
      if (name.startsWith('authjs.state.')) browser.cookies.delete(name);
    }

    expect(await finish(browser, url, NOW - 86_400)).not.toBe('/home');
  });

  it('does not count the time that the user spends at the provider', async () => {
    const browser = await start(withMaxAge(0));
    const url = await begin(browser);
    setClock(600);

    expect(await finish(browser, url, NOW + 5)).toBe('/home');
  });

  it('is not checked if no `max_age` is requested', async () => {
    const browser = await start({ authorizationParams: ['max_age'] });

    expect(await finish(browser, await begin(browser), NOW - 86_400)).toBe('/home');
  });

  describe('if the caller may set `max_age`', () => {
    it.each([
      ['0', '0'],
      ['3600', '60'],
      ['60', '60'],
    ])('requests the smaller of 60 seconds and %s (J54, C07)', async (asked, requested) => {
      const browser = await start({ ...withMaxAge(60), authorizationParams: ['max_age'] });

      const url = await begin(browser, { max_age: asked });

      expect(url.searchParams.get('max_age')).toBe(requested);
      expect(await finish(browser, url, NOW - Number(requested) - 62)).toBe(REFUSED);
    });

    it('checks what the caller requested, without any in the configuration (J54)', async () => {
      const browser = await start({ authorizationParams: ['max_age'] });
      const url = await begin(browser, { max_age: '0' });

      expect(await finish(browser, url, NOW - 62)).toBe(REFUSED);
    });

    it.each(['soon', '-1', '1.5', '1e3', ''])('starts no sign-in with %j', async (asked) => {
      const browser = await start({ authorizationParams: ['max_age'] });

      const { status } = await browser.signIn('idp', { max_age: asked });

      expect(status).toBe(400);
      expect(app.logs.alarms).toEqual([]);
    });
  });
});
