import { createHash, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as client from 'openid-client';
import { FakeOAuthServer } from './fake-oauth-server.js';

const REDIRECT_URI = 'https://app.example/auth/callback/idp';

describe('FakeOAuthServer', () => {
  let server: FakeOAuthServer;

  beforeAll(async () => {
    server = await FakeOAuthServer.start();
  });
  beforeEach(() => server.reset());
  afterAll(() => server.close());

  /** Signs in with openid-client, which is certified. */
  async function signIn(
    authentication: client.ClientAuth = client.ClientSecretBasic(server.client.clientSecret),
    provider: FakeOAuthServer = server,
  ) {
    const { issuer, clientId } = provider.client;
    const known = await client.discovery(new URL(issuer), clientId, {}, authentication, {
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
    });
    const verifier = client.randomPKCECodeVerifier();
    const sent = client.buildAuthorizationUrl(known, {
      redirect_uri: REDIRECT_URI,
      scope: 'openid email',
      state: 'a-state',
      nonce: 'a-nonce',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const { url } = await provider.authorize(sent.href);
    const tokens = await client.authorizationCodeGrant(known, url, {
      pkceCodeVerifier: verifier,
      expectedState: 'a-state',
      expectedNonce: 'a-nonce',
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    return {
      claims,
      userinfo: await client.fetchUserInfo(known, tokens.access_token, claims?.sub ?? ''),
    };
  }

  it('completes a sign-in with a certified client', async () => {
    const { claims, userinfo } = await signIn();

    expect(claims).toMatchObject({ sub: 'ada', email: 'ada@example.com', iss: server.issuer });
    expect(userinfo).toEqual(server.claims);
    expect(server.requests.map(({ endpoint }) => endpoint)).toEqual([
      'discovery',
      'authorize',
      'token',
      'jwks',
      'userinfo',
    ]);
  });

  it.each([
    ['client_secret_post', (secret?: string) => client.ClientSecretPost(secret)],
    ['client_secret_jwt', (secret?: string) => client.ClientSecretJwt(secret)],
  ])('accepts a client that authenticates with %s', async (_, method) => {
    await expect(signIn(method(server.client.clientSecret))).resolves.toBeDefined();
    await expect(signIn(method('another-secret'))).rejects.toMatchObject({
      error: 'invalid_client',
    });
  });

  it('accepts private_key_jwt, and each assertion only once', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const clientKeys = [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }];
    const provider = await FakeOAuthServer.start({ clientKeys });

    const key = client.PrivateKeyJwt({ key: privateKey, kid: 'k' });
    await expect(signIn(key, provider)).resolves.toBeDefined();
    const stranger = await generateKeyPair('ES256');
    const strange = client.PrivateKeyJwt({ key: stranger.privateKey, kid: 'k' });
    await expect(signIn(strange, provider)).rejects.toMatchObject({ error: 'invalid_client' });
    const [used] = provider.requestsTo('token');
    const again = await fetch(`${provider.issuer}/token`, { method: 'POST', body: used?.form });
    expect(again.status).toBe(401);
    expect(await again.json()).toMatchObject({ error_description: 'jti was used before' });
    await provider.close();
  });

  it.each([
    ['another audience', { aud: ['https://other.example'] }],
    ['a long lifetime', { exp: Math.floor(Date.now() / 1000) + 3600 }],
  ])('refuses an assertion with %s', async (_, claims) => {
    const assertion = await new SignJWT({ iss: 'client', sub: 'client', jti: 'j', ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .sign(new TextEncoder().encode(server.client.clientSecret));

    expect((await post({ client_assertion: assertion, ...JWT_BEARER })).status).toBe(401);
  });

  it('accepts a public client that sends only its id', async () => {
    const provider = await FakeOAuthServer.start({ clientAuthentication: 'none' });

    expect(provider.client).toEqual({ issuer: provider.issuer, clientId: 'client' });
    await expect(signIn(client.None(), provider)).resolves.toBeDefined();
    await expect(signIn(client.ClientSecretPost('x'), provider)).rejects.toMatchObject({
      error: 'invalid_client',
    });
    await provider.close();
  });

  it('decodes both halves of Basic credentials', async () => {
    const odd = { clientId: 'a:b c+d%é', clientSecret: 's:p a+c%e é' };
    const provider = await FakeOAuthServer.start(odd);

    await expect(
      signIn(client.ClientSecretBasic(odd.clientSecret), provider),
    ).resolves.toBeDefined();
    await provider.close();
  });

  it('refuses missing credentials, and credentials in two places', async () => {
    const basic = `Basic ${Buffer.from('client:x').toString('base64')}`;

    expect((await post({ client_secret: 'x' }, { authorization: basic })).status).toBe(400);
    expect((await post({ client_id: 'client' })).status).toBe(401);
  });

  it.each([
    ['an unknown code', { code: 'x' }],
    ['another redirect URI', { redirect_uri: 'https://evil.test' }],
    ['no verifier', { code_verifier: undefined }],
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['another grant', { grant_type: 'password' }],
  ])('refuses %s', async (_, change) => {
    const response = await post(defined({ ...(await codeForm()), ...change }));

    expect(response.status).toBe(400);
  });

  it('redeems a code only once', async () => {
    const form = await codeForm();

    expect((await post(form)).status).toBe(200);
    expect((await post(form)).status).toBe(400);
  });

  it.each(['PS256', 'ES256', 'EdDSA'] as const)('signs with %s', async (algorithm) => {
    server.signWith(algorithm);

    await expect(signIn()).resolves.toBeDefined();
  });

  it('signs with a new key after a rotation', async () => {
    const before = await server.publicKey();
    server.rotateKeys();

    await expect(signIn()).resolves.toBeDefined();
    expect((await server.publicKey()).kid).not.toBe(before.kid);
  });

  it.each(['https://idp.example/tenant', 'https://idp.example/tenant/'])(
    'uses the issuer %s from the options, and serves it through its own fetch',
    async (issuer) => {
      const provider = await FakeOAuthServer.start({ issuer });

      const found = await provider.fetch(
        'https://idp.example/tenant/.well-known/openid-configuration',
      );

      expect(await found.json()).toMatchObject({
        issuer,
        token_endpoint: 'https://idp.example/tenant/token',
      });
      await provider.close();
    },
  );

  it('responds with a form if the application requests form_post', async () => {
    const sent = new URL(`${server.issuer}/authorize`);
    sent.search = `${new URLSearchParams({
      client_id: 'client',
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      response_mode: 'form_post',
      state: '"<&amp;',
    })}`;

    expect(await server.authorize(sent.href)).toMatchObject({
      url: new URL(REDIRECT_URI),
      form: { state: '"<&amp;', iss: server.issuer },
    });
  });

  it('behaves as a test configures it, and conforms again after a reset', async () => {
    server.claims = { sub: 'grace' };
    server.idToken = { claims: { nonce: 'x' } };
    await expect(signIn()).rejects.toMatchObject({ code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' });
    server.idToken = {};
    await expect(signIn()).resolves.toMatchObject({ userinfo: { sub: 'grace' } });
    server.answer('token', () => ({ status: 500, json: {} }));
    await expect(signIn()).rejects.toMatchObject({ code: 'OAUTH_RESPONSE_IS_NOT_CONFORM' });

    server.reset();

    await expect(signIn()).resolves.toMatchObject({ userinfo: { sub: 'ada' } });
  });

  it('delays, withholds and interrupts responses as a test configures it', async () => {
    server.delay('jwks', 60);
    const began = performance.now();
    await fetch(`${server.issuer}/jwks`);
    expect(performance.now() - began).toBeGreaterThan(50);

    server.answer('userinfo', () => 'reset');
    await expect(fetch(`${server.issuer}/userinfo`)).rejects.toThrow('fetch failed');
    server.answer('userinfo', () => ({ body: broken() }));
    const cut = await fetch(`${server.issuer}/userinfo`);
    await expect(cut.text()).rejects.toThrow('terminated');
    server.answer('userinfo', () => 'silence');
    const signal = AbortSignal.timeout(100);
    await expect(fetch(`${server.issuer}/userinfo`, { signal })).rejects.toThrow('timeout');
  });

  async function* broken(): AsyncGenerator<string> {
    yield '{"sub":';
    // Otherwise the connection is closed before the chunk is sent.
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error('enough');
  }

  const JWT_BEARER = {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  };

  function post(form: Record<string, string>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams(form);
    return fetch(`${server.issuer}/token`, { method: 'POST', body, headers });
  }

  async function codeForm(): Promise<Record<string, string>> {
    const verifier = randomBytes(32).toString('base64url');
    const sent = new URL(`${server.issuer}/authorize`);
    sent.search = `${new URLSearchParams({
      client_id: 'client',
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })}`;
    const { url } = await server.authorize(sent.href);
    return {
      grant_type: 'authorization_code',
      code: url.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
      client_id: 'client',
      client_secret: server.client.clientSecret ?? '',
    };
  }

  function defined(form: Record<string, string | undefined>): Record<string, string> {
    const entries = Object.entries(form).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    return Object.fromEntries(entries) as Record<string, string>;
  }
});
