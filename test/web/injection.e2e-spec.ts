import { plainOAuth } from '../support/plain-oauth.js';
import { sendBytes, sendRaw } from '../support/raw-request.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

const CB = 'authjs.callback-url';
const INJECTED = [
  '/x%0d%0aSet-Cookie:%20a=b',
  '/x%0aSet-Cookie:%20a=b',
  '/x%0dSet-Cookie:%20a=b',
  '/x%00y',
  '/x%E2%80%A8y',
  '/x%c2%85y',
  '%0d%0a/x',
];

describe.each(platforms())('injected values on %s', (platform) => {
  const watched = new Watched();
  const seen: string[][] = [];
  let app: TestApp;
  let browser: CheckedClient;

  beforeAll(async () => {
    const { authorize, ...provider } = credentials();
    app = await TestApp.start({
      platform,
      config: {
        ...watched.config,
        providers: [
          {
            ...provider,
            authorize: (fields) => {
              seen.push(Object.getOwnPropertyNames(fields));
              return authorize(fields);
            },
          },
          plainOAuth(),
        ],
      },
    });
  });
  beforeEach(() => {
    browser = app.client();
    watched.reset();
    seen.length = 0;
  });
  afterAll(() => app.close());

  const expectClean = (result: { headers: object }): void => {
    for (const line of browser.lastSetCookies) expect(line).toMatch(/^authjs\.[\w.-]+=/);
    expect(Object.keys(result.headers)).not.toContain('a');
  };

  describe.each(INJECTED)('%s (E13)', (value) => {
    it('results in one clean Location as the callback URL in query and form', async () => {
      const page = await browser.get(`/auth/signin?callbackUrl=${value}`);
      expect(page.status).toBe(200);
      expectClean(page);
      const fields = { ...JANE, callbackUrl: decodeURIComponent(value) };
      const response = await browser.signIn('credentials', fields);

      expect(response.status).toBe(302);
      expect(response.location).toMatch(/^http:\/\/127\.0\.0\.1:\d+(?:\/x[\w%]*)?$/);
      expect(response.location).not.toMatch(/%0[ad0]/i);
      expectClean(response);
    });

    it('results in one clean Location as the callback URL in JSON and in the cookie', async () => {
      const csrfToken = await browser.csrfToken();
      const json = { ...JANE, csrfToken, callbackUrl: decodeURIComponent(value) };
      const response = await browser.post('/auth/callback/credentials', { json });
      expect(response.status).toBe(302);
      expectClean(response);

      browser.cookies.set(CB, value);
      const signedOut = await browser.signOut();
      expect(signedOut.status).toBe(302);
      expect(signedOut.location).not.toMatch(/%0[ad0]/i);
      expectClean(signedOut);
    });

    it('results in at most one clean Location in the parameters of a provider and of pages', async () => {
      for (const path of [
        `/auth/callback/gh?error=${value}&error_description=${value}&state=${value}`,
        `/auth/callback/gh?code=${value}&state=${value}`,
        `/auth/error?error=${value}`,
        `/auth/signin?error=${value}`,
      ]) {
        const response = await browser.get(path, { accept: 'text/html' });
        expect(response.status).toBeLessThan(500);
        expectClean(response);
        expect(response.location ?? '').not.toContain('Set-Cookie');
      }
    });
  });

  it('raw line breaks in a JSON string add no second header (E13)', async () => {
    const csrfToken = await browser.csrfToken();
    const body = `{"csrfToken":"${csrfToken}","callbackUrl":"/x\r\nSet-Cookie: a=b"}`;
    const response = await sendRaw(app, {
      method: 'POST',
      path: '/auth/signout',
      headers: [['content-type', 'application/json']],
      body,
    });

    expect(response.status).toBe(400);
    expect(response.cookies).toEqual([]);
  });

  it('a raw line break in a path or a cookie adds no header (E13)', async () => {
    const { host } = new URL(app.url);
    for (const head of [
      `GET /auth/signin?callbackUrl=/x\r\nSet-Cookie:a=b HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      `GET /auth/session HTTP/1.1\r\nHost: ${host}\r\nCookie: ${CB}=/x\rSet-Cookie: a=b\r\nConnection: close\r\n\r\n`,
      `GET /auth/session HTTP/1.1\r\nHost: ${host}\r\nCookie: ${CB}=/x\0y\r\nConnection: close\r\n\r\n`,
    ]) {
      const result = await sendBytes(app, head);
      expect(result).toMatch(/^HTTP\/1\.1 (?:200|400) /);
      expect(result).not.toMatch(/[\r\n]Set-Cookie: ?a=b/i);
    }
  });

  it('special keys have no effect (E14)', async () => {
    const csrfToken = await browser.csrfToken();
    const special = [
      `{"__proto__":{"admin":true},"csrfToken":"${csrfToken}"}`,
      `{"constructor":{"prototype":{"admin":true}},"csrfToken":"${csrfToken}"}`,
      `{"data":{"__proto__":{"admin":true}},"csrfToken":"${csrfToken}"}`,
      `{"__proto__":{"csrfToken":"${csrfToken}"},"username":"jane","password":"${JANE.password}"}`,
    ];
    const forms = [
      '__proto__[admin]=true',
      '__proto__.admin=true',
      'constructor[prototype][admin]=true',
      `__proto__[csrfToken]=${csrfToken}&username=jane&password=${JANE.password}`,
    ];
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    for (const path of ['callback/credentials', 'signin/gh', 'signout', 'session']) {
      for (const [type, body] of [
        ...special.map((text) => ['application/json', text] as const),
        ...forms.map((text) => ['application/x-www-form-urlencoded', text] as const),
      ]) {
        const headers = [
          ['content-type', type],
          ['cookie', cookie],
        ] as const;
        const response = await sendRaw(app, {
          method: 'POST',
          path: `/auth/${path}`,
          headers,
          body,
        });
        expect(response.status).toBeLessThan(500);
        expect(response.cookies.join()).not.toContain('session-token');
      }
    }
    await browser.get('/auth/signin?__proto__[x]=1&__proto__=1&constructor=1&callbackUrl=/x');
    browser.cookies.set('__proto__', 'x').set('constructor', 'x');
    await browser.get('/auth/session');
    await browser.get('/auth/callback/__proto__?code=x');

    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    expect(watched.writes).toEqual([]);
  });

  it('special keys are not passed to authorize (E14)', async () => {
    const fields = { ...JANE, csrfToken: await browser.csrfToken() };
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = `${new URLSearchParams(fields)}&constructor=x&prototype=x&other=x`;

    const response = await browser.request('POST', '/auth/callback/credentials', type, form);

    expect(response.location).toBe(app.url);
    expect(seen.map((names) => new Set(names))).toEqual([
      new Set(['csrfToken', 'other', 'password', 'username']),
    ]);
  });
});
