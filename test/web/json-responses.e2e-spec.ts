import { ForbiddenException } from '@nestjs/common';
import { CredentialsSignin } from '@authnest/core';
import { plainOAuth } from '../support/plain-oauth.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

class TooMany extends CredentialsSignin {
  override code = 'a&callbackUrl=//evil.test';
}

/** Ways in which a client requests JSON instead of a redirect. */
const VARIANTS = [
  ['a header', { header: '1', field: undefined }],
  ['a header with any value', { header: 'false', field: undefined }],
  ['a form field', { header: undefined, field: 'true' }],
] as const;

describe.each(platforms())('JSON instead of redirects on %s', (platform) => {
  const watched = new Watched();
  let app: TestApp;
  let browser: CheckedClient;

  beforeAll(async () => {
    const provider = credentials();
    app = await TestApp.start({
      platform,
      config: {
        ...watched.config,
        providers: [
          {
            ...provider,
            authorize: (fields) => {
              if (fields.username === 'forbidden') throw new ForbiddenException('secret reason');
              if (fields.username === 'coded') throw new TooMany();
              if (fields.username === 'broken') throw new Error('secret reason');
              return provider.authorize(fields);
            },
          },
          plainOAuth(),
        ],
        callbacks: {
          signIn: ({ user }) => {
            if (user.name === 'thrown') throw new ForbiddenException('secret reason');
            return user.name !== 'denied';
          },
        },
      },
    });
  });
  beforeEach(() => {
    browser = app.client();
    watched.failing.clear();
  });
  afterAll(() => app.close());

  describe.each(VARIANTS)('requested by %s', (_, { header, field }) => {
    const post = async (path: string, fields: Record<string, string | undefined>) => {
      const all = { csrfToken: await browser.csrfToken(), json: field, ...fields };
      const entries = Object.entries(all).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      return browser.post(`/auth/${path}`, {
        form: Object.fromEntries(entries),
        headers: { 'x-auth-return-redirect': header },
      });
    };

    it.each([
      ['callback/credentials', { ...JANE, callbackUrl: '/home' }, '/home'],
      ['signout', { callbackUrl: '/bye' }, '/bye'],
      ['signin', {}, '/auth/signin'],
      ['signin/credentials', {}, '/auth/signin'],
    ])(
      '%s responds with 200, the URL, its Location and its cookies',
      async (path, fields, target) => {
        const response = await post(path, fields);

        expect(response).toMatchObject({
          status: 200,
          location: app.url + target,
          headers: { 'content-type': 'application/json; charset=utf-8' },
        });
        expect(response.json()).toEqual({ url: app.url + target });
        const setsSession = browser.lastSetCookies.join().includes('session-token=');
        expect(setsSession).toBe(path === 'callback/credentials');
      },
    );

    it('signin/gh responds with 200, the URL of the provider and the cookies of the attempt', async () => {
      const response = await post('signin/gh', {});

      expect(response.status).toBe(200);
      expect(response.json<{ url: string }>().url).toMatch(/^https:\/\/gh\.example\/authorize\?/);
      expect(browser.lastSetCookies.join()).toContain('authjs.state=');
    });

    it.each([
      ['wrong', '/auth/signin?error=CredentialsSignin&code=credentials'],
      ['forbidden', '/auth/signin?error=CredentialsSignin&code=http_403'],
      ['coded', '/auth/signin?error=CredentialsSignin&code=a%26callbackUrl%3D%2F%2Fevil.test'],
      ['broken', '/auth/error?error=Configuration'],
      ['denied', '/auth/error?error=AccessDenied'],
      ['thrown', '/auth/error?error=AccessDenied'],
    ])(
      'a failed sign-in responds with 200, the URL and no cookie: %s (E-8)',
      async (username, target) => {
        const password = username === 'wrong' ? 'wrong' : JANE.password;
        const response = await post('callback/credentials', { username, password });

        expect(response).toMatchObject({ status: 200, location: undefined });
        expect(response.json()).toEqual({ url: app.url + target });
        expect(browser.lastSetCookies).toEqual([]);
      },
    );

    it('a missing token results in 200 and the URL, and a store that is down in 503', async () => {
      const missing = await post('signout', { csrfToken: undefined });
      expect(missing.status).toBe(200);
      expect(missing.json()).toEqual({ url: `${app.url}/auth/signout?error=MissingCSRF` });

      await browser.signIn('credentials', JANE);
      watched.failing.add('deleteSession');
      const down = await post('signout', {});
      expect(down).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
      expect(down.json()).toMatchObject({ url: `${app.url}/auth/error?error=Configuration` });
      expect(browser.lastSetCookies).toEqual([]);
      watched.failing.clear();
      expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    });
  });

  it.each([
    [true, 200],
    ['true', 200],
    [false, 302],
    ['false', 302],
    [1, 302],
  ])('a JSON body whose member `json` is %j results in %i (E-3)', async (json, status) => {
    const csrfToken = await browser.csrfToken();

    const response = await browser.post('/auth/signout', {
      json: { csrfToken, callbackUrl: '/bye', json },
    });

    expect(response).toMatchObject({ status, location: `${app.url}/bye` });
    expect(response.text).toBe(status === 200 ? JSON.stringify({ url: `${app.url}/bye` }) : '');
  });

  it('a malformed request results in 400 and the URL', async () => {
    const json = { csrfToken: await browser.csrfToken(), callbackUrl: ['x'] };
    const headers = { 'x-auth-return-redirect': '1' };

    const response = await browser.post('/auth/signout', { json, headers });

    expect(response.status).toBe(400);
    expect(response.json()).toEqual({ url: `${app.url}/auth/error?error=Configuration` });
    expect((await browser.post('/auth/signout', { json })).text).toBe('"Bad request."');
  });

  it.each(['providers', 'csrf', 'session'])(
    'does not change %s, which never redirects (E-3)',
    async (path) => {
      const headers = { 'x-auth-return-redirect': '1' };
      await browser.csrfToken();
      const plain = await browser.get(`/auth/${path}`);
      const asked = await browser.get(`/auth/${path}`, headers);

      expect(asked).toMatchObject({ status: 200, text: plain.text });
    },
  );

  it('a client that does not request JSON is redirected for the same failures', async () => {
    for (const [username, target] of [
      ['forbidden', '/auth/signin?error=CredentialsSignin&code=http_403'],
      ['coded', '/auth/signin?error=CredentialsSignin&code=a%26callbackUrl%3D%2F%2Fevil.test'],
      ['broken', '/auth/error?error=Configuration'],
      ['thrown', '/auth/error?error=AccessDenied'],
    ] as const) {
      const response = await browser.signIn('credentials', { ...JANE, username });
      expect(response).toMatchObject({ status: 302, location: app.url + target, text: '' });
      expect(browser.lastSetCookies).toEqual([]);
    }
  });

  it('a sign-out that the store refuses results in a page with 503, and keeps the session', async () => {
    await browser.signIn('credentials', JANE);
    watched.failing.add('deleteSession');

    const response = await browser.signOut({}, { accept: 'text/html' });

    expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(response.text).toContain('<title>Error – ');
    watched.failing.clear();
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });
});
