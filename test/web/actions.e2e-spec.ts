import { createHash } from 'node:crypto';
import { plainOAuth } from '../support/plain-oauth.js';
import { clearedNames, sentCookies } from '../support/set-cookies.js';
import {
  type CheckedClient,
  credentials,
  JANE,
  platforms,
  SECRET,
  TestApp,
} from '../support/test-app.js';
import { Watched } from '../support/watched.js';

const HTML = { accept: 'text/html' };
const JSON_TYPE = 'application/json; charset=utf-8';

describe.each(platforms())('each endpoint on %s', (platform) => {
  const watched = new Watched();
  let app: TestApp;
  let browser: CheckedClient;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      config: {
        ...watched.config,
        providers: [credentials(), plainOAuth()],
        experimental: { enableWebAuthn: true },
      },
    });
  });
  beforeEach(() => {
    browser = app.client();
    watched.reset();
  });
  afterAll(() => app.close());

  const names = (): string[] => sentCookies(browser.lastSetCookies).map(({ name }) => name);

  const post = async (path: string, fields: Record<string, string> = {}, headers = {}) =>
    browser.post(`/auth/${path}`, {
      form: { csrfToken: await browser.csrfToken(), ...fields },
      headers,
    });

  describe('GET csrf', () => {
    it('returns a token of 64 hex characters and its cookie, neither cacheable', async () => {
      const response = await browser.get('/auth/csrf');

      expect(response).toMatchObject({
        status: 200,
        headers: {
          'content-type': JSON_TYPE,
          'cache-control': 'private, no-cache, no-store',
          expires: '0',
          pragma: 'no-cache',
        },
      });
      const { csrfToken, ...rest } = response.json<{ csrfToken: string }>();
      expect(rest).toEqual({});
      expect(csrfToken).toMatch(/^[0-9a-f]{64}$/);
      const hash = createHash('sha256')
        .update(csrfToken + SECRET)
        .digest('hex');
      expect(browser.lastSetCookies[0]).toBe(
        `authjs.csrf-token=${csrfToken}%7C${hash}; Path=/; HttpOnly; SameSite=Lax`,
      );
    });

    it('keeps a valid cookie and does not send it again, on any endpoint', async () => {
      const token = await browser.csrfToken();

      expect(await browser.csrfToken()).toBe(token);
      expect(browser.lastSetCookies).toEqual([]);
      await browser.get('/auth/signin', HTML);
      expect(browser.lastSetCookies).toEqual([]);
      await browser.post('/auth/signin', { form: { csrfToken: token } });
      expect(browser.lastSetCookies).toEqual([]);
    });

    it('replaces a cookie that is not valid', async () => {
      browser.cookies.set('authjs.csrf-token', `${'a'.repeat(64)}|${'b'.repeat(64)}`);

      const token = await browser.csrfToken();

      expect(token).not.toBe('a'.repeat(64));
      expect(names()).toContain('authjs.csrf-token');
    });
  });

  describe('GET signin, signout, verify-request', () => {
    it.each([
      ['signin', 'Sign In', 'signin'],
      ['signout', 'Sign Out', 'signout'],
      ['verify-request', 'Verify Request', 'verify-request'],
    ])('%s returns its page and the initial cookies', async (path, title, rootClass) => {
      const response = await browser.get(`/auth/${path}`, HTML);

      expect(response.status).toBe(200);
      expect(response.text).toContain(`<title>${title} – `);
      expect(response.text).toContain(`class="${rootClass}"`);
      expect(names()).toEqual(['authjs.csrf-token', 'authjs.callback-url']);
    });

    it('signin shows the message for an error', async () => {
      const response = await browser.get('/auth/signin?error=CredentialsSignin', HTML);

      expect(response.text).toContain('These details are incorrect.');
    });
  });

  describe('GET error', () => {
    it.each([
      ['Configuration', 500],
      ['AccessDenied', 403],
      ['Verification', 403],
      ['CredentialsSignin', 200],
      ['nonsense', 200],
      [undefined, 200],
    ])('responds to %s with %i', async (error, status) => {
      const query = error === undefined ? '' : `?error=${error}`;
      const response = await browser.get(`/auth/error${query}`, HTML);

      expect(response.status).toBe(status);
      expect(response.text).toContain('<title>Error – ');
    });
  });

  describe('POST signin', () => {
    it.each(['signin', 'signin/undefined', 'signin/credentials'])(
      '%s redirects to the sign-in page',
      async (path) => {
        expect(await post(path)).toMatchObject({
          status: 302,
          location: `${app.url}/auth/signin`,
          text: '',
        });
      },
    );

    it('redirects to the provider, with the cookies of the attempt', async () => {
      const { status, location = '' } = await post('signin/gh', { callbackUrl: '/home' });

      expect(status).toBe(302);
      expect(location.startsWith('https://gh.example/authorize?')).toBe(true);
      expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
        response_type: 'code',
        client_id: 'client-gh',
        redirect_uri: `${app.url}/auth/callback/gh`,
        code_challenge_method: 'S256',
      });
      expect(names()).toEqual([
        'authjs.callback-url',
        expect.stringMatching(/^authjs\.state\.[0-9a-f]{16}$/),
        'authjs.state',
        'authjs.pkce.code_verifier',
      ]);
    });
  });

  describe('callback', () => {
    it.each(['GET', 'POST'])('%s for an unknown provider shows the error page', async (method) => {
      for (const path of ['callback', 'callback/undefined', 'callback/nobody']) {
        const response = await browser.request(method, `/auth/${path}`);
        expect(response).toMatchObject({
          status: 302,
          location: `${app.url}/auth/error?error=Configuration`,
        });
      }
    });

    it('GET for credentials redirects to the error page', async () => {
      const response = await browser.get('/auth/callback/credentials?username=jane');

      expect(response).toMatchObject({
        status: 302,
        location: `${app.url}/auth/error?error=Configuration`,
      });
      expect(watched.done()).toEqual([]);
    });

    it('POST for credentials opens a session and redirects back', async () => {
      const response = await post('callback/credentials', { ...JANE, callbackUrl: '/home' });

      expect(response).toMatchObject({ status: 302, location: `${app.url}/home`, text: '' });
      expect(names()).toEqual(['authjs.callback-url', 'authjs.session-token', 'authjs.csrf-token']);
    });
  });

  describe('POST signout', () => {
    it('without a session redirects back and changes nothing', async () => {
      const response = await post('signout', { callbackUrl: '/bye' });

      expect(response).toMatchObject({ status: 302, location: `${app.url}/bye`, text: '' });
      expect(clearedNames(browser.lastSetCookies)).toEqual([]);
      expect(watched.done()).toEqual([]);
    });

    it('ends the session, reports it once and redirects back', async () => {
      await browser.signIn('credentials', JANE);
      watched.reset();

      const response = await post('signout', { callbackUrl: '/bye' });

      expect(response).toMatchObject({ status: 302, location: `${app.url}/bye`, text: '' });
      expect(clearedNames(browser.lastSetCookies)).toEqual(['authjs.session-token']);
      expect(watched.done()).toEqual(['deleteSession', 'signOut']);
    });
  });

  it('GET webauthn-options responds with 400, or redirects a browser to the error page', async () => {
    for (const path of [
      'webauthn-options/credentials',
      'webauthn-options/gh',
      'webauthn-options',
    ]) {
      const json = await browser.get(`/auth/${path}`, { accept: 'application/json' });
      expect(json).toMatchObject({ status: 400, headers: { 'content-type': JSON_TYPE } });
      expect(await browser.get(`/auth/${path}`, HTML)).toMatchObject({
        status: 302,
        location: `${app.url}/auth/error?error=Configuration`,
      });
    }
  });
});
