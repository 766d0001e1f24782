import type { PagesOptions } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { authorize, OidcProvider } from '../support/oidc.js';
import { credentials, JANE, platforms, TestApp } from '../support/test-app.js';

const KEYS = ['signIn', 'signOut', 'error', 'verifyRequest', 'newUser'] as const;

/** Returns every page at one base URL, each with its own path. */
const pagesAt = (base: string, query = ''): PagesOptions =>
  Object.fromEntries(KEYS.map((key) => [key, `${base}/${key}${query}`]));

const PLACES = [
  ['paths', '', '', {}],
  ['paths with a query', '', '?lang=de&x=%26', { lang: 'de', x: '&' }],
  ['paths with a fragment', '', '?lang=de#top', { lang: 'de' }],
  ['pages on another site', 'https://id.example', '', {}],
  ['pages on another site with a query', 'https://id.example/de', '?lang=de', { lang: 'de' }],
] as const;

describe.each(
  platforms().flatMap((platform) => PLACES.map((place) => [platform, ...place] as const)),
)('on %s, custom pages that are %s', (platform, _, base, query, own) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ platform, config: { pages: pagesAt(base, query) } });
  });
  afterAll(() => app.close());

  /** Splits the URL that a browser is redirected to into page, parameters and fragment. */
  const read = (location = '') => {
    const url = new URL(location);
    const params = Object.fromEntries(url.searchParams);
    return { page: `${url.origin}${url.pathname}`, params, hash: url.hash };
  };
  const expected = (key: (typeof KEYS)[number], params: Record<string, string> = {}) => ({
    page: `${base === '' ? app.url : base}/${key}`,
    params: { ...own, ...params },
    hash: query.includes('#') ? '#top' : '',
  });

  it('receive the parameters that the sign-in page would use', async () => {
    const plain = await app.client().get('/auth/signin');
    const full = await app.client().get('/auth/signin?callbackUrl=/home&error=SessionRequired');

    expect(plain.status).toBe(302);
    expect(read(plain.location)).toEqual(expected('signIn', { callbackUrl: app.url }));
    expect(read(full.location)).toEqual(
      expected('signIn', { callbackUrl: `${app.url}/home`, error: 'SessionRequired' }),
    );
  });

  it('receive no foreign callback URL', async () => {
    const response = await app.client().get('/auth/signin?callbackUrl=https://evil.test');

    expect(read(response.location)).toEqual(expected('signIn', { callbackUrl: app.url }));
  });

  it('receive the errors of a sign-in', async () => {
    const browser = app.client();
    const wrong = await browser.signIn('credentials', { username: 'jane', password: 'wrong' });
    const missing = await browser.post('/auth/callback/credentials');
    const stays = await browser.post('/auth/signout');

    expect(read(wrong.location)).toEqual(
      expected('signIn', { error: 'CredentialsSignin', code: 'credentials' }),
    );
    expect(read(missing.location)).toEqual(expected('signIn', { error: 'MissingCSRF' }));
    expect(read(stays.location)).toEqual(expected('signOut', { error: 'MissingCSRF' }));
  });

  it('receive every other error', async () => {
    const browser = app.client();
    const unknown = await browser.get('/auth/callback/nobody');
    const asked = await browser.get('/auth/error?error=AccessDenied');
    const coded = await browser.get('/auth/error?error=CredentialsSignin&code=locked');
    const none = await browser.get('/auth/error');

    expect(read(unknown.location)).toEqual(expected('error', { error: 'Configuration' }));
    expect(read(asked.location)).toEqual(expected('error', { error: 'AccessDenied' }));
    expect(read(coded.location)).toEqual(
      expected('error', { error: 'CredentialsSignin', code: 'locked' }),
    );
    expect(read(none.location)).toEqual(expected('error'));
  });

  it('replace the sign-out page, and the verify-request page with its whole query', async () => {
    const signOut = await app.client().get('/auth/signout?callbackUrl=/x');
    const mail = await app.client().get('/auth/verify-request?provider=email&type=email');

    expect(read(signOut.location)).toEqual(expected('signOut'));
    expect(read(mail.location)).toEqual(
      expected('verifyRequest', { provider: 'email', type: 'email' }),
    );
  });

  it('receive the initial cookies', async () => {
    const browser = app.client();
    for (const path of ['signin', 'signout', 'verify-request']) {
      browser.cookies.clear();
      await browser.get(`/auth/${path}`);
      expect([...browser.cookies.keys()]).toEqual(['authjs.csrf-token', 'authjs.callback-url']);
    }
  });

  it('are returned as a URL in JSON if the client requests it', async () => {
    const headers = { 'x-auth-return-redirect': '1' };
    const response = await app.client().get('/auth/signin', headers);

    expect(response.status).toBe(200);
    expect(read(response.json<{ url: string }>().url)).toEqual(
      expected('signIn', { callbackUrl: app.url }),
    );
  });

  it('do not block a sign-in', async () => {
    const browser = app.client();

    expect((await browser.signIn('credentials', { ...JANE, callbackUrl: '/home' })).location).toBe(
      `${app.url}/home`,
    );
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });
});

describe.each(platforms())('the page for new users on %s', (platform) => {
  let provider: OidcProvider;

  beforeAll(async () => {
    provider = await OidcProvider.start();
  });
  afterAll(() => provider.close());

  it.each([
    ['/welcome', (url: string) => `${url}/welcome?`],
    ['/welcome?step=1', (url: string) => `${url}/welcome?step=1&`],
    ['https://id.example/hello?x=1', () => 'https://id.example/hello?x=1&'],
  ])('is %s at the first sign-in, and at no later one', async (newUser, start) => {
    const app = await TestApp.start({
      platform,
      config: {
        adapter: new MemoryAdapter(),
        providers: [credentials(), provider.config('idp')],
        pages: { newUser },
      },
    });
    await provider.register(app, 'idp');
    const browser = app.client();

    const first = await browser.get(await authorize(browser, 'idp', { callbackUrl: '/home' }));
    expect(first.location?.startsWith(start(app.url))).toBe(true);
    expect(new URL(first.location ?? '').searchParams.get('callbackUrl')).toBe(`${app.url}/home`);
    await browser.signOut();

    const second = await browser.get(await authorize(browser, 'idp', { callbackUrl: '/home' }));
    expect(second.location).toBe(`${app.url}/home`);
    // An application that checks credentials already has its users, so none of them is new.
    const other = await app.client().signIn('credentials', { ...JANE, callbackUrl: '/home' });
    expect(other.location).toBe(`${app.url}/home`);
    await app.close();
  });
});
