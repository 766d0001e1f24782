import type { LogoutContext, LogoutHandler } from '@authnest/core';
import type { FakeOAuthServer } from '@authnest/testing';
import { startClock, stopClock } from '../support/clock.js';
import { never, PATIENCE, runOut } from '../support/patience.js';
import { FOREIGN_TARGETS } from '../support/redirect-targets.js';
import { platforms } from '../support/test-app.js';
import { clearsSession, SignOutRig } from './sign-out-rig.js';

const COOKIE = 'authjs.logout';
const RETURN = 'authjs.signed-out';

describe.each(platforms())('sign-out at the provider on %s', (platform) => {
  let rig: SignOutRig;

  beforeAll(async () => {
    rig = await SignOutRig.start(platform, {
      others: (server) => [
        {
          id: 'local',
          name: 'Local',
          type: 'oidc',
          ...server.client,
        },
      ],
    });
  });
  afterEach(() => {
    startClock();
    rig.server.reset();
    rig.server.idToken = { claims: { sid: 'sid-1' } };
    rig.watched.failing.clear();
    rig.watched.reset();
    rig.app.logs.errors.length = 0;
  });
  afterAll(() => rig.close());

  it('ends the local session, then that at the provider, and returns to the target (J21)', async () => {
    const browser = await rig.signedIn();

    const out = await browser.signOut({ callbackUrl: '/bye' });

    expect(out.status).toBe(302);
    const url = new URL(out.location ?? '');
    expect(url.origin + url.pathname).toBe('https://idp.example/end-session');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      id_token_hint: expect.stringMatching(/^eyJ/) as unknown,
      post_logout_redirect_uri: `${rig.app.url}/auth/signed-out`,
      state: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      client_id: 'client',
    });
    expect(clearsSession(out)).toBe(true);
    expect(await browser.session()).toBeNull();
    const back = await rig.server.endSession(url.href);
    expect(await browser.get(back.href)).toMatchObject({
      status: 302,
      location: `${rig.app.url}/bye`,
    });
    expect([...browser.cookies.keys()]).not.toContain(RETURN);
    expect([...browser.cookies.keys()]).not.toContain(COOKIE);
  });

  it('returns the URL of the provider to callers that request JSON (J21)', async () => {
    const browser = await rig.signedIn();
    const csrfToken = await browser.csrfToken();

    const out = await browser.post('/auth/signout', {
      json: { csrfToken, callbackUrl: '/bye' },
      headers: { 'x-auth-return-redirect': '1' },
    });

    expect(out.status).toBe(200);
    expect(out.json<{ url: string }>().url).toMatch(/^https:\/\/idp\.example\/end-session\?/);
  });

  it.each(['form', 'json'] as const)(
    'signs out only locally if federated=false is sent as %s',
    async (kind) => {
      const browser = await rig.signedIn();
      const csrfToken = await browser.csrfToken();
      const fields = { csrfToken, callbackUrl: '/bye' };

      const out = await browser.post(
        '/auth/signout',
        kind === 'json'
          ? { json: { ...fields, federated: false } }
          : { form: { ...fields, federated: 'false' } },
      );

      expect(out.location).toBe(`${rig.app.url}/bye`);
      expect(browser.cookies.has(COOKIE)).toBe(false);
    },
  );

  it('signs out only locally for a provider without the option, and sets no cookie (J83)', async () => {
    rig.server.claims = { sub: 'local' };
    const browser = await rig.signedIn(rig.app.client(), 'local');

    expect([...browser.cookies.keys()].sort()).toEqual([
      'authjs.callback-url',
      'authjs.csrf-token',
      'authjs.session-token',
    ]);
    expect((await browser.signOut()).location).toBe(`${rig.app.url}/home`);
  });

  it('has ended the session even if the browser never returns (J22)', async () => {
    const browser = await rig.signedIn();

    await browser.signOut();

    expect(await browser.session()).toBeNull();
    expect(rig.watched.events).toContain('signOut');
  });

  it('restricts the cookie with the hint to the sign-out path (J26)', async () => {
    const browser = await rig.signedIn();

    const line = browser.lastSetCookies.find((cookie) => cookie.startsWith(COOKIE)) ?? '';

    expect(line).toMatch(/; Path=\/auth\/signout;/);
    expect(line).toMatch(/; HttpOnly;/);
    expect(line).toMatch(/SameSite=Lax/);
  });

  it.each(['altered', 'truncated', 'replaced by the session', 'planted twice'])(
    'ignores and clears a cookie that is %s (J26)',
    async (how) => {
      const browser = await rig.signedIn();
      const value = browser.cookies.get(COOKIE) ?? '';
      const session = browser.cookies.get('authjs.session-token') ?? '';
      const planted: Record<string, string> = {
        altered: value.replace(/.{8}$/, 'AAAAAAAA'),
        truncated: value.slice(0, 100),
        'replaced by the session': session,
        'planted twice': `${value}; ${COOKIE}=${value}`,
      };
      browser.cookies.set(COOKIE, planted[how] ?? '');

      const out = await browser.signOut();

      expect(out.location).toBe(`${rig.app.url}/home`);
      expect(out.headers['set-cookie']?.join()).toMatch(/authjs\.logout=;.*Max-Age=0/);
      expect(await browser.session()).toBeNull();
    },
  );

  it('ignores the cookie of another user (J26)', async () => {
    const grace = await rig.signedIn();
    rig.server.claims = { sub: 'grace', email: 'grace@example.com' };
    const other = await rig.signedIn();
    other.cookies.set(COOKIE, grace.cookies.get(COOKIE) ?? '');

    expect((await other.signOut()).location).toBe(`${rig.app.url}/home`);
  });

  it.each<[string, (server: FakeOAuthServer) => unknown]>([
    ['cannot be fetched', (server) => server.answer('discovery', () => ({ status: 500 }))],
    [
      'do not arrive',
      (server) =>
        server.answer('discovery', () => {
          runOut();
          return 'silence';
        }),
    ],
    ['name no endpoint', (server) => (server.metadata = { end_session_endpoint: undefined })],
    ['name an http endpoint', (server) => (server.metadata = endpoint('http://idp.example/out'))],
    ['name a private host', (server) => (server.metadata = endpoint('https://10.0.0.1/out'))],
  ])('signs out only locally if the metadata %s (J24)', async (_what, spoil) => {
    const other = await SignOutRig.start(platform, { config: { timeout: PATIENCE } });
    const browser = await other.signedIn();
    spoil(other.server);
    // By then, the metadata that were cached at the sign-in have expired.
    stopClock(Date.now() + 2 * 60 * 60 * 1000);

    const out = await browser.signOut({ callbackUrl: '/bye' });

    startClock();
    expect(out.location).toBe(`${other.app.url}/bye`);
    expect(await browser.session()).toBeNull();
    expect(other.app.logs.types).toEqual(['ProviderLogoutError']);
    await other.close();
  });

  it.each<[string, LogoutHandler, number]>([
    ['throws', () => Promise.reject(new Error('boom')), 1],
    ['hangs', never, 1],
    ['returns a script', () => 'javascript:alert(1)', 1],
    ['returns plain http', () => 'http://idp.example/', 1],
    ['returns null', () => null, 0],
  ])('signs out only locally if the handler %s (J24)', async (_what, request, lines) => {
    const config = { timeout: PATIENCE };
    const other = await SignOutRig.start(platform, { provider: { logout: { request } }, config });
    const browser = await other.signedIn();

    const out = await browser.signOut({ callbackUrl: '/bye' });

    expect(out.location).toBe(`${other.app.url}/bye`);
    expect(await browser.session()).toBeNull();
    expect(other.app.logs.types).toEqual(Array(lines).fill('ProviderLogoutError'));
    await other.close();
  });

  it('redirects the browser to the URL that the handler returns', async () => {
    const seen: LogoutContext[] = [];
    const request: LogoutHandler = (context) => {
      seen.push(context);
      return `https://idp.example/own?state=${context.state}`;
    };
    const other = await SignOutRig.start(platform, { provider: { logout: { request } } });
    const browser = await other.signedIn();

    const out = await browser.signOut({ callbackUrl: '/bye' });

    expect(out.location).toBe(`https://idp.example/own?state=${seen[0]?.state}`);
    expect(seen[0]).toMatchObject({
      provider: { id: 'idp' },
      returnTo: `${other.app.url}/auth/signed-out`,
      idToken: expect.stringMatching(/^eyJ/) as unknown,
    });
    expect(seen[0]?.url?.origin).toBe('https://idp.example');
    await other.close();
  });

  it('stores no ID token in a cookie that is sent with every request (J27)', async () => {
    const config = { cookiePrefix: 'host', useSecureCookies: true } as const;
    const other = await SignOutRig.start(platform, { config });
    const browser = await other.signedIn();

    const out = await browser.signOut();

    const { searchParams } = new URL(out.location ?? '');
    expect(searchParams.get('logout_hint')).toBe('sid-1');
    expect(searchParams.has('id_token_hint')).toBe(false);
    await other.close();
  });

  it.each(['', '?state=', '?state=x', '?state[]=x', '?error=x', '?callbackUrl=//evil.test'])(
    'redirects from signed-out%s to the default target, and changes nothing (J25)',
    async (query) => {
      const browser = await rig.signedIn();

      const back = await browser.get(`/auth/signed-out${query}`);

      expect(back).toMatchObject({ status: 302, location: rig.app.url });
      expect(await browser.session()).not.toBeNull();
    },
  );

  it('accepts the state of the sign-out once, and no other (J25)', async () => {
    const browser = await rig.signedIn();
    const out = await browser.signOut({ callbackUrl: '/bye' });
    const back = await rig.server.endSession(out.location ?? '');

    const repeated = await browser.get(`${back.href}&state=${back.searchParams.get('state')}`);
    const failed = await browser.get(`${back.href}&error=access_denied`);
    const foreign = await browser.get('/auth/signed-out?state=foreign');
    const right = await browser.get(back.href);
    const reused = await browser.get(back.href);

    expect([repeated, failed, foreign].map(({ location }) => location)).toEqual(
      Array(3).fill(rig.app.url),
    );
    expect(right.location).toBe(`${rig.app.url}/bye`);
    expect(reused.location).toBe(rig.app.url);
  });

  it.each([['by the form'], ['by AuthService.signOut']])(
    'returns to a target of 3,000 characters after a sign-out %s (J21)',
    async (way) => {
      const browser = await rig.signedIn();
      const callbackUrl = `/search?q=${'x'.repeat(3000)}`;

      const out =
        way === 'by the form'
          ? await browser.signOut({ callbackUrl })
          : await browser.get((await browser.get(`/app/sign-out?${federated(callbackUrl)}`)).text);
      const back = await rig.server.endSession(out.location ?? '');
      const home = await browser.get(back.href);

      const sizes = (out.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]?.length);
      expect(Math.max(...sizes.map(Number))).toBeLessThan(4096);
      expect(home.location).toBe(`${rig.app.url}${callbackUrl}`);
      expect(browser.cookies.has(RETURN)).toBe(false);
    },
  );

  it('never redirects to a foreign target (J25)', async () => {
    for (const callbackUrl of FOREIGN_TARGETS.slice(0, 6)) {
      const browser = await rig.signedIn();
      const out = await browser.signOut({ callbackUrl });
      const back = await rig.server.endSession(out.location ?? '');
      expect((await browser.get(back.href)).location).toBe(rig.app.url);
    }
  });

  it('requires the CSRF token and the origin, and GET only shows a form (J25)', async () => {
    const browser = await rig.signedIn();

    const asked = await browser.get('/auth/signout');
    const bare = await browser.post('/auth/signout', { form: {} });
    const foreign = await browser.signOut({}, { origin: 'https://evil.test' });

    expect(asked.status).toBe(200);
    expect(bare.location ?? '').not.toContain('idp.example');
    expect(foreign.status).toBe(403);
    expect(await browser.session()).not.toBeNull();
  });

  it.each([
    [500, 'id_token_hint'],
    [2500, 'id_token_hint'],
    [8000, 'logout_hint'],
  ])('keeps an ID token of %d characters as %s (J27)', async (length, parameter) => {
    rig.server.idToken = {
      claims: { sid: 'sid-1', groups: 'g'.repeat(Math.max(0, (length - 700) * 0.74)) },
    };
    const browser = await rig.signedIn();

    const out = await browser.signOut();

    const { searchParams } = new URL(out.location ?? '');
    expect(searchParams.has(parameter)).toBe(true);
    expect(searchParams.get('logout_hint')).toBe(parameter === 'logout_hint' ? 'sid-1' : null);
    expect([...browser.cookies.keys()].filter((name) => name.startsWith(`${COOKIE}.`))).toEqual([]);
  });

  it('sends no parameter twice that the URL of the endpoint contains already (J21)', async () => {
    const url = 'https://idp.example/end-session?client_id=other&state=1&tenant=a';
    const own = await SignOutRig.start(platform, { provider: { logout: { url } } });
    const browser = await own.signedIn();

    const { searchParams } = new URL((await browser.signOut()).location ?? '');

    expect(searchParams.getAll('client_id')).toEqual(['client']);
    expect(searchParams.getAll('state')).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect(searchParams.getAll('tenant')).toEqual(['a']);
    await own.close();
  });

  it('sends the ID token to the provider only (J28)', async () => {
    rig.server.idToken = { claims: { sid: 'sid-1', canary: 'canary-of-the-id-token' } };
    const browser = await rig.signedIn();
    const page = await browser.get('/auth/signout');

    const out = await browser.signOut({ callbackUrl: '/bye' });
    const idToken = new URL(out.location ?? '').searchParams.get('id_token_hint') ?? '';
    const back = await rig.server.endSession(out.location ?? '');
    const home = await browser.get(back.href);

    expect(idToken).toMatch(/^eyJ/);
    const rest = [...rig.app.logs.lines, page.text, out.text, home.text, back.href, home.location];
    expect(rest.filter((text) => text?.includes(idToken))).toEqual([]);
    expect(out.headers['referrer-policy']).toBe('no-referrer');
  });

  it('applies to AuthService.signOut, unless `federated` is false (J21)', async () => {
    const [first, second] = [await rig.signedIn(), await rig.signedIn()];
    rig.server.claims = { sub: 'grace', email: 'grace@example.com' };
    const grace = await rig.signedIn();

    const { text: url } = await first.get('/app/sign-out?federated=true');
    const here = await second.get('/app/sign-out?federated=false');

    expect(await first.session()).toBeNull();
    expect(url).toMatch(/\/auth\/signout\/provider\?ticket=/);
    expect((await grace.get(url)).location).toBe(`${rig.app.url}/`);
    expect((await first.get(url)).location).toMatch(/^https:\/\/idp\.example\/end-session\?/);
    expect((await first.get(url)).location).toBe(`${rig.app.url}/`);
    expect(here.text).toBe(`${rig.app.url}/`);
  });

  it('continues to the provider only within a minute of the sign-out by AuthService (J25)', async () => {
    const browser = await rig.signedIn();
    const { text: url } = await browser.get('/app/sign-out?federated=true');
    stopClock(Date.now() + 90_000);

    expect((await browser.get(url)).location).toBe(rig.app.url);
  });

  it.each(['', '?ticket=x', '?ticket[]=x'])(
    'signs nobody out at the provider through a link to signout/provider%s (J25)',
    async (query) => {
      const browser = await rig.signedIn();

      const response = await browser.get(`/auth/signout/provider${query}`);

      expect(response).toMatchObject({ status: 302, location: rig.app.url });
      expect(await browser.session()).not.toBeNull();
      expect(browser.cookies.has(COOKIE)).toBe(true);
    },
  );
});

function federated(callbackUrl: string): URLSearchParams {
  return new URLSearchParams({ federated: 'true', callbackUrl });
}

function endpoint(url: string): { end_session_endpoint: string } {
  return { end_session_endpoint: url };
}
