import { MemoryAdapter } from '@authnest/testing';
import { plainOAuth } from '../support/plain-oauth.js';
import { sendRaw } from '../support/raw-request.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

const GETS = ['providers', 'csrf', 'session', 'signin', 'signout', 'error', 'verify-request'];
const WITH_PROVIDER = ['callback/credentials', 'callback/gh', 'webauthn-options/passkey'];
const POSTS = new Set([
  'session',
  'signin',
  'signin/gh',
  'signout',
  'callback/credentials',
  'callback/gh',
]);
const PATHS = [...new Set([...GETS, ...WITH_PROVIDER, ...POSTS])];

describe.each(platforms())('methods on %s', (platform) => {
  const watched = new Watched();
  let app: TestApp;
  let browser: CheckedClient;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      config: { ...watched.config, providers: [credentials(), plainOAuth()] },
    });
  });
  beforeEach(async () => {
    browser = app.client();
    await browser.signIn('credentials', JANE);
    watched.reset();
  });
  afterAll(() => app.close());

  describe.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS', 'PROPFIND'])(
    '%s (E07)',
    (method) => {
      it.each(PATHS)('results in 405 with Allow at %s', async (path) => {
        const response = await browser.request(method, `/auth/${path}`);

        expect(response).toMatchObject({
          status: 405,
          text: '"Bad request."',
          headers: {
            allow: POSTS.has(path) ? 'GET, HEAD, POST' : 'GET, HEAD',
            'content-type': 'application/json; charset=utf-8',
          },
        });
        expect(browser.lastSetCookies).toEqual([]);
        expect(watched.calls).toEqual([]);
      });

      it('results in 400 for an unknown action', async () => {
        const response = await browser.request(method, '/auth/nothing');

        expect(response).toMatchObject({ status: 400, text: '"Bad request."' });
      });
    },
  );

  it('ignores fields and headers that would override the method of a POST or a GET (E07)', async () => {
    const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override'];
    const csrfToken = await browser.csrfToken();
    for (const name of overrides) {
      const page = await browser.get('/auth/signout', { [name]: 'POST', accept: 'text/html' });
      expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<form') as string });
      const refused = await browser.post('/auth/signout', { headers: { [name]: 'GET' } });
      expect(refused.location).toBe(`${app.url}/auth/signout?error=MissingCSRF`);
    }
    await browser.get(`/auth/signout?_method=POST&csrfToken=${csrfToken}`);
    await browser.get(`/auth/signout?_method=DELETE&csrfToken=${csrfToken}`);
    expect(watched.done()).toEqual([]);

    const form = { csrfToken, _method: 'DELETE', callbackUrl: '/bye' };
    const signedOut = await browser.post('/auth/signout', { form });
    expect(signedOut).toMatchObject({ status: 302, location: `${app.url}/bye` });
    expect(watched.done()).toEqual(['deleteSession', 'signOut']);
  });

  it.each(['GET', 'HEAD'])('keeps the session on %s signout (E06)', async (method) => {
    const asImage = { accept: 'image/*', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' };
    for (const headers of [{ accept: 'text/html' }, asImage]) {
      const response = await browser.request(method, '/auth/signout', headers);
      expect(response.status).toBe(200);
      expect(response.text === '').toBe(method === 'HEAD');
    }

    expect(watched.done()).toEqual([]);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });

  it.each(['GET', 'HEAD'])('starts no sign-in on %s signin/gh (A55)', async (method) => {
    const asImage = { accept: 'image/*', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' };
    for (const headers of [{ accept: 'text/html' }, asImage]) {
      const response = await browser.request(method, '/auth/signin/gh?callbackUrl=/x', headers);
      expect(response.location).toBe(`${app.url}/auth/signin?callbackUrl=%2Fx`);
      expect(browser.lastSetCookies).toEqual([]);
    }
    expect(watched.done()).toEqual([]);
  });

  describe('HEAD', () => {
    it.each(GETS)('responds to %s like GET, without a body and without a cookie', async (path) => {
      const fresh = { accept: 'text/html' };
      const get = await sendRaw(app, { path: `/auth/${path}`, headers: Object.entries(fresh) });
      const head = await sendRaw(app, {
        method: 'HEAD',
        path: `/auth/${path}`,
        headers: Object.entries(fresh),
      });

      expect(head).toMatchObject({ status: get.status, text: '', cookies: [] });
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.headers['content-security-policy']).toBe(get.headers['content-security-policy']);
    });

    it('does not use up a callback', async () => {
      await browser.signIn('gh');
      const before = [...browser.cookies];

      const response = await browser.request('HEAD', '/auth/callback/gh?code=x&state=y');

      expect(response).toMatchObject({ status: 200, text: '' });
      expect(response.location).toBeUndefined();
      expect(browser.lastSetCookies).toEqual([]);
      expect([...browser.cookies]).toEqual(before);
    });

    it('neither extends a session nor removes an expired one', async () => {
      const store = new MemoryAdapter();
      const other = await TestApp.start({
        platform,
        config: { adapter: store, session: { strategy: 'database', updateAge: 0 } },
      });
      const visitor = other.client();
      await visitor.signIn('credentials', JANE);
      const token = visitor.cookies.get('authjs.session-token') ?? '';
      const before = await store.getSessionAndUser(token);

      await visitor.request('HEAD', '/auth/session');
      expect(await store.getSessionAndUser(token)).toEqual(before);

      await store.updateSession({ sessionToken: token, expires: new Date(0) });
      await visitor.request('HEAD', '/auth/session');
      expect(await store.getSessionAndUser(token)).not.toBeNull();
      expect(visitor.lastSetCookies).toEqual([]);
      await other.close();
    });
  });
});
