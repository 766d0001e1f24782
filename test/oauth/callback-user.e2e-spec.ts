import { type AuthConfig, OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

const ADA = { sub: 'ada', name: 'Ada', email: 'ada@example.com' };
const GRACE = { sub: 'grace', name: 'Grace', email: 'grace@example.com' };
const LINDA = { sub: 'linda', name: 'Linda', email: 'linda@example.com' };
const SESSION = 'authjs.session-token';

describe.each(platforms)('who a callback belongs to on %s', (platform) => {
  let server: FakeOAuthServer;
  let app: TestApp;
  let adapter: MemoryAdapter;

  beforeAll(async () => {
    server = await FakeOAuthServer.start({ claims: ADA });
  });
  beforeEach(() => server.reset());
  afterEach(() => app.close());
  afterAll(() => server.close());

  async function start(config: Partial<AuthConfig> = {}): Promise<void> {
    adapter = new MemoryAdapter();
    const own = OIDC({ id: 'idp', name: 'IdP', ...server.client });
    app = await TestApp.start({ platform, config: { providers: [own], adapter, ...config } });
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
    'C12 takes the same callback twice in parallel for one account: %s',
    async (strategy) => {
      await start({ session: { strategy } });
      const browser = app.client();
      const callback = await approve(browser, ADA);
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

      const answers = await Promise.all([
        browser.get(callback),
        app.client().get(callback, { cookie }),
      ]);

      const locations = answers.map(({ location }) => location);
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

  it('C12 leaves the session alone when a callback is repeated, and shows no error', async () => {
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

  it('C05 does not change who is signed in by a callback of somebody else', async () => {
    await start();
    const victim = app.client();
    await signIn(victim, ADA);

    const answer = await victim.get(await approve(app.client(), GRACE));

    expect(answer.location).toBe(`${app.url}/home`);
    expect(await victim.session()).toMatchObject({ user: { name: 'Ada' } });
    expect(await accountOf('grace')).toBeNull();
  });

  it('C13 links nothing to who signed in meanwhile', async () => {
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

  it('C13 links nothing to somebody who was not signed in when it began', async () => {
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

  it('C13 makes no user for somebody who signed out meanwhile', async () => {
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

  it('links for who began and is still there', async () => {
    await start();
    const browser = app.client();
    await signIn(browser, ADA);

    expect((await signIn(browser, LINDA)).location).toBe(`${app.url}/home`);

    expect(await accountOf('linda')).toEqual(await adapter.getUserByEmail(ADA.email));
  });

  it('ends each tab where it was to end', async () => {
    await start();
    const browser = app.client();
    const first = await approve(browser, ADA, '/first');
    const second = await approve(browser, ADA, '/second');

    expect((await browser.get(first)).location).toBe(`${app.url}/first`);
    expect((await browser.get(second)).location).toBe(`${app.url}/second`);
  });

  it('H09 goes back to the sign-in page with the target of its own tab', async () => {
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
