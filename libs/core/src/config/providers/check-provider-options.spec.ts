import { problemsOf } from '../../../../../test/support/problems-of.js';
import { OAuth, OIDC } from '../../provider/oauth-provider.js';

const CANARY = 'canary-secret-5151';
const IDP = OIDC({
  id: 'idp',
  name: 'IdP',
  issuer: 'https://idp.example',
  clientId: 'shop',
  clientSecret: CANARY,
});

/** Returns the problems of an OpenID provider with the given options. */
function withOptions(options: unknown): string[] {
  return problemsOf({ providers: [{ ...IDP, options }] });
}

describe('options of an OAuth or OIDC provider', () => {
  it.each([
    undefined,
    {},
    { checks: ['none'], style: { logo: '/idp.svg' }, authorizationParams: ['prompt'] },
    { authorization: { params: { scope: 'openid' } }, userinfo: 'https://idp.example/me' },
    { authorization: { params: { max_age: 0 } } },
    { authorization: 'https://idp.example/authorize?max_age=3600' },
    { client: { token_endpoint_auth_method: 'client_secret_post' }, idToken: false },
    { client: { token_endpoint_auth_method: 'none' }, clientSecret: null },
    { issuer: 'http://localhost:9000', profile: () => ({}), account: () => ({}) },
    { issuer: 'http://127.0.0.1:9000' },
    { refreshMargin: 5 },
    { refreshMargin: 600 },
    { verifiedEmail: false, restrictions: { hd: () => true } },
    { verifiedEmail: () => null, restrictions: {} },
    { issuer: 'http://[::1]:9000' },
    { issuer: 'http://idp.localhost' },
  ])('are accepted: %#', (options) => {
    expect(withOptions(options)).toEqual([]);
  });

  it.each([
    ['checks', { checks: 'pkce' }],
    ['checks', { checks: ['PKCE'] }],
    ['checks', { checks: [true] }],
    ['client', { client: 'x' }],
    ['client.token_endpoint_auth_method', { client: { token_endpoint_auth_method: 'basic' } }],
    ['clientId', { clientId: 5 }],
    ['clientSecret', { clientSecret: 5 }],
    ['name', { name: {} }],
    ['authorization', { authorization: 5 }],
    ['token', { token: [] }],
    ['userinfo', { userinfo: true }],
    ['profile', { profile: 'x' }],
    ['account', { account: {} }],
    ['idToken', { idToken: 'false' }],
    ['allowDangerousEmailAccountLinking', { allowDangerousEmailAccountLinking: 'false' }],
    ['authorizationParams', { authorizationParams: 'prompt' }],
    ['verifiedEmail', { verifiedEmail: true }],
    ['verifiedEmail', { verifiedEmail: 'email' }],
    ['restrictions', { restrictions: () => true }],
    ['restrictions', { restrictions: { hd: 'corp.example' } }],
    ['style', { style: 'dark' }],
    ['refreshMargin', { refreshMargin: 4 }],
    ['refreshMargin', { refreshMargin: 601 }],
    ['refreshMargin', { refreshMargin: 59.5 }],
    ['refreshMargin', { refreshMargin: '60' }],
  ])('are refused if %s has the wrong type: %#', (option, options) => {
    expect(withOptions(options)).toEqual([
      expect.stringContaining(`AuthError: provider \`idp\`: ${option}: expected `) as unknown,
    ]);
  });

  it.each(['soon', '', -1, 1.5, true])('are refused with the `max_age` %j', (max_age) => {
    expect(withOptions({ authorization: { params: { max_age } } })).toEqual([
      'AuthError: provider `idp`: authorization: `max_age` must be whole seconds, 0 or more',
    ]);
  });

  it.each([
    ['issuer', { issuer: 'http://idp.example' }],
    ['issuer', { issuer: 'idp.example' }],
    ['issuer', { issuer: 5 }],
    ['wellKnown', { wellKnown: 'file:///etc/passwd' }],
    ['authorization', { authorization: 'javascript:alert(1)' }],
    ['authorization', { authorization: { url: 'http://idp.example/a' } }],
    ['token', { token: 'http://192.168.0.1/token' }],
    ['userinfo', { userinfo: { url: '/me' } }],
    ['jwks_endpoint', { jwks_endpoint: 'ftp://idp.example' }],
  ])('are refused if %s is not an https URL: %#', (option, options) => {
    expect(withOptions(options)).toEqual([
      expect.stringContaining(
        `InvalidEndpoints: provider \`idp\`: \`${option}\` must be an https URL (http only on localhost)`,
      ),
    ]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.test/x.svg', 5])(
    'are refused with the logo %j (A18)',
    (logo) => {
      expect(withOptions({ style: { logo, logoDark: logo } })).toEqual([
        expect.stringContaining('provider `idp`: `style.logo` must be') as unknown,
        expect.stringContaining('provider `idp`: `style.logoDark` must be') as unknown,
      ]);
    },
  );

  it.each([
    [{ tenant: ['corp'] }, 'tenant', 'did you mean `tenants`?'],
    [{ clientsecret: CANARY }, 'clientsecret', 'did you mean `clientSecret`?'],
    [{ authorisation: 'https://idp.example/a' }, 'authorisation', 'did you mean `authorization`?'],
    [
      { allowDangerousEmailAcountLinking: true },
      'allowDangerousEmailAcountLinking',
      'did you mean',
    ],
  ])('are refused with a mistyped name: %o (U13)', (options, option, hint) => {
    const expected = expect.stringMatching(
      new RegExp(
        `^AuthError: provider \`idp\`: ${option}: there is no such option; ${hint.replace('?', '\\?')}`,
      ),
    ) as unknown;

    expect(withOptions(options)).toEqual([expected]);
    expect(problemsOf({ providers: [{ ...IDP, ...options }] })).toEqual([expected]);
  });

  it('may have unknown names only with a preset, which might read them (U13)', () => {
    expect(withOptions({ tenantId: 'x', baseUrl: 'https://x.example', apiKey: 'k' })).toEqual([]);
    expect(problemsOf({ providers: [Object.assign({ ...IDP }, { tenantId: 'x' })] })).toEqual([
      'AuthError: provider `idp`: tenantId: there is no such option; did you mean `tenants`?',
    ]);
    expect(problemsOf({ providers: [Object.assign({ ...IDP }, { scope: 'openid' })] })).toEqual([
      'AuthError: provider `idp`: scope: there is no such option; remove it',
    ]);
  });

  it('may have an additional name that fills a placeholder in a URL (U13)', () => {
    const issuer = 'https://{region}.idp.example';

    expect(
      problemsOf({ providers: [Object.assign({ ...IDP }, { issuer, region: 'eu' })] }),
    ).toEqual([]);
  });

  it.each([
    [
      { id: 'mail', name: 'Mail', type: 'email', server: 'smtp://x', maxage: 5 },
      'maxage',
      'maxAge',
    ],
    [
      {
        id: 'c',
        name: 'C',
        type: 'credentials',
        credentials: {},
        authorize: () => null,
        autorize: 1,
      },
      'autorize',
      'authorize',
    ],
  ] as const)(
    'are refused with a mistyped name for other kinds of provider: %# (U13)',
    (provider, option, meant) => {
      expect(problemsOf({ providers: [provider as never] }).join()).toContain(
        `${option}: there is no such option; did you mean \`${meant}\`?`,
      );
    },
  );

  it.each(['oauth', 'oidc'] as const)(
    'are refused without the client secret for the type %s (U14)',
    (type) => {
      const endpoint = 'https://idp.example/e';
      const endpoints = { authorization: endpoint, token: endpoint, userinfo: endpoint };
      const own = type === 'oauth' ? endpoints : {};
      const provider = { ...IDP, ...own, type, clientSecret: undefined } as typeof IDP;

      expect(problemsOf({ providers: [provider] })).toEqual([
        "AuthError: provider `idp`: needs `clientSecret`; set it or AUTH_IDP_SECRET. For a public client, set `client: { token_endpoint_auth_method: 'none' }`",
      ]);
      expect(problemsOf({ providers: [{ ...provider, clientSecret: '' }] })).toHaveLength(1);
    },
  );

  it('need no secret for a public client (U14)', () => {
    const client = { token_endpoint_auth_method: 'none' };

    expect(problemsOf({ providers: [{ ...IDP, clientSecret: undefined, client }] })).toEqual([]);
  });

  it.each([[], 'x', 5])('are refused if they are %j', (options) => {
    expect(withOptions(options)).toEqual([
      'AuthError: provider `idp`: options: expected an object',
    ]);
  });

  it('are refused without a client id, and the message names the variable that sets it', () => {
    const provider = { ...IDP, id: 'my-idp', clientId: undefined, issuer: undefined };

    expect(problemsOf({ providers: [provider] })).toEqual([
      'AuthError: provider `my-idp`: needs `clientId`; set it or AUTH_MY_IDP_ID',
      'InvalidEndpoints: provider `my-idp`: an OpenID Connect provider needs `issuer`; set it or AUTH_MY_IDP_ISSUER',
    ]);
  });

  it('need neither issuer nor endpoints if `wellKnown` is set', () => {
    const wellKnown = 'https://idp.example/.well-known/openid-configuration';

    expect(problemsOf({ providers: [{ ...IDP, issuer: undefined, wellKnown }] })).toEqual([]);
    expect(
      problemsOf({ providers: [{ ...IDP, type: 'oauth', issuer: undefined, wellKnown }] }),
    ).toEqual([]);
  });

  it.each(['client_secret_basic', 'client_secret_post'])(
    'are refused without the secret that %s sends',
    (token_endpoint_auth_method) => {
      const provider = { ...IDP, clientSecret: undefined, client: { token_endpoint_auth_method } };

      expect(problemsOf({ providers: [provider] })).toEqual([
        'AuthError: provider `idp`: needs `clientSecret`; set it or AUTH_IDP_SECRET',
      ]);
    },
  );

  it.each(['HS256', 'HS384', 'HS512'])(
    'are refused without the secret that verifies %s (A48)',
    (alg) => {
      const client = { id_token_signed_response_alg: alg };

      expect(problemsOf({ providers: [{ ...IDP, clientSecret: undefined, client }] })).toEqual([
        'AuthError: provider `idp`: needs `clientSecret`; set it or AUTH_IDP_SECRET',
      ]);
    },
  );

  it('never appear with their values in errors', () => {
    const bad = { checks: CANARY, clientSecret: [CANARY], issuer: CANARY, style: { logo: CANARY } };

    expect(withOptions(bad)).toHaveLength(4);
    expect(withOptions(bad).join()).not.toContain(CANARY);
  });
});

describe('the check `nonce` of a plain OAuth provider', () => {
  const plain = (own: object) =>
    problemsOf({
      providers: [
        OAuth({
          id: 'gh',
          name: 'GH',
          clientId: 'shop',
          clientSecret: CANARY,
          authorization: 'https://gh.example/authorize',
          token: 'https://gh.example/token',
          userinfo: 'https://gh.example/user',
          ...own,
        }),
      ],
    });

  it('is refused if there are no keys to verify an ID token with', () => {
    expect(plain({ checks: ['pkce', 'nonce'] })).toEqual([
      expect.stringContaining("provider `gh`: checks: 'nonce' needs an ID token"),
    ]);
  });

  it.each([
    { checks: ['pkce', 'state'] },
    { checks: ['nonce'], jwks_endpoint: 'https://gh.example/keys' },
    { checks: ['nonce'], issuer: 'https://gh.example' },
  ])('is accepted: %j', (own) => {
    expect(plain(own)).toEqual([]);
  });
});
