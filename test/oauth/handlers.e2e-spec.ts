import { OAuth, type OAuthConfig, OIDC, type TokenContext, type TokenSet } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { exportJWK, generateKeyPair } from 'jose';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

const ADA = { sub: 'ada', name: 'Ada', email: 'ada@example.com' };

describe.each(platforms())('handlers of a provider on %s', (platform) => {
  let server: FakeOAuthServer;
  let app: TestApp | undefined;

  beforeAll(async () => {
    server = await FakeOAuthServer.start({ claims: ADA });
  });
  beforeEach(() => server.reset());
  afterEach(() => app?.close());
  afterAll(() => server.close());

  async function signIn(
    own: Partial<OAuthConfig> & { idToken?: boolean },
    kind: 'oauth' | 'oidc' = 'oidc',
  ) {
    const make = kind === 'oauth' ? OAuth : OIDC;
    const provider = make({ id: 'idp', name: 'IdP', ...server.client, ...own });
    app = await TestApp.start({ platform, config: { providers: [provider] } });
    const browser = app.client();
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/home' });
    return { browser, location };
  }

  async function finish({ browser, location }: { browser: CheckedClient; location: string }) {
    const { url } = await server.authorize(location);
    const response = await browser.get(url.href);
    return { response, session: await browser.session() };
  }

  it('authorization.request chooses the URL that the browser is redirected to', async () => {
    const started = await signIn({
      authorization: {
        request: ({ url, params, provider }) => {
          url?.searchParams.set('login_hint', `${provider.clientId} ${params['scope']}`);
          return url ?? '';
        },
      },
    });

    expect(new URL(started.location).searchParams.get('login_hint')).toBe(
      'client openid profile email',
    );
    expect((await finish(started)).session).toMatchObject({ user: { name: 'Ada' } });
  });

  it('authorization may be the handler itself', async () => {
    const started = await signIn({
      authorization: ({ params }) => `${server.issuer}/authorize?${new URLSearchParams(params)}`,
    });

    expect((await finish(started)).response.location).toBe(`${app?.url}/home`);
  });

  it.each(['javascript:alert(1)', 'http://evil.test', 'no url'])(
    'authorization.request cannot send the browser to %s',
    async (result) => {
      const { location } = await signIn({ authorization: { request: () => result } });

      expect(location).toBe(`${app?.url}/auth/signin?error=Configuration`);
    },
  );

  it('token.request replaces the call, and its ID token is verified', async () => {
    let seen: TokenContext | undefined;
    const started = await signIn({
      checks: ['pkce', 'state', 'nonce'],
      token: {
        async request(context) {
          seen = context;
          const { params, checks, provider, redirectUri } = context;
          const response = await context.fetch(`${server.issuer}/token`, {
            method: 'POST',
            body: new URLSearchParams({
              grant_type: 'authorization_code',
              code: params['code'] ?? '',
              redirect_uri: redirectUri,
              code_verifier: checks.code_verifier ?? '',
              client_id: provider.clientId,
              client_secret: provider.clientSecret ?? '',
            }),
          });
          return { tokens: (await response.json()) as TokenSet };
        },
      },
    });

    expect((await finish(started)).session).toMatchObject({ user: { name: 'Ada' } });
    expect(seen?.checks).toEqual({
      state: expect.any(String) as unknown,
      nonce: expect.any(String) as unknown,
      code_verifier: expect.any(String) as unknown,
    });
    expect(server.requestsTo('token')).toHaveLength(1);
  });

  it('token.request cannot supply an ID token that the provider did not sign (B09)', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    server.idToken = { key: privateKey };
    const started = await signIn({
      token: {
        request: async ({ params, checks, provider, redirectUri }) => {
          const form = new URLSearchParams({
            grant_type: 'authorization_code',
            code: params['code'] ?? '',
            redirect_uri: redirectUri,
            code_verifier: checks.code_verifier ?? '',
            client_id: provider.clientId,
            client_secret: provider.clientSecret ?? '',
          });
          const response = await fetch(`${server.issuer}/token`, { method: 'POST', body: form });
          return { tokens: (await response.json()) as TokenSet };
        },
      },
    });

    const { response, session } = await finish(started);

    expect(response.location).toBe(`${app?.url}/auth/signin?error=OAuthCallbackError`);
    expect(session).toBeNull();
  });

  it.each([undefined, { access_token: 'at' }, { tokens: 'at' }])(
    'the log explains what token.request must return instead of %j',
    async (result) => {
      const request = () => result as unknown as { tokens: TokenSet };

      const { response } = await finish(await signIn({ token: { request } }));

      expect(response.location).toBe(`${app?.url}/auth/signin?error=OAuthCallbackError`);
      expect(app?.logs.lines.join('\n')).toContain('token.request must return `{ tokens }`');
    },
  );

  it('token.conform repairs the response', async () => {
    server.answer('token', async (_, honest) => {
      const { json } = (await honest()) as { json: Record<string, unknown> };
      return { json: { data: json } };
    });
    const started = await signIn({
      token: {
        async conform(response) {
          const { data } = (await response.json()) as { data: object };
          return Response.json(data);
        },
      },
    });

    expect((await finish(started)).session).toMatchObject({ user: { name: 'Ada' } });
  });

  it('userinfo may be the handler itself, with a fetch that follows no redirect', async () => {
    let status = 0;
    server.answer('userinfo', () => ({ status: 302, headers: { location: 'https://evil.test' } }));
    const started = await signIn(
      {
        async userinfo({ tokens, fetch: bounded }) {
          const headers = { authorization: `Bearer ${tokens.access_token}` };
          ({ status } = await bounded(`${server.issuer}/userinfo`, { headers }));
          return { id: '7', name: 'From the handler' };
        },
      },
      'oauth',
    );

    expect((await finish(started)).session).toMatchObject({ user: { name: 'From the handler' } });
    expect(status).toBe(302);
  });

  it('refuses a userinfo.request result whose subject is not that of the ID token (B23)', async () => {
    const reported = { sub: 'eve', name: 'Eve', email: 'eve@evil.test' };
    const started = await signIn({
      idToken: false,
      userinfo: { request: () => Promise.resolve(reported) },
    });

    const { response, session } = await finish(started);

    expect(response.location).toBe(`${app?.url}/auth/signin?error=OAuthCallbackError`);
    expect(session).toBeNull();
  });

  it('refuses an ID token without a subject, whatever userinfo.request returns (B03)', async () => {
    server.idToken = { claims: { sub: '' } };
    const started = await signIn({
      idToken: false,
      userinfo: { request: () => Promise.resolve({ sub: '', id: '7', name: 'Eve' }) },
      profile: ({ id, name }) => ({ id: id ?? '', name }),
    });

    const { response, session } = await finish(started);

    expect(response.location).toBe(`${app?.url}/auth/signin?error=OAuthCallbackError`);
    expect(session).toBeNull();
  });

  it('discards an ID token that cannot be verified (B11)', async () => {
    const { clientId, clientSecret } = server.client;
    const { privateKey } = await generateKeyPair('RS256');
    server.idToken = { key: privateKey, claims: { iss: 'https://evil.test' } };
    const accounts: unknown[] = [];
    const plain = OAuth({
      id: 'plain',
      name: 'Plain',
      clientId,
      clientSecret,
      authorization: { url: `${server.issuer}/authorize`, params: { scope: 'openid' } },
      token: `${server.issuer}/token`,
      userinfo: `${server.issuer}/userinfo`,
    });
    const signedIn = ({ account }: { account?: unknown }) => accounts.push(account) > 0;
    const config = { providers: [plain], callbacks: { signIn: signedIn } };
    app = await TestApp.start({ platform, config });
    const browser = app.client();
    const { location = '' } = await browser.signIn('plain', { callbackUrl: '/home' });

    const { response } = await finish({ browser, location });

    expect(response.location).toBe(`${app.url}/home`);
    expect(accounts).toEqual([expect.not.objectContaining({ id_token: expect.anything() })]);
    expect(accounts).toEqual([expect.objectContaining({ access_token: expect.anything() })]);
  });

  it('calls a client secret function at each token request', async () => {
    const secret = server.client.clientSecret ?? '';
    let asked = 0;
    const started = await signIn({
      clientSecret: () => {
        asked += 1;
        return Promise.resolve(secret);
      },
    });
    expect(asked).toBe(0);

    expect((await finish(started)).response.location).toBe(`${app?.url}/home`);
    expect(asked).toBe(1);
  });

  it.each([[() => ''], [() => 7 as never], [() => Promise.reject(new Error('no key'))]])(
    'fails if a client secret function returns no usable string or throws: %#',
    async (clientSecret) => {
      const { response } = await finish(await signIn({ clientSecret }));

      expect(response.location).toBe(`${app?.url}/auth/signin?error=OAuthCallbackError`);
      expect(server.requestsTo('token')).toEqual([]);
    },
  );

  it('passes on only the listed parameters of the caller, from the query and the form (C07)', async () => {
    const provider = OIDC({
      id: 'idp',
      name: 'IdP',
      ...server.client,
      authorization: { params: { prompt: 'none', scope: 'openid' } },
      authorizationParams: ['login_hint', 'prompt', 'state', 'redirect_uri'],
    });
    app = await TestApp.start({ platform, config: { providers: [provider] } });
    const browser = app.client();
    const csrfToken = await browser.csrfToken();
    const query = 'login_hint=ada&scope=admin&redirect_uri=https%3A%2F%2Fevil.test&state=1';

    const { location = '' } = await browser.post(`/auth/signin/idp?${query}`, {
      form: { csrfToken, prompt: 'login', state: '2', ui_locales: 'de' },
    });

    const params = Object.fromEntries(new URL(location).searchParams);
    expect(params).toMatchObject({
      login_hint: 'ada',
      prompt: 'login',
      scope: 'openid',
      redirect_uri: `${app.url}/auth/callback/idp`,
      state: expect.stringMatching(/^[\da-zA-Z]{64,128}$/) as unknown,
    });
    expect(params).not.toHaveProperty('ui_locales');
  });
});

describe('private_key_jwt', () => {
  it('signs in a client that has no secret (B29)', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const server = await FakeOAuthServer.start({
      claims: ADA,
      clientKeys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }],
      clientAuthentication: 'private_key_jwt',
    });
    const { issuer, clientId } = server.client;
    const token = { clientPrivateKey: { key: privateKey, kid: 'k1' } };
    const provider = OIDC({ id: 'idp', name: 'IdP', issuer, clientId, token });
    const app = await TestApp.start({ platform: 'express', config: { providers: [provider] } });
    const browser = app.client();
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/home' });

    const response = await browser.get((await server.authorize(location)).url.href);

    expect(response.location).toBe(`${app.url}/home`);
    expect(server.requestsTo('token')[0]?.form.has('client_secret')).toBe(false);
    await app.close();
    await server.close();
  });
});
