import { randomUUID } from 'node:crypto';
import {
  type AdapterUser,
  type AuthConfig,
  AuthService,
  decode,
  Email,
  encode,
  FreshAuth,
  OIDC,
  Public,
  type Session,
  SessionGuard,
} from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { Controller, Get, Inject, Post, Req, UseGuards } from '@nestjs/common';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { type CheckedClient, PASSWORD, platforms, SECRET, TestApp } from '../support/test-app.js';

const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
const COOKIE = 'authjs.session-token';

@Controller()
class FreshController {
  constructor(@Inject(AuthService) private readonly auth: AuthService) {}

  @Get('proof') @UseGuards(SessionGuard) async proof(@Req() request: never) {
    const session = (await this.auth.getSession(request)) as Session;
    const { amr, authTime } = session;
    return { amr, authTime, shown: Object.keys({ ...session }) };
  }
  @FreshAuth('5m') @Get('fresh') fresh(): string {
    return 'inside';
  }
  @FreshAuth('5m') @Post('fresh') change(): string {
    return 'changed';
  }
  @Public() @FreshAuth(300) @Get('public') beside(): string {
    return 'inside';
  }
}

const ways = platforms().flatMap((platform) =>
  (['jwt', 'database'] as const).map((strategy) => ({ platform, strategy })),
);

describe.each(ways)('fresh sessions on $platform, $strategy', ({ platform, strategy }) => {
  const adapter = new MemoryAdapter();
  const mails: string[] = [];
  let app: TestApp;
  let idp: FakeOAuthServer;
  let user: AdapterUser;

  beforeAll(async () => {
    stopClock();
    idp = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
    const config: Partial<AuthConfig> = {
      adapter,
      fetch: idp.fetch,
      session: { strategy },
      // Tries to set the claims, with what the client sent.
      callbacks: { jwt: ({ token, session }) => ({ ...token, ...(session as object) }) },
      providers: [
        {
          id: 'credentials',
          name: 'Password',
          type: 'credentials',
          usersOfAdapter: true,
          credentials: { email: {}, password: { type: 'password' } },
          authorize: async ({ email, password }: Record<string, string>) =>
            password === PASSWORD ? adapter.getUserByEmail(email ?? '') : null,
        },
        Email({
          from: 'a@app.example',
          sendVerificationRequest: ({ url }) => void mails.unshift(url),
        }),
        OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
      ],
    };
    app = await TestApp.start({ platform, config, module: { controllers: [FreshController] } });
  });
  beforeEach(async () => {
    setClock(0);
    const id = randomUUID();
    const email = `${id}@x.example`;
    user = await adapter.createUser({ id, email, emailVerified: new Date() });
    idp.claims = { sub: id, email, email_verified: true };
    await adapter.linkAccount({
      userId: user.id,
      provider: 'idp',
      providerAccountId: id,
      type: 'oidc',
    });
  });
  afterAll(async () => {
    startClock();
    await app.close();
    await idp.close();
  });

  const form = (password = PASSWORD) => ({ email: user.email, password });
  async function signedIn(): Promise<CheckedClient> {
    const browser = app.client();
    await browser.signIn('credentials', form());
    return browser;
  }
  const proofOf = async (browser: CheckedClient) =>
    (await browser.get('/proof')).json<{ amr: string[]; authTime?: string; shown: string[] }>();
  const again = async (browser: CheckedClient, provider: string, fields: object = {}) =>
    browser.post(`/auth/reauthenticate/${provider}`, {
      form: { csrfToken: await browser.csrfToken(), callbackUrl: '/fresh', ...fields },
    });
  async function follow(browser: CheckedClient, url: string) {
    const { pathname, search } = new URL(url, app.url);
    return browser.get(pathname + search);
  }

  it('know how and when their user proved who they are, and tell no client', async () => {
    const browser = await signedIn();
    const { amr, authTime, shown } = await proofOf(browser);

    expect(amr).toEqual(['pwd']);
    expect(Date.parse(authTime ?? '')).toBe(
      Math.floor(Date.now() / 1000) * 1000 + (strategy === 'jwt' ? 0 : 500),
    );
    expect(shown).not.toEqual(expect.arrayContaining(['amr']));
    expect(JSON.stringify(await browser.session())).not.toMatch(/amr|auth/i);
    const mailed = app.client();
    await mailed.signIn('email', { email: user.email });
    await follow(mailed, mails[0] ?? '');
    expect((await proofOf(mailed)).amr).toEqual(['email']);
  });

  it('admit for five minutes, and then send to the page (K15)', async () => {
    const browser = await signedIn();
    setClock(4 * 60 + 59);
    expect((await browser.get('/fresh')).text).toBe('inside');
    setClock(5 * 60 + 1);
    const page = await browser.get('/fresh?a=b', PAGE);
    const script = await browser.get('/fresh');
    const posted = await browser.post('/fresh', { json: {} });

    expect(page.status).toBe(303);
    const to = new URL(page.location ?? '');
    expect(to.pathname).toBe('/auth/reauthenticate');
    expect(to.searchParams.get('callbackUrl')).toBe(`${app.url}/fresh?a=b`);
    for (const { status, text } of [script, posted]) {
      expect(status).toBe(403);
      expect(JSON.parse(text)).toMatchObject({
        error: 'FreshAuthRequired',
        errorCode: 'FRESH_AUTH_REQUIRED',
        url: `${app.url}/auth/reauthenticate?maxAge=300`,
      });
    }
    expect((await browser.get('/proof')).status).toBe(200);
  });

  it('are over once all access of their user has ended, though they may still be read (LT1)', async () => {
    const browser = await signedIn();
    expect((await browser.get('/fresh')).text).toBe('inside');
    setClock(1);
    await adapter.endAccess({ userId: user.id, at: new Date() });
    const posted = await browser.post('/fresh', { json: {} });

    expect(posted.status).toBe(strategy === 'jwt' ? 403 : 401);
  });

  it('are required beside @Public(), and of nobody who is not signed in', async () => {
    const browser = await signedIn();
    expect((await browser.get('/public')).text).toBe('inside');
    setClock(301);
    expect((await browser.get('/public')).status).toBe(403);
    expect((await app.client().get('/public')).status).toBe(401);
    expect((await app.client().get('/fresh')).status).toBe(401);
  });

  it('are reported before a form is filled', async () => {
    const browser = await signedIn();
    const report = async (maxAge = '') =>
      (await browser.get(`/auth/reauthenticate${maxAge}`, { accept: 'application/json' })).json();
    const ids = ['credentials', 'email', 'idp'];

    expect(await report()).toMatchObject({ enough: true, missing: [] });
    setClock(301);
    expect(await report()).toMatchObject({
      enough: false,
      missing: ['fresh'],
      ways: ids.map((id) => expect.objectContaining({ id }) as object),
    });
    expect(await report('?maxAge=3600')).toMatchObject({ enough: true });
    const nobody = await app.client().get('/auth/reauthenticate', { accept: 'application/json' });
    expect(nobody.status).toBe(401);
    const toSignIn = (await app.client().get('/auth/reauthenticate', PAGE)).location;
    expect(toSignIn).toContain('/auth/signin?callbackUrl=');
  });

  it('begin anew with the password, under another value, and the old one ends (K16)', async () => {
    const browser = await signedIn();
    setClock(400);
    const before = browser.cookies.get(COOKIE);
    const { location } = await again(browser, 'credentials', form());

    expect(location).toBe(`${app.url}/fresh`);
    expect(browser.cookies.get(COOKIE)).not.toBe(before);
    expect((await browser.get('/fresh')).text).toBe('inside');
    if (strategy === 'jwt') return;
    const old = app.client();
    old.cookies.set(COOKIE, before ?? '');
    expect(await old.session()).toBeNull();
  });

  it('stay as they are after a wrong password, which the page tells', async () => {
    const browser = await signedIn();
    setClock(400);
    const { location } = await again(browser, 'credentials', form('wrong'));

    expect(location).toContain('/auth/reauthenticate?error=CredentialsSignin');
    const { text } = await follow(browser, location ?? '');
    expect(text).toContain('role="alert"');
    expect(text).toContain(`action="${app.url}/auth/reauthenticate/credentials"`);
    expect(text).toContain('Confirm it is you');
    expect((await browser.get('/fresh')).status).toBe(403);
    expect((await browser.get('/proof')).status).toBe(200);
  });

  it("refuse another person's proof, and go on", async () => {
    const browser = await signedIn();
    const id = randomUUID();
    await adapter.createUser({ id, email: `${id}@x.example`, emailVerified: new Date() });
    setClock(400);
    const proof = { email: `${id}@x.example`, password: PASSWORD };
    const { location } = await again(browser, 'credentials', proof);

    expect(location).toContain('error=AccountNotLinked');
    expect(await browser.session()).toMatchObject({ user: { email: user.email } });
    expect((await browser.get('/fresh')).status).toBe(403);
    // An ordinary sign-in of that person is one.
    await browser.signIn('credentials', proof);
    expect(await browser.session()).toMatchObject({ user: { email: proof.email } });
  });

  it("begin anew for a user of the application's own list, and for no other of it", async () => {
    const ownApp = await TestApp.start({
      platform,
      config: {
        adapter: new MemoryAdapter(),
        session: { strategy },
        providers: [
          {
            id: 'credentials',
            name: 'Password',
            type: 'credentials',
            credentials: { email: {}, password: { type: 'password' } },
            authorize: ({ email = '' }: Record<string, string>) => ({ id: email, email }),
          },
        ],
      },
    });
    const browser = ownApp.client();
    await browser.signIn('credentials', { email: 'a@x.example', password: PASSWORD });
    const other = await again(browser, 'credentials', { email: 'b@x.example' });
    const own = await again(browser, 'credentials', { email: 'a@x.example' });
    await ownApp.close();

    expect(other.location).toContain('error=AccountNotLinked');
    expect(own.location).toBe(`${ownApp.url}/fresh`);
  });

  it('that have ended leave nothing to the next sign-in of that browser', async () => {
    const browser = await signedIn();
    mails.length = 0;
    await again(browser, 'email');
    await browser.signOut();
    await follow(browser, mails[0] ?? '');
    expect((await proofOf(browser)).amr).toEqual(['email']);

    await again(browser, 'credentials', form('wrong'));
    await browser.signOut();
    const id = randomUUID();
    await adapter.createUser({ id, email: `${id}@x.example`, emailVerified: new Date() });
    await browser.signIn('credentials', { email: `${id}@x.example`, password: PASSWORD });
    expect((await proofOf(browser)).amr).toEqual(['pwd']);
  });

  it('that have ended leave nothing to a proof that another one completes', async () => {
    const browser = await signedIn();
    mails.length = 0;
    await again(browser, 'email');
    await browser.signOut();
    const { location = '' } = await browser.signIn('idp');
    const { url } = await idp.authorize(location);
    await follow(browser, `${url}`);
    expect((await proofOf(browser)).amr).toEqual(['fed']);
    await follow(browser, mails[0] ?? '');

    expect((await proofOf(browser)).amr).toEqual(['fed', 'email']);
  });

  it('begin anew with a mailed link, to no other address than that of the user', async () => {
    const browser = await signedIn();
    setClock(400);
    mails.length = 0;
    await again(browser, 'email', { email: 'thief@x.example' });

    expect(mails).toHaveLength(1);
    expect(new URL(mails[0] ?? '').searchParams.get('email')).toBe(user.email);
    await follow(browser, mails[0] ?? '');
    expect((await browser.get('/fresh')).text).toBe('inside');
    expect((await proofOf(browser)).amr).toEqual(['pwd', 'email']);
  });

  it('begin anew at a provider only if it says that it has asked (K15)', async () => {
    const browser = await signedIn();
    setClock(400);
    const { location = '' } = await again(browser, 'idp');
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
    });
    const silent = await idp.authorize(location);
    idp.idToken = { claims: { auth_time: Math.floor(Date.now() / 1000) - 3600 } };
    expect((await follow(browser, `${silent.url}`)).location).toContain('error=');
    expect((await browser.get('/fresh')).status).toBe(403);

    const next = await again(browser, 'idp');
    idp.idToken = { claims: { auth_time: Math.floor(Date.now() / 1000) } };
    const asked = await idp.authorize(next.location ?? '');
    await follow(browser, `${asked.url}`);
    idp.idToken = {};
    expect((await browser.get('/fresh')).text).toBe('inside');
    expect((await proofOf(browser)).amr).toEqual(['pwd', 'fed']);
  });

  it('are not made fresh by a silent sign-in at a provider', async () => {
    const browser = app.client();
    const { location = '' } = await browser.signIn('idp');
    idp.idToken = { claims: { auth_time: Math.floor(Date.now() / 1000) - 3600 } };
    const { url } = await idp.authorize(location);
    await follow(browser, `${url}`);
    idp.idToken = {};

    expect((await browser.get('/proof')).status).toBe(200);
    expect((await browser.get('/fresh')).status).toBe(403);
  });

  it('are not made fresh by an update, and not by a token of an Auth.js application (K14)', async () => {
    const browser = await signedIn();
    setClock(400);
    const claims = { amr: ['pwd', 'mfa'], auth_at: Math.floor(Date.now() / 1000), apf: 'a' };
    const csrfToken = await browser.csrfToken();
    await browser.post('/auth/session', { json: { csrfToken, data: claims } });
    expect((await browser.get('/fresh')).status).toBe(403);
    if (strategy === 'database') return;

    const sealed = { secret: SECRET, salt: COOKIE };
    const token = await decode({ ...sealed, token: browser.cookies.get(COOKIE) ?? '' });
    for (const forged of [
      claims,
      { ...claims, apf: token?.['apf'] },
      { ...claims, apf: undefined },
    ]) {
      const other = app.client();
      other.cookies.set(COOKIE, await encode({ ...sealed, token: { ...token, ...forged } }));
      expect((await proofOf(other)).amr).toEqual([]);
      expect((await other.get('/fresh')).status).toBe(403);
    }
  });

  it('need a token and our origin (K85)', async () => {
    const browser = await signedIn();
    const path = '/auth/reauthenticate/credentials';
    const without = await browser.post(path, { form: form() });
    expect(without.location).toContain('error=MissingCSRF');
    const csrfToken = await browser.csrfToken();
    const foreign = await browser.post(path, {
      form: { ...form(), csrfToken },
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    mails.length = 0;
    await browser.post('/auth/reauthenticate/email', { form: {} });
    expect(mails).toEqual([]);
  });
});

describe.each(platforms())('a passkey on %s', (platform) => {
  let app: TestApp;
  beforeAll(async () => {
    stopClock();
    app = await startPasskeyApp({ platform, module: { controllers: [FreshController] } });
  });
  afterAll(async () => {
    startClock();
    await app.close();
  });

  it('makes a session fresh if it was there before, and not if it is made now', async () => {
    const ada = new PasskeyUser(app);
    const { authenticator } = await ada.register();
    setClock(400);
    const prove = async (action: string, data: object) =>
      ada.browser.post('/auth/reauthenticate/passkey', {
        form: { csrfToken: await ada.browser.csrfToken(), action, data: JSON.stringify(data) },
      });
    const { options: toMake } = await ada.ask({ action: 'register' });
    const made = new SoftwareAuthenticator(app.url).create(toMake);
    expect((await prove('register', made)).location).toContain('error=WebAuthnVerificationError');
    expect((await ada.browser.get('/fresh')).status).toBe(403);

    const { options } = await ada.ask({ action: 'authenticate' });
    await prove('authenticate', authenticator.get(options));
    expect((await ada.browser.get('/fresh')).text).toBe('inside');
    const { amr } = (await ada.browser.get('/proof')).json<{ amr: string[] }>();
    expect(amr).toEqual(['hwk', 'user', 'mfa']);
  });

  it('is offered on the page only to those who have one, and is never made there', async () => {
    const eve = new PasskeyUser(app);
    await eve.register('eve@example.com');
    const { text } = await eve.browser.get('/auth/reauthenticate', PAGE);

    expect(text).toContain('/auth/reauthenticate/passkey');
    expect(text).toContain('value="authenticate"');
    expect(text).not.toContain('value="register"');
  });
});

describe('@FreshAuth', () => {
  it.each([0, -1, Number.NaN, '5', '5 m', 'm', '', null, undefined])('refuses %p', (maxAge) => {
    expect(() => FreshAuth(maxAge as never)).toThrow('@FreshAuth: expected seconds');
  });
});
