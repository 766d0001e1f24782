import { type AuthConfig, type AuthEventName, OIDC } from '@authnest/core';
import { aUser, FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { currentAdapter } from '../support/current-adapter.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

const ADA = { sub: 'ada', name: 'Ada', email: 'ada@example.com' };
const SESSION = 'authjs.session-token';

describe.each(platforms())('which user an account is linked to on %s', (platform) => {
  let server: FakeOAuthServer;
  let app: TestApp;
  let adapter: MemoryAdapter;
  let reported: string[];

  beforeAll(async () => {
    server = await FakeOAuthServer.start();
    adapter = new MemoryAdapter();
    const providers = [
      OIDC({ id: 'idp', name: 'IdP', ...server.client }),
      OIDC({ id: 'other', name: 'Other', ...server.client }),
      OIDC({
        id: 'mapped',
        name: 'Mapped',
        ...server.client,
        profile: ({ sub, email }) => ({ id: sub ?? '', email, emailVerified: new Date() }),
      }),
      OIDC({
        id: 'linking',
        name: 'Linking',
        ...server.client,
        allowDangerousEmailAccountLinking: true,
      }),
    ];
    const record = (name: AuthEventName) => (): void => void reported.push(name);
    const events: AuthConfig['events'] = {
      createUser: record('createUser'),
      linkAccount: record('linkAccount'),
      signIn: record('signIn'),
    };
    const config = { providers, adapter: currentAdapter(() => adapter), events };
    app = await TestApp.start({ platform, config });
  });
  beforeEach(() => {
    server.reset();
    server.claims = { ...ADA };
    adapter = new MemoryAdapter();
    reported = [];
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  async function signIn(browser: CheckedClient, id = 'idp', claims: object = ADA) {
    server.claims = { ...claims };
    const { location = '' } = await browser.signIn(id, { callbackUrl: '/home' });
    reported.length = 0;
    return browser.get((await server.authorize(location)).url.href);
  }

  const accountOf = (provider: string, sub = 'ada') =>
    adapter.getUserByAccount({ provider, providerAccountId: sub });

  it('no account, session or user with the address: registers, and reports the events in order', async () => {
    const browser = app.client();

    expect((await signIn(browser)).location).toBe(`${app.url}/home`);

    expect(await accountOf('idp')).toMatchObject({ email: ADA.email, emailVerified: null });
    expect(reported).toEqual(['createUser', 'linkAccount', 'signIn']);
  });

  it('ignores an emailVerified date that the profile callback returns (A25)', async () => {
    await signIn(app.client(), 'mapped');

    expect(await accountOf('mapped')).toMatchObject({ email: ADA.email, emailVerified: null });
  });

  it('account of the signed-in user: keeps the user, and replaces the session (D01)', async () => {
    const browser = app.client();
    await signIn(browser);
    const before = browser.cookies.get(SESSION) ?? '';

    await signIn(browser);

    const user = await accountOf('idp');
    expect(reported).toEqual(['signIn']);
    expect(browser.cookies.get(SESSION)).not.toBe(before);
    expect(await adapter.getSessionAndUser(before)).toBeNull();
    expect(await adapter.listSessionsByUserId(user?.id ?? '')).toHaveLength(1);
  });

  it('account of a user other than the one signed in: refuses, and keeps the session', async () => {
    await signIn(app.client());
    const grace = app.client();
    await signIn(grace, 'idp', { sub: 'grace', email: 'grace@example.com' });
    const before = grace.cookies.get(SESSION);

    const refused = await signIn(grace);

    expect(refused.location).toBe(`${app.url}/auth/signin?error=OAuthAccountNotLinked`);
    expect(reported).toEqual([]);
    expect(grace.cookies.get(SESSION)).toBe(before);
  });

  it('account, no session: signs in its owner, whatever address the provider now reports', async () => {
    await signIn(app.client());
    const browser = app.client();

    await signIn(browser, 'idp', { ...ADA, email: 'moved@example.com' });

    expect(reported).toEqual(['signIn']);
    expect(await browser.session()).toMatchObject({ user: { email: ADA.email } });
  });

  it('no account, session: links, whichever user has the address', async () => {
    await adapter.createUser({ ...aUser(), email: 'taken@example.com' });
    const browser = app.client();
    await signIn(browser);

    await signIn(browser, 'other', { sub: 'ada-2', email: 'taken@example.com' });

    expect(await accountOf('other', 'ada-2')).toEqual(await accountOf('idp'));
    expect(reported).toEqual(['linkAccount', 'signIn']);
  });

  it('no account or session, known address, linking not allowed: refuses, and writes nothing', async () => {
    const owner = await adapter.createUser({ ...aUser(), email: ADA.email });

    const refused = await signIn(app.client(), 'other');

    expect(refused.location).toBe(`${app.url}/auth/signin?error=OAuthAccountNotLinked`);
    expect(reported).toEqual([]);
    expect(await adapter.listAccountsByUserId(owner.id)).toEqual([]);
  });

  describe('no account or session, known address, linking allowed', () => {
    const proven = { emailVerified: new Date('2026-01-01') };

    it.each([[true], ['true']])(
      'links to a verified address if email_verified is %j, and creates no user (A25)',
      async (email_verified) => {
        const owner = await adapter.createUser({ ...aUser(), email: ADA.email, ...proven });

        const response = await signIn(app.client(), 'linking', { ...ADA, email_verified });

        expect(response.location).toBe(`${app.url}/home`);
        expect((await accountOf('linking'))?.id).toBe(owner.id);
        expect(reported).toEqual(['linkAccount', 'signIn']);
      },
    );

    it.each([[false], ['false'], [null], [''], [undefined]])(
      'refuses if email_verified is %j (A25, V5)',
      async (email_verified) => {
        await adapter.createUser({ ...aUser(), email: ADA.email, ...proven });

        const refused = await signIn(app.client(), 'linking', { ...ADA, email_verified });

        expect(refused.location).toContain('error=OAuthAccountNotLinked');
        expect(await accountOf('linking')).toBeNull();
      },
    );

    it('logs what to do if the provider does not report a verification (A25, V5)', async () => {
      const known = app.logs.lines.length;
      await adapter.createUser({ ...aUser(), email: ADA.email, ...proven });

      await signIn(app.client(), 'linking', ADA);

      expect(app.logs.lines.slice(known).join('\n')).toMatch(/provider `linking`.*`verifiedEmail`/);
    });

    it('ignores the verification of another address (A25)', async () => {
      const squatter = app.client();
      await signIn(squatter, 'idp', { sub: 'squatter', email: ADA.email, email_verified: false });
      const own = { sub: 'own', email: 'squatter@example.com', email_verified: true };
      await signIn(squatter, 'other', own);

      const squatterId = (await accountOf('other', 'own'))?.id;
      await signIn(app.client(), 'linking', { ...ADA, email_verified: true });

      expect(squatterId).toBeDefined();
      const owner = await accountOf('linking');
      expect(owner).toMatchObject({ email: ADA.email });
      expect(owner?.id).not.toBe(squatterId);
      expect((await accountOf('other', 'own'))?.email).not.toBe(ADA.email);
    });

    it.each([[true], ['false'], [undefined]])(
      'never links to an unverified address, even if email_verified is %j (A25)',
      async (email_verified) => {
        await adapter.createUser({ ...aUser(), email: ADA.email, emailVerified: null });

        const refused = await signIn(app.client(), 'linking', { ...ADA, email_verified });

        expect(refused.location).toContain('error=OAuthAccountNotLinked');
        expect(await accountOf('linking')).toBeNull();
      },
    );

    it('treats an address as verified if a provider had verified it when its account was linked', async () => {
      await signIn(app.client(), 'idp', { ...ADA, email_verified: true });

      await signIn(app.client(), 'linking', { ...ADA, email_verified: true });

      expect(await accountOf('linking')).toEqual(await accountOf('idp'));
    });
  });
});
