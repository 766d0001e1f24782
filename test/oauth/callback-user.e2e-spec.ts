import { type AuthConfig, OIDC } from '@authnest/core';
import { type FakeAnswer, FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { asStartedByAuthJs } from '../support/as-auth-js.js';
import { Deferred } from '../support/deferred.js';
import {
  type CheckedClient,
  credentials,
  JANE,
  platforms,
  SECRET,
  TestApp,
} from '../support/test-app.js';

const ADA = { sub: 'ada', name: 'Ada', email: 'ada@example.com' };
const GRACE = { sub: 'grace', name: 'Grace', email: 'grace@example.com' };
const LINDA = { sub: 'linda', name: 'Linda', email: 'linda@example.com' };
const SESSION = 'authjs.session-token';

describe.each(platforms())('the user that a callback signs in on %s', (platform) => {
  let server: FakeOAuthServer;
  let app: TestApp;
  let adapter: MemoryAdapter;

  beforeAll(async () => {
    server = await FakeOAuthServer.start({ claims: ADA });
  });
  beforeEach(() => server.reset());
  afterEach(() => app.close());
  afterAll(() => server.close());

  async function start(config: Partial<AuthConfig> = {}, store = new MemoryAdapter()) {
    adapter = store;
    const own = [OIDC({ id: 'idp', name: 'IdP', ...server.client }), credentials()];
    app = await TestApp.start({ platform, config: { providers: own, adapter, ...config } });
  }

  async function approve(browser: CheckedClient, claims: object, callbackUrl = '/home') {
    server.claims = { ...claims };
    const { location = '' } = await browser.signIn('idp', { callbackUrl });
    return (await server.authorize(location)).url.href;
  }

  async function signIn(browser: CheckedClient, claims: object) {
    return browser.get(await approve(browser, claims));
  }

  const accountOf = (sub: string) =>
    adapter.getUserByAccount({ provider: 'idp', providerAccountId: sub });

  it.each(['database', 'jwt'] as const)(
    'accepts only one of two simultaneous requests for the same callback: %s (C12)',
    async (strategy) => {
      await start({ session: { strategy } });
      const browser = app.client();
      const callback = await approve(browser, ADA);
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

      const results = await Promise.all([
        browser.get(callback),
        app.client().get(callback, { cookie }),
      ]);

      const locations = results.map(({ location }) => location);
      expect(new Set(locations)).toEqual(
        new Set([`${app.url}/auth/signin?error=OAuthCallbackError`, `${app.url}/home`]),
      );
      const user = await accountOf('ada');
      expect(await adapter.listAccountsByUserId(user?.id ?? '')).toHaveLength(1);
      if (strategy === 'database') {
        expect(await adapter.listSessionsByUserId(user?.id ?? '')).toHaveLength(1);
      }
    },
  );

  it.each(['database', 'jwt'] as const)(
    'accepts a callback once even if the provider accepts its code twice: %s (C12)',
    async (strategy) => {
      await start({ session: { strategy } });
      let response: Promise<FakeAnswer> | undefined;
      server.answer('token', (_, honest) => (response ??= honest()));
      const browser = app.client();
      const callback = await approve(browser, ADA);
      const copy = app.client();
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);

      const results = await Promise.all([browser.get(callback), copy.get(callback)]);

      expect(new Set(results.map(({ location }) => location))).toEqual(
        new Set([`${app.url}/auth/signin?error=OAuthCallbackError`, `${app.url}/home`]),
      );
      expect([browser, copy].filter(({ cookies }) => cookies.has(SESSION))).toHaveLength(1);
    },
  );

  it('keeps the session when a callback is repeated, and shows no error (C12)', async () => {
    await start();
    const browser = app.client();
    const callback = await approve(browser, ADA);
    await browser.get(callback);
    const session = browser.cookies.get(SESSION);
    server.requests.length = 0;

    const repeated = await browser.get(callback);

    expect(repeated).toMatchObject({ status: 302, location: `${app.url}/home` });
    expect(browser.cookies.get(SESSION)).toBe(session);
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } });
    expect(server.requests).toEqual([]);
  });

  it('keeps the session if the browser opens a callback that another browser began (C05)', async () => {
    await start();
    const victim = app.client();
    await signIn(victim, ADA);

    const response = await victim.get(await approve(app.client(), GRACE));

    expect(response.location).toBe(`${app.url}/home`);
    expect(await victim.session()).toMatchObject({ user: { name: 'Ada' } });
    expect(await accountOf('grace')).toBeNull();
  });

  it('links nothing to a user who signed in meanwhile (C13)', async () => {
    await start();
    const browser = app.client();
    await signIn(browser, ADA);
    const callback = await approve(browser, LINDA);
    await browser.signOut();
    await signIn(browser, GRACE);
    server.claims = LINDA;

    const refused = await browser.get(callback);

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect(await accountOf('linda')).toBeNull();
    expect(await browser.session()).toMatchObject({ user: { name: 'Grace' } });
  });

  it('links nothing to a user who was not signed in when the attempt began (C13)', async () => {
    await start();
    const browser = app.client();
    const callback = await approve(browser, LINDA);
    await signIn(browser, GRACE);
    server.claims = LINDA;

    const refused = await browser.get(callback);

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect(await accountOf('linda')).toBeNull();
    expect(await adapter.getUserByEmail(LINDA.email)).toBeNull();
  });

  it('links nothing if only the Auth.js cookies carry the attempt (C13)', async () => {
    await start();
    const browser = app.client();
    await signIn(browser, ADA);
    const callback = await approve(browser, LINDA);
    await asStartedByAuthJs(browser, SECRET);

    const refused = await browser.get(callback);

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect(await accountOf('linda')).toBeNull();
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } });
  });

  it('creates no user if a user whom no adapter stores has signed in meanwhile (C13, V11)', async () => {
    await start({ session: { strategy: 'jwt' } });
    const browser = app.client();
    const callback = await approve(browser, LINDA);
    await browser.signIn('credentials', JANE);

    const refused = await browser.get(callback);

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect(await accountOf('linda')).toBeNull();
    expect(await browser.session()).toMatchObject({ user: { email: 'jane@example.com' } });
  });

  it('links an account to only one of two users who request it at once (H17)', async () => {
    await start({}, new MeetingStore('linda'));
    const [ada, grace] = [app.client(), app.client()];
    await signIn(ada, ADA);
    await signIn(grace, GRACE);
    const callbacks = [await approve(ada, LINDA), await approve(grace, LINDA)] as const;

    const results = await Promise.all([ada.get(callbacks[0]), grace.get(callbacks[1])]);

    const home = `${app.url}/home`;
    expect(new Set(results.map(({ location }) => location))).toEqual(
      new Set([home, `${app.url}/auth/signin?error=OAuthAccountNotLinked`]),
    );
    const winner = results[0].location === home ? ADA : GRACE;
    expect((await accountOf('linda'))?.email).toBe(winner.email);
  });

  it('creates no user if the user has signed out meanwhile (C13)', async () => {
    await start();
    const browser = app.client();
    await signIn(browser, ADA);
    const callback = await approve(browser, LINDA);
    await browser.signOut();

    const refused = await browser.get(callback);

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect(await accountOf('linda')).toBeNull();
    expect(await browser.session()).toBeNull();
  });

  it('links to the user who began the attempt and is still signed in', async () => {
    await start();
    const browser = app.client();
    await signIn(browser, ADA);

    expect((await signIn(browser, LINDA)).location).toBe(`${app.url}/home`);

    expect(await accountOf('linda')).toEqual(await adapter.getUserByEmail(ADA.email));
  });

  it('redirects each tab to its own target', async () => {
    await start();
    const browser = app.client();
    const first = await approve(browser, ADA, '/first');
    const second = await approve(browser, ADA, '/second');

    expect((await browser.get(first)).location).toBe(`${app.url}/first`);
    expect((await browser.get(second)).location).toBe(`${app.url}/second`);
  });

  it('shows an error from the provider to a signed-in user (H09)', async () => {
    await start();
    const browser = app.client();
    await signIn(browser, ADA);
    const callback = new URL(await approve(browser, LINDA));
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');

    const refused = await browser.get(callback.href);

    expect(refused.location).toBe(
      `${app.url}/auth/signin?error=OAuthCallbackError&code=access_denied`,
    );
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } });
  });

  it('redirects a failed attempt to the sign-in page with the target of its tab (H09)', async () => {
    await start();
    const browser = app.client();
    const first = new URL(await approve(browser, ADA, '/first'));
    await approve(browser, ADA, '/second');
    first.searchParams.delete('code');
    first.searchParams.set('error', 'temporarily_unavailable');

    const refused = new URL((await browser.get(first.href)).location ?? '');

    expect(refused.pathname).toBe('/auth/signin');
    expect(Object.fromEntries(refused.searchParams)).toEqual({
      error: 'OAuthCallbackError',
      callbackUrl: `${app.url}/first`,
    });
  });
});

/** A store that makes the first two look-ups of one account wait for each other. */
class MeetingStore extends MemoryAdapter {
  private readonly met = new Deferred();
  private looks = 0;

  constructor(private readonly providerAccountId: string) {
    super();
  }

  override async getUserByAccount(
    ...[account]: Parameters<MemoryAdapter['getUserByAccount']>
  ): ReturnType<MemoryAdapter['getUserByAccount']> {
    const found = await super.getUserByAccount(account);
    if (account.providerAccountId !== this.providerAccountId) return found;
    this.looks += 1;
    if (this.looks === 2) this.met.resolve();
    await this.met.promise;
    return found;
  }
}
