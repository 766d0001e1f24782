import { type AuthConfig, Email, OAuth, OIDC, type OIDCConfig } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

/** Inputs from public reports about other libraries; each names the report. */
describe.each(platforms())('what was reported about other libraries, on %s', (platform) => {
  let server: FakeOAuthServer;
  let app: TestApp | undefined;
  let mailed = '';

  beforeAll(async () => {
    server = await FakeOAuthServer.start({ issuer: 'https://idp.example' });
  });
  beforeEach(() => server.reset());
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });
  afterAll(() => server.close());

  async function start(
    options: Partial<OIDCConfig> = {},
    { client, fetch }: Pick<FakeOAuthServer, 'client' | 'fetch'> = server,
  ): Promise<TestApp> {
    const config: Partial<AuthConfig> = {
      adapter: new MemoryAdapter(),
      fetch,
      providers: [
        OIDC({ id: 'idp', name: 'IdP', ...client, ...options }),
        OAuth({
          id: 'plain',
          name: 'Plain',
          clientId: client.clientId,
          clientSecret: client.clientSecret,
          authorization: `${client.issuer}/authorize`,
          token: `${client.issuer}/token`,
          userinfo: `${client.issuer}/userinfo`,
          profile: ({ sub, name }) => ({ id: sub as string, name: name as string }),
        }),
        Email({
          server: 'smtp://127.0.0.1:1',
          sendVerificationRequest: ({ url }) => {
            const { pathname, search } = new URL(url);
            mailed = pathname + search;
          },
        }),
      ],
    };
    app = await TestApp.start({ platform, config });
    return app;
  }

  async function approve(browser: CheckedClient, id = 'idp', from = server): Promise<string> {
    const { location = '' } = await browser.signIn(id, { callbackUrl: '/home' });
    return (await from.authorize(location)).url.href;
  }

  /** Asserts that somebody can sign in; the log explains why not. */
  async function expectSignIn(id = 'idp', from = server): Promise<void> {
    const browser = app?.client();
    if (!browser || !app) throw new Error('start the application first');
    const { location } = await browser.get(await approve(browser, id, from));
    expect([location, ...app.logs.errors]).toEqual([`${app.url}/home`]);
    expect(await browser.session()).not.toBeNull();
  }

  // https://github.com/panva/openid-client/issues/893
  it('refuses the URL of the metadata as issuer, and names the options (RP23)', async () => {
    const issuer = `${server.issuer}/.well-known/openid-configuration`;

    await expect(start({ issuer })).rejects.toThrow(/issuer: is the URL of .*`wellKnown`/);
  });

  // https://github.com/danny-avila/LibreChat/issues/3084
  it.each([
    ['with its plus sign decoded', (link: string) => link.replace('%2B', '+')],
    ['with a full stop at its end', (link: string) => `${link}.`],
    ['with an angle bracket at its end', (link: string) => `${link}%3E`],
    ['with a space at its end', (link: string) => `${link}%20`],
    ['with its ampersands escaped twice', (link: string) => link.replaceAll('&', '&amp;')],
    ['with parameters that trace clicks', (link: string) => `${link}&utm_source=mail`],
  ])('signs in by an emailed link %s (RP24)', async (_, change) => {
    const browser = (await start()).client();
    await browser.signIn('email', { email: 'jane+tag@example.com', callbackUrl: '/home' });

    await browser.get(change(mailed));

    expect(await browser.session()).toMatchObject({ user: { email: 'jane+tag@example.com' } });
  });

  // https://github.com/panva/openid-client/issues/57
  it('sends the secret in the body to a provider that lists no other method (RP25)', async () => {
    const strict = await FakeOAuthServer.start({
      issuer: 'https://strict.example',
      clientAuthentication: 'client_secret_post',
    });
    strict.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    await start({}, strict);

    await expectSignIn('idp', strict);
    await strict.close();
  });

  // https://github.com/auth0/passport-linkedin-oauth2/issues/47
  // https://github.com/zmartzone/lua-resty-openidc/issues/549
  it.each([
    ['user_cancelled_login', 'The user cancelled LinkedIn login'],
    ['user_cancelled_authorize', 'The user cancelled the authorization'],
    ['temporarily_unavailable', 'authentication_expired'],
  ])('alerts nobody if a provider reports %s, %s (RP26)', async (error, error_description) => {
    const started = await start();
    const browser = started.client();
    server.callback = { code: undefined, error, error_description };

    const { location } = await browser.get(await approve(browser));

    expect(location).toBe(`${started.url}/auth/signin?error=OAuthCallbackError`);
    expect(started.logs.types).toEqual(['OAuthCallbackError']);
    expect(started.logs.alarms).toEqual([]);
  });

  it('still alerts about a provider that is unavailable (RP26)', async () => {
    const started = await start();
    const browser = started.client();
    server.callback = { code: undefined, error: 'temporarily_unavailable' };

    await browser.get(await approve(browser));

    expect(started.logs.alarms).toHaveLength(1);
  });

  /** Reports whose input always worked, and what the provider does in each. */
  const TOLERATED: readonly [report: string, behave: () => void][] = [
    [
      'spring-security #13646: userinfo with a charset',
      () => respondAs('userinfo', 'application/json;charset=utf-8'),
    ],
    [
      'spring-security #6017: userinfo as a script',
      () => respondAs('userinfo', 'text/javascript; charset=UTF-8'),
    ],
    ['a token response as plain text', () => respondAs('token', 'text/plain')],
    ['a key set of its own type', () => respondAs('jwks', 'application/jwk-set+json')],
    [
      'metadata after a byte order mark',
      () => respondAs('discovery', 'application/json', '\uFEFF'),
    ],
    ['hoauth2 #97: a life as a string', () => void (server.tokens = { expires_in: '3600' })],
    ['an empty life', () => void (server.tokens = { expires_in: '' })],
    [
      'dates with fractions',
      () => {
        const now = Date.now() / 1000;
        server.idToken = { claims: { iat: now + 0.5, exp: now + 300.25, auth_time: now - 1.5 } };
      },
    ],
    [
      'keys of unknown and broken kinds beside the right one',
      () =>
        server.answer('jwks', async (_, honest) => {
          const { keys } = (await honest()).json as { keys: object[] };
          const odd = [{ kty: 'AKP', alg: 'ML-DSA-65', pub: 'AA' }, { kty: 'EC', kid: 'x' }, {}];
          return { json: { keys: [...odd, ...keys] } };
        }),
    ],
    [
      'parameters of the vendor at the callback',
      () => void (server.callback = { session_state: 'x', authuser: '0', hd: 'x.example' }),
    ],
  ];

  function respondAs(
    endpoint: 'discovery' | 'jwks' | 'token' | 'userinfo',
    type: string,
    before = '',
  ): void {
    server.answer(endpoint, async (_, honest) => ({
      headers: { 'content-type': type },
      body: before + JSON.stringify((await honest()).json),
    }));
  }

  it.each(TOLERATED)('signs in in spite of %s', async (_, behave) => {
    await start();
    behave();

    await expectSignIn('idp');
    await expectSignIn('plain');
  });

  // https://github.com/jumbojett/OpenID-Connect-PHP/issues/230
  it('authenticates with a secret of special characters', async () => {
    const clientSecret = 'a+b/c=d %:é&-0123456789abcdefghijkl';
    const own = await FakeOAuthServer.start({ issuer: 'https://own.example', clientSecret });
    await start({}, own);

    await expectSignIn('idp', own);
    await own.close();
  });

  // https://github.com/auth0/express-openid-connect/issues/467, #625; usekaneo/kaneo #1745
  it('goes on if one goes back to a used callback, from another tab, or after many attempts', async () => {
    const started = await start();
    const browser = started.client();
    for (let attempts = 0; attempts < 20; attempts += 1) {
      await browser.signIn('idp', { callbackUrl: `/home?${'x'.repeat(300)}` });
    }
    const size = [...browser.cookies].map((cookie) => cookie.join('=')).join('; ').length;
    const [first, second] = [await approve(browser), await approve(browser)];

    const locations: unknown[] = [];
    for (const url of [second, first, first]) locations.push((await browser.get(url)).location);

    expect(size).toBeLessThan(6000);
    expect(locations).toEqual(Array(3).fill(`${started.url}/home`));
  });
});
