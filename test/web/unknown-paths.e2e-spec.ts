import { plainOAuth } from '../support/plain-oauth.js';
import { sendRaw } from '../support/raw-request.js';
import { credentials, JANE, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

/** @see docs/design/wire-contract.md REQ-7 to REQ-12 */
const NO_ACTION = [
  '/auth/',
  '/auth/nothing',
  '/auth/Session',
  '/auth/SIGNIN',
  '/auth/signinn',
  '/auth/sessions/now',
  '/auth/auth/signin/gh',
  '/auth/signin/gh/x',
  '/auth/callback/gh/x/y',
  '/auth/session/gh',
  '/auth/csrf/gh',
  '/auth/providers/gh',
  '/auth/signout/gh',
  '/auth/error/gh',
  '/auth/verify-request/gh',
  '/auth/session/undefined',
  '/auth/__proto__',
  '/auth/constructor',
  '/auth/toString',
  `/auth/${'a'.repeat(10_000)}`,
];

/** Paths that are not below the mount path. */
const ELSEWHERE = ['/auth', '/authsession', '/api/auth/session', '/session', '/'];

const PUBLIC = ['id', 'name', 'type', 'signinUrl', 'callbackUrl'];

describe.each(platforms())('unknown paths on %s', (platform) => {
  const watched = new Watched();
  let app: TestApp;

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
  afterAll(() => app.close());

  it.each(NO_ACTION)(
    'GET %s shows a page in a browser, and JSON to a script (E24)',
    async (path) => {
      const browser = app.client();

      const page = await browser.get(path, { accept: 'text/html', 'accept-language': 'de' });
      const response = await browser.get(path, { accept: '*/*' });

      expect(page.status).toBe(404);
      expect(page.text).toContain('Seite nicht gefunden');
      expect(response).toMatchObject({ status: 400, text: '"Bad request."' });
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(browser.lastSetCookies).toEqual([]);
      expect(watched.calls).toEqual([]);
    },
  );

  it.each(NO_ACTION)('POST %s is not handled by the module (E24)', async (path) => {
    const browser = app.client();

    const response = await browser.post(path, { form: JANE });

    expect(response).toMatchObject({ status: 400, text: '"Bad request."' });
    expect(browser.lastSetCookies).toEqual([]);
    expect(watched.done()).toEqual([]);
  });

  it.each(ELSEWHERE)('%s is left to the application', async (path) => {
    const response = await sendRaw(app, { path });

    expect(response).toMatchObject({ status: 404, cookies: [] });
    expect(response.text).not.toContain('Bad request.');
  });

  it.each([
    ['GET', '/auth/callback/nobody?code=x'],
    ['POST', '/auth/callback/nobody'],
    ['POST', '/auth/signin/nobody'],
    ['GET', '/auth/signin/nobody'],
    ['POST', '/auth/signin/__proto__'],
    ['POST', '/auth/signin/constructor'],
    ['POST', `/auth/signin/${'a'.repeat(10_000)}`],
    ['POST', '/auth/signin/g%68'],
    ['POST', '/auth/callback/GH'],
    ['GET', '/auth/callback'],
    ['POST', '/auth/callback'],
    ['GET', '/auth/callback/undefined'],
    ['POST', '/auth/callback/undefined'],
  ])('%s %s shows the error page, whatever provider it names (E24)', async (method, path) => {
    const browser = app.client();
    const csrfToken = await browser.csrfToken();

    const response =
      method === 'GET'
        ? await browser.get(path)
        : await browser.post(path, { form: { csrfToken } });

    expect(response).toMatchObject({
      status: 302,
      location: `${app.url}/auth/error?error=Configuration`,
      text: '',
    });
    expect(browser.lastSetCookies).toEqual([]);
    expect(watched.done()).toEqual([]);
  });

  it.each(['/auth/signin/undefined', '/auth/signin/', '/auth/signin//', '/auth/signin///'])(
    'GET %s is the sign-in page',
    async (path) => {
      const response = await app.client().get(path, { accept: 'text/html' });

      expect(response.status).toBe(200);
      expect(response.text).toContain('Continue with Git Harbour');
    },
  );

  it.each(['/auth/session/', '/auth/session///', '/auth/csrf/', '/auth/providers//'])(
    'GET %s is accepted',
    async (path) => {
      expect((await app.client().get(path)).status).toBe(200);
    },
  );

  it.each(['providers', 'csrf', 'error', 'verify-request', 'webauthn-options/passkey'])(
    'POST %s redirects to the error page',
    async (path) => {
      const browser = app.client();
      const form = { csrfToken: await browser.csrfToken() };

      const response = await browser.post(`/auth/${path}`, { form });

      expect(response).toMatchObject({
        status: 302,
        location: `${app.url}/auth/error?error=Configuration`,
      });
      expect(browser.lastSetCookies).toEqual([]);
    },
  );

  it('lists the documented fields of each provider and nothing else (E24)', async () => {
    const response = await app.client().get('/auth/providers');

    expect(response.headers['set-cookie']).toBeUndefined();
    const listed = response.json<Record<string, object>>();
    expect(Object.keys(listed)).toEqual(['credentials', 'gh']);
    for (const provider of Object.values(listed)) expect(Object.keys(provider)).toEqual(PUBLIC);
    expect(listed['gh']).toEqual({
      id: 'gh',
      name: 'Git Harbour',
      type: 'oauth',
      signinUrl: `${app.url}/auth/signin/gh`,
      callbackUrl: `${app.url}/auth/callback/gh`,
    });
  });
});
