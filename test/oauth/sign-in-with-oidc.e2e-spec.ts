import { MemoryAdapter } from '@authnest/testing';
import { currentAdapter } from '../support/current-adapter.js';
import { authorize, OidcProvider } from '../support/oidc.js';
import { platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())('sign-in with OpenID Connect on %s', (platform) => {
  let idp: OidcProvider;
  let app: TestApp;

  beforeAll(async () => {
    idp = await OidcProvider.start();
    const providers = [
      idp.config('idp', { checks: ['pkce', 'state', 'nonce'] }),
      idp.config('plain'),
      idp.config('userinfo', { idToken: false }),
    ];
    app = await TestApp.start({ platform, config: { providers } });
    await idp.register(app, 'idp', 'plain', 'userinfo');
  });

  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  it.each(['idp', 'plain', 'userinfo'])(
    'signs in through %s and returns the user in the session',
    async (id) => {
      const browser = app.client();

      const callback = await browser.get(await authorize(browser, id));

      expect(callback).toMatchObject({ status: 302, location: `${app.url}/home` });
      expect(await browser.session()).toMatchObject({
        user: { name: 'Ada Lovelace', email: 'ada@example.com' },
      });
    },
  );

  it('sends state, nonce and an S256 challenge, and keeps state, nonce and verifier sealed', async () => {
    const browser = app.client();

    const started = await browser.signIn('idp', { callbackUrl: '/home' });

    const url = new URL(started.location ?? '');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'client-idp',
      redirect_uri: `${app.url}/auth/callback/idp`,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      state: expect.stringMatching(/^[\da-zA-Z]{64,128}$/) as unknown,
    });
    expect([...browser.cookies.keys()].sort()).toEqual([
      'authjs.callback-url',
      'authjs.csrf-token',
      'authjs.nonce',
      'authjs.pkce.code_verifier',
      'authjs.state',
      expect.stringMatching(/^authjs\.state\.[0-9a-f]{16}$/),
    ]);
  });

  it('clears every check cookie at the callback', async () => {
    const browser = app.client();

    await browser.get(await authorize(browser, 'idp'));

    expect([...browser.cookies.keys()].sort()).toEqual([
      'authjs.callback-url',
      'authjs.csrf-token',
      'authjs.session-token',
    ]);
  });

  it('signs in from two tabs at once', async () => {
    const browser = app.client();
    const first = await authorize(browser, 'idp', { callbackUrl: '/first' });
    const second = await authorize(browser, 'idp', { sub: 'grace-hopper', callbackUrl: '/second' });

    expect((await browser.get(first)).status).toBe(302);
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } });
    expect((await browser.get(second)).status).toBe(302);
    expect(await browser.session()).toMatchObject({ user: { name: 'Grace Hopper' } });
  });

  it('keeps at most three attempts, and less than 4.5 kB of check cookies', async () => {
    const browser = app.client();
    const callbacks: string[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1)
      callbacks.push(await authorize(browser, 'idp'));

    const attempts = [...browser.cookies].filter(([name]) => /^authjs\.state\.\w{16}$/.test(name));
    const checks = [...browser.cookies].filter(([name]) => /state|nonce|pkce/.test(name));
    expect(attempts).toHaveLength(3);
    expect(
      checks.reduce((size, [name, value]) => size + name.length + value.length, 0),
    ).toBeLessThan(4500);
    expect((await browser.get(callbacks[0] ?? '')).location).toContain('error=Configuration');
    expect((await browser.get(callbacks[3] ?? '')).location).toBe(`${app.url}/home`);
  });

  it('does not sign in again if a callback is reused, and redirects to its target (C04, C12)', async () => {
    const browser = app.client();
    const callback = await authorize(browser, 'idp');
    await browser.get(callback);
    const session = browser.cookies.get('authjs.session-token');

    const repeated = await browser.get(callback);

    expect(repeated.location).toBe(`${app.url}/home`);
    expect(browser.cookies.get('authjs.session-token')).toBe(session);
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } });
  });

  it('redirects to the sign-in page after a provider error, without repeating its message', async () => {
    const browser = app.client();
    const started = await browser.signIn('idp');
    const state = new URL(started.location ?? '').searchParams.get('state') ?? '';

    const refused = await browser.get(
      `/auth/callback/idp?${new URLSearchParams({
        error: 'access_denied',
        error_description: '<svg/onload=alert(1)>',
        state,
        iss: idp.provider.issuer,
      })}`,
    );

    expect(refused.location).toBe(
      `${app.url}/auth/signin?error=OAuthCallbackError&code=access_denied`,
    );
    const page = await browser.get(`${refused.location}`);
    expect(page.text).toContain('The sign-in was stopped at the provider.');
    expect([...browser.cookies.keys()].filter((name) => /state|nonce|pkce/.test(name))).toEqual([]);
  });
});

describe.each(platforms())('OpenID Connect users in an adapter on %s', (platform) => {
  let idp: OidcProvider;
  let app: TestApp;
  let adapter: MemoryAdapter;

  beforeAll(async () => {
    idp = await OidcProvider.start();
    adapter = new MemoryAdapter();
    const providers = [
      idp.config('idp'),
      idp.config('idp2'),
      idp.config('linking', { allowDangerousEmailAccountLinking: true }),
    ];
    const config = { providers, adapter: currentAdapter(() => adapter) };
    app = await TestApp.start({ platform, config });
    await idp.register(app, 'idp', 'idp2', 'linking');
  });
  beforeEach(() => {
    adapter = new MemoryAdapter();
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  it('registers a user once, and finds the same user at the next sign-in', async () => {
    const first = app.client();
    await first.get(await authorize(first, 'idp'));
    const second = app.client();
    await second.get(await authorize(second, 'idp'));

    const user = await adapter.getUserByEmail('ada@example.com');
    expect(user).toMatchObject({ name: 'Ada Lovelace', emailVerified: null });
    expect(
      await adapter.getUserByAccount({ provider: 'idp', providerAccountId: 'ada-lovelace' }),
    ).toEqual(user);
    expect(await second.session()).toMatchObject({ user: { email: 'ada@example.com' } });
  });

  it('refuses an account of another provider with the same address', async () => {
    const owner = app.client();
    await owner.get(await authorize(owner, 'idp'));
    const browser = app.client();

    const refused = await browser.get(await authorize(browser, 'idp2'));

    expect(refused.location).toBe(`${app.url}/auth/signin?error=OAuthAccountNotLinked`);
    expect(await browser.session()).toBeNull();
  });

  it('links by address if the provider may link and both addresses are verified', async () => {
    const owner = app.client();
    await owner.get(await authorize(owner, 'idp'));
    const browser = app.client();

    await browser.get(await authorize(browser, 'linking'));

    const user = await adapter.getUserByEmail('ada@example.com');
    expect(
      await adapter.getUserByAccount({ provider: 'linking', providerAccountId: 'ada-lovelace' }),
    ).toEqual(user);
  });

  it('never links to a user whose address is not verified (A25)', async () => {
    const attacker = await adapter.createUser({
      id: crypto.randomUUID(),
      email: 'ada@example.com',
      emailVerified: null,
    });
    const browser = app.client();

    const refused = await browser.get(await authorize(browser, 'linking'));

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect(await adapter.listAccountsByUserId(attacker.id)).toEqual([]);
  });

  it('links to the user who is signed in, and replaces the session', async () => {
    const browser = app.client();
    await browser.get(await authorize(browser, 'idp'));
    const before = browser.cookies.get('authjs.session-token') ?? '';

    await browser.get(await authorize(browser, 'idp2', { sub: 'grace-hopper' }));

    const user = await adapter.getUserByEmail('ada@example.com');
    expect(
      await adapter.getUserByAccount({ provider: 'idp2', providerAccountId: 'grace-hopper' }),
    ).toEqual(user);
    expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });
    expect(browser.cookies.get('authjs.session-token')).not.toBe(before);
    expect(await adapter.getSessionAndUser(before)).toBeNull();
  });

  it('refuses an account that belongs to a user other than the one signed in', async () => {
    const grace = app.client();
    await grace.get(await authorize(grace, 'idp', { sub: 'grace-hopper' }));
    const ada = app.client();
    await ada.get(await authorize(ada, 'idp'));

    const refused = await ada.get(await authorize(ada, 'idp', { sub: 'grace-hopper' }));

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect(await ada.session()).toMatchObject({ user: { email: 'ada@example.com' } });
  });

  it('stores only the known fields of an account', async () => {
    const browser = app.client();
    await browser.get(await authorize(browser, 'idp'));

    const account = await adapter.getAccount('ada-lovelace', 'idp');

    expect(Object.keys(account ?? {}).sort()).toEqual([
      'access_token',
      'emailVerified',
      'expires_at',
      'id_token',
      'linkedAt',
      'provider',
      'providerAccountId',
      'scope',
      'token_type',
      'type',
      'userId',
    ]);
  });
});
