import { authorize, OidcProvider } from '../support/oidc.js';
import { clearedNames, sentCookies } from '../support/set-cookies.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';

const CB = 'authjs.callback-url';

describe.each(platforms())('the cookies of each response on %s', (platform) => {
  let provider: OidcProvider;
  let app: TestApp;
  let browser: CheckedClient;
  const asked: { url: string; baseUrl: string }[] = [];

  beforeAll(async () => {
    provider = await OidcProvider.start();
    app = await TestApp.start({
      platform,
      config: {
        providers: [credentials(), provider.config('idp', { checks: ['state', 'pkce', 'nonce'] })],
        callbacks: {
          redirect: (params) => {
            asked.push(params);
            return params.url.startsWith('/') ? params.baseUrl + params.url : params.baseUrl;
          },
        },
      },
    });
    await provider.register(app, 'idp');
  });
  beforeEach(() => {
    browser = app.client();
    asked.length = 0;
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });

  const sent = (): string[] => sentCookies(browser.lastSetCookies).map(({ name }) => name);
  const remembered = (): string => decodeURIComponent(browser.cookies.get(CB) ?? '');

  describe('the callback URL', () => {
    it('is the origin at the first request from a browser, and is sent once', async () => {
      await browser.get('/auth/session');
      expect(browser.lastSetCookies).toContain(
        `${CB}=${encodeURIComponent(app.url)}; Path=/; HttpOnly; SameSite=Lax`,
      );

      await browser.get('/auth/session');
      expect(sent()).not.toContain(CB);
    });

    it('is the one in the body, else in the query, else in the cookie', async () => {
      await browser.get('/auth/signin?callbackUrl=/query');
      expect(remembered()).toBe(`${app.url}/query`);

      const csrfToken = await browser.csrfToken();
      const form = { csrfToken, callbackUrl: '/body' };
      const both = await browser.post('/auth/signout?callbackUrl=/query2', { form });
      expect(both.location).toBe(`${app.url}/body`);
      expect(remembered()).toBe(`${app.url}/body`);

      const fromQuery = await browser.signOut();
      // The redirect callback of this application accepts only paths, not its own earlier result.
      expect(fromQuery.location).toBe(app.url);
    });

    it('is passed to the redirect callback once per request that has one, with the origin', async () => {
      await browser.get('/auth/csrf');
      expect(asked).toEqual([]);

      await browser.get('/auth/session?callbackUrl=/a');
      expect(asked).toEqual([{ url: '/a', baseUrl: app.url }]);

      asked.length = 0;
      await browser.signIn('credentials', { ...JANE, callbackUrl: '/home' });
      expect(asked).toEqual([
        { url: `${app.url}/a`, baseUrl: app.url },
        { url: '/home', baseUrl: app.url },
      ]);
    });

    it('is never cleared', async () => {
      await browser.signIn('credentials', { ...JANE, callbackUrl: '/home' });
      await browser.signOut({ callbackUrl: '/bye' });

      expect(remembered()).toBe(`${app.url}/bye`);
      expect(clearedNames(browser.lastSetCookies)).not.toContain(CB);
    });
  });

  it('are not set by GET /auth/providers, refusals and failures (CK-6)', async () => {
    const silent: (() => Promise<unknown>)[] = [
      () => browser.get('/auth/providers'),
      () => browser.get('/auth/nothing'),
      () => browser.request('PUT', '/auth/session'),
      () => browser.post('/auth/signout'),
      () => browser.post('/auth/session', { json: {} }),
      () => browser.post('/auth/signout', { headers: { origin: 'https://evil.test' } }),
      () => browser.post('/auth/callback/credentials', { form: JANE }),
      () => browser.get('/auth/signin/idp'),
      () => browser.get('/auth/callback/nobody'),
      () => browser.post('/auth/providers'),
      () => browser.get('/auth/callback/idp?error=access_denied'),
    ];
    for (const send of silent) {
      browser = app.client();
      await send();
      expect(browser.lastSetCookies).toEqual([]);
    }
  });

  it('are not set by a failed sign-in, which keeps the CSRF cookie (CK-6)', async () => {
    const before = await browser.csrfToken();

    await browser.signIn('credentials', { username: 'jane', password: 'wrong', callbackUrl: '/x' });

    expect(browser.lastSetCookies).toEqual([]);
    expect(await browser.csrfToken()).toBe(before);
  });

  it.each([
    [
      'an error from the provider',
      (url: URL) => {
        url.searchParams.delete('code');
        url.searchParams.set('error', 'access_denied');
      },
    ],
    ['an invalid code', (url: URL) => url.searchParams.set('code', 'wrong')],
    ['another state', (url: URL) => url.searchParams.set('state', 'wrong')],
    ['no state', (url: URL) => url.searchParams.delete('state')],
  ])(
    'a failed callback clears the checks that it used, and sets no cookie: %s (CK-6)',
    async (_, spoil) => {
      const callback = new URL(await authorize(browser, 'idp'), app.url);
      spoil(callback);

      const response = await browser.get(`${callback.pathname}${callback.search}`);

      expect(response.location).toMatch(/error=(?:OAuthCallbackError|Configuration)(?:&|$)/);
      const lines = sentCookies(browser.lastSetCookies);
      expect(lines.length).toBeGreaterThan(0);
      expect(clearedNames(browser.lastSetCookies)).toEqual(lines.map(({ name }) => name));
      expect(lines.map(({ name }) => name)).not.toContain('authjs.session-token');
    },
  );

  it('a successful callback clears the checks in the response that sets the session cookie', async () => {
    const callback = await authorize(browser, 'idp');
    const checks = [...browser.cookies.keys()].filter((name) => /state|pkce|nonce/.test(name));

    await browser.get(callback);

    expect(checks).toHaveLength(4);
    expect(new Set(clearedNames(browser.lastSetCookies))).toEqual(new Set(checks));
    expect(sent()).toContain('authjs.session-token');
  });
});
