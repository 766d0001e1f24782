import { Auth, type AuthConfig, OAuth, skipCSRFCheck } from '@authnest/core';
import { LogCollector } from '../support/log-collector.js';
import { credentials, JANE, SECRET } from '../support/test-app.js';
import { WEB_ORIGIN, WebClient } from '../support/web-client.js';

const config = (overrides: Partial<AuthConfig> = {}): AuthConfig => ({
  secret: SECRET,
  trustHost: true,
  logger: new LogCollector(),
  providers: [
    credentials(),
    OAuth({
      id: 'gh',
      name: 'GH',
      clientId: 'client',
      clientSecret: 's',
      authorization: 'https://gh.example/authorize',
      token: 'https://gh.example/token',
      userinfo: 'https://gh.example/user',
    }),
  ],
  ...overrides,
});

describe('Auth(request, config)', () => {
  it.each(['form', 'json'] as const)('signs in and out with a %s body', async (kind) => {
    const browser = new WebClient(config());
    const post = async (action: string, fields: Record<string, string>) =>
      browser.post(`/auth/${action}`, {
        [kind]: { csrfToken: await browser.csrfToken(), ...fields },
      });
    expect((await browser.get('/auth/session')).json()).toBeNull();

    const wrong = await post('callback/credentials', { username: 'jane', password: 'no' });
    expect(wrong.location).toBe(
      `${WEB_ORIGIN}/auth/signin?error=CredentialsSignin&code=credentials`,
    );
    const right = await post('callback/credentials', { ...JANE, callbackUrl: '/home' });
    expect(right).toMatchObject({ status: 302, location: `${WEB_ORIGIN}/home` });
    expect((await browser.get('/auth/session')).json()).toMatchObject({ user: { name: 'jane' } });

    expect(await post('signout', { callbackUrl: '/bye' })).toMatchObject({
      status: 302,
      location: `${WEB_ORIGIN}/bye`,
    });
    expect((await browser.get('/auth/session')).json()).toBeNull();
  });

  it('starts a sign-in at a provider', async () => {
    const started = await new WebClient(config()).signIn('gh');

    expect(started.status).toBe(302);
    const url = new URL(started.location ?? '');
    expect(`${url.origin}${url.pathname}`).toBe('https://gh.example/authorize');
    expect(url.searchParams.get('redirect_uri')).toBe(`${WEB_ORIGIN}/auth/callback/gh`);
  });

  it('updates a session', async () => {
    const browser = new WebClient(
      config({ callbacks: { session: ({ session, newSession }) => ({ ...session, newSession }) } }),
    );
    await browser.signIn('credentials', JANE);

    const json = { csrfToken: await browser.csrfToken(), data: { theme: 'dark' } };
    expect((await browser.post('/auth/session', { json })).json()).toMatchObject({
      user: { name: 'jane' },
      newSession: { theme: 'dark' },
    });
  });

  it.each(['signin', 'signout', 'error', 'verify-request'])('shows the page %s', async (page) => {
    const { status, headers, text } = await new WebClient(config()).get(`/auth/${page}`);

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toMatch(/^<!DOCTYPE html>/i);
  });

  it('lists the providers', async () => {
    const { headers, text } = await new WebClient(config()).get('/auth/providers');

    expect(headers['set-cookie']).toEqual([]);
    expect(JSON.parse(text)).toEqual({
      credentials: {
        id: 'credentials',
        name: 'Credentials',
        type: 'credentials',
        signinUrl: `${WEB_ORIGIN}/auth/signin/credentials`,
        callbackUrl: `${WEB_ORIGIN}/auth/callback/credentials`,
      },
      gh: expect.objectContaining({ id: 'gh', type: 'oauth' }) as object,
    });
  });

  it.each(['/api/auth', '/api/auth/', '/'])('responds at the basePath %s', async (basePath) => {
    const place = basePath.replace(/\/$/, '');
    const browser = new WebClient(config({ basePath }), place);

    expect((await browser.signIn('credentials', JANE)).location).toBe(WEB_ORIGIN);
    expect((await browser.get(`${place}/session`)).json()).not.toBeNull();
    expect((await browser.get(`${place}/providers`)).json()).toMatchObject({
      gh: { callbackUrl: `${WEB_ORIGIN}${place}/callback/gh` },
    });
    expect((await browser.get('/elsewhere/session')).status).toBe(400);
  });

  it.each([
    ['a body that is not JSON', 'application/json', '{"a":'],
    ['a body that is not an object', 'application/json', '[1]'],
  ])('responds with 400 to %s', async (_, contentType, body) => {
    const browser = new WebClient(config());
    const response = await browser.request(
      'POST',
      '/auth/signout',
      { 'content-type': contentType },
      body,
    );

    expect(response).toMatchObject({ status: 400, text: '"Bad request."' });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });

  it('responds with 413 to a body over 1 MB', async () => {
    const browser = new WebClient(config());
    const form = { csrfToken: 'a'.repeat(1024 * 1024 + 1) };

    expect((await browser.post('/auth/signout', { form })).status).toBe(413);
  });

  describe('with a body that never ends', () => {
    const send = (method: string, path: string, own: Partial<AuthConfig> = {}) => {
      const sent: number[] = [];
      const pull = (stream: ReadableStreamDefaultController<Uint8Array>) => {
        // After the first letters nothing arrives.
        if (sent.push(1) === 1) stream.enqueue(new TextEncoder().encode('csrfToken='));
        return sent.length === 1 ? undefined : new Promise<void>(() => {});
      };
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const init = { method, headers, body, duplex: 'half' } as RequestInit;
      const request = new Request(`${WEB_ORIGIN}${path}`, init);
      return { sent, response: Auth(request, config(own)) };
    };

    it.each([
      ['an unknown path', 'POST', '/elsewhere', 400],
      ['an unknown endpoint', 'POST', '/auth/unknown', 400],
      ['a method that is not supported', 'PUT', '/auth/signout', 405],
      ['an endpoint that only supports GET', 'POST', '/auth/providers', 302],
      ['an endpoint that is off', 'POST', '/auth/sessions/revoke', 404],
    ])('reads nothing for %s (RQ19)', async (_, method, path, status) => {
      const { sent, response } = send(method, path);

      expect((await response).status).toBe(status);
      expect(sent).toEqual([]);
    });

    it('reads nothing for an untrusted host (RQ19)', async () => {
      const { sent, response } = send('POST', '/auth/signout', { trustHost: ['other.example'] });

      expect((await response).status).toBe(400);
      expect(sent).toEqual([]);
    });

    it.each(['/auth/signout', '/auth/callback/credentials', '/auth/session'])(
      'responds with 408 to POST %s when the time is over (RQ19)',
      async (path) => {
        const { sent, response } = send('POST', path, { timeout: 0.05 });

        expect((await response).status).toBe(408);
        expect(sent).not.toEqual([]);
      },
    );
  });

  it.each(['/auth/signout', '/auth/callback/credentials', '/auth/session'])(
    'responds with 400 to POST %s if the client breaks off, and alarms nobody (JT22)',
    async (path) => {
      const logger = new LogCollector();
      const body = new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode('csrfToken=')),
        pull: (stream) => stream.error(new Error('aborted')),
      });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;

      const response = await Auth(new Request(`${WEB_ORIGIN}${path}`, init), config({ logger }));

      expect(response.status).toBe(400);
      expect([logger.alarms, logger.types]).toEqual([[], ['InvalidRequest']]);
    },
  );

  it('leaves the body readable for the caller', async () => {
    const request = new Request(`${WEB_ORIGIN}/auth/signout`, {
      method: 'POST',
      body: new URLSearchParams({ a: 'b' }),
    });
    await Auth(request, config());

    expect(await request.text()).toBe('a=b');
  });

  it('uses the cookie prefixes for HTTPS if the request uses HTTPS', async () => {
    const response = await Auth(new Request('https://app.example/auth/csrf'), config());

    expect(response.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual([
      '__Host-authjs.csrf-token',
      '__Secure-authjs.callback-url',
    ]);
  });

  describe('with skipCSRFCheck', () => {
    it('checks no token and issues none', async () => {
      const browser = new WebClient(config({ skipCSRFCheck }));

      expect(await browser.get('/auth/csrf')).toMatchObject({ status: 404, text: '' });
      const signedIn = await browser.post('/auth/callback/credentials', { form: JANE });
      expect(signedIn.location).toBe(WEB_ORIGIN);
      expect([...browser.cookies.keys()].sort()).toEqual([
        'authjs.callback-url',
        'authjs.session-token',
      ]);
      expect((await browser.post('/auth/signout')).location).toBe(WEB_ORIGIN);
    });

    it('responds with 500 if it is true instead of the marker', async () => {
      const faulty = Object.assign(config(), { skipCSRFCheck: true });
      const response = await new WebClient(faulty).post('/auth/callback/credentials', {
        form: JANE,
      });

      expect(response.status).toBe(500);
      expect(response.headers['set-cookie']).toEqual([]);
    });
  });
});
