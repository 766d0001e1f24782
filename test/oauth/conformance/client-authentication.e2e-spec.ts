import type { OIDCConfig, TokenEndpoint } from '@authnest/core';
import {
  type FakeClientAuthentication,
  type FakeOAuthServer,
  type FakeOAuthServerOptions,
  type RecordedRequest,
} from '@authnest/testing';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose';
import { type NaiveServer, startNaiveServer } from '../../support/naive-server.js';
import { plainOAuth } from '../../support/plain-oauth.js';
import { platforms, TestApp } from '../../support/test-app.js';
import { CLIENT_SECRET, Rig, startServer } from './rig.js';

/** Credentials that a careless encoding would change. */
const ODD = [
  ['a colon', 'cl:ient', 'canary:secret:x'],
  ['a per cent sign', 'cl%ient', 'canary%41secret%'],
  ['a plus', 'cl+ient', 'canary+secret+'],
  ['a space', 'cl ient', 'canary secret x'],
  ['a letter with an accent', 'cliént', 'canary-sécret'],
  ['all of them', 'a:b%c+d eé', 'canary:x%y+z wé'],
  ['characters that encodeURIComponent keeps', "cl!'()*~", "canary!'()*~-_."],
] as const;

describe.each(platforms())('client authentication on %s', (platform) => {
  /** Signs in at the server, then closes it. @returns the request to its token endpoint */
  async function tokenRequest(
    server: FakeOAuthServer,
    provider: Partial<OIDCConfig> = {},
  ): Promise<RecordedRequest> {
    const rig = await Rig.start({ platform, provider }, server);
    try {
      await rig.expectSignedIn();
      const [request] = server.requestsTo('token');
      if (!request) throw new Error('the token endpoint was not called');
      return request;
    } finally {
      await rig.close();
      await server.close();
    }
  }

  async function start(
    clientAuthentication: FakeClientAuthentication,
    options: FakeOAuthServerOptions = {},
  ): Promise<FakeOAuthServer> {
    const server = await startServer({ clientAuthentication, ...options });
    // Generating an RSA key for each server would take longer than the test.
    server.signWith('ES256');
    return server;
  }

  function method(token_endpoint_auth_method: FakeClientAuthentication): Partial<OIDCConfig> {
    return { client: { token_endpoint_auth_method } };
  }

  it.each(ODD)('signs in with Basic credentials: %s (B27)', async (_, clientId, clientSecret) => {
    const server = await start('client_secret_basic', { clientId, clientSecret });

    const { headers, form } = await tokenRequest(server);

    const [, encoded = ''] = (headers.authorization ?? '').split(' ');
    const halves = Buffer.from(encoded, 'base64').toString().split(':');
    expect(halves.map((half) => decodeURIComponent(half.replaceAll('+', ' ')))).toEqual([
      clientId,
      clientSecret,
    ]);
    expect(form.has('client_secret') || form.has('client_id')).toBe(false);
  });

  it('signs in at a provider that does not decode credentials, if they need no encoding (U18)', async () => {
    const server = await startNaiveServer('my-app_1.prod', 'canary-s_e.cret~1');

    await signInAt(server);
  });

  it('signs in at a provider that does not decode credentials, with raw credentials (U18)', async () => {
    const server = await startNaiveServer('my app', 'canary+s/ecret=:%41 é');

    await signInAt(server, { basicCredentials: 'raw' });
  });

  /** Signs in at a plain OAuth 2.0 server. */
  async function signInAt(server: NaiveServer, token: Partial<TokenEndpoint> = {}): Promise<void> {
    const provider = plainOAuth({
      clientId: server.clientId,
      clientSecret: server.clientSecret,
      authorization: `${server.url}/authorize`,
      token: { url: `${server.url}/token`, ...token },
      userinfo: `${server.url}/user`,
    });
    const app = await TestApp.start({ platform, config: { providers: [provider] } });
    try {
      const browser = app.client();
      const { location = '' } = await browser.signIn('gh', { callbackUrl: '/home' });
      const state = new URL(location).searchParams.get('state') ?? '';
      const callback = new URLSearchParams({ code: 'the-code', state });
      expect(await browser.get(`/auth/callback/gh?${callback.toString()}`)).toMatchObject({
        status: 302,
        location: `${app.url}/home`,
      });
      expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });
    } finally {
      await app.close();
      await server.close();
    }
  }

  it.each(ODD)(
    'signs in with posted credentials that contain %s (B28)',
    async (_, clientId, clientSecret) => {
      const server = await start('client_secret_post', { clientId, clientSecret });

      const { headers, form } = await tokenRequest(server, method('client_secret_post'));

      expect(headers.authorization).toBeUndefined();
      expect(form.getAll('client_id')).toEqual([clientId]);
      expect(form.getAll('client_secret')).toEqual([clientSecret]);
    },
  );

  it.each([
    ['has no secret', { ...method('none'), clientSecret: undefined }],
    ['has a secret that it must not use', { ...method('none'), clientSecret: CLIENT_SECRET }],
  ])('sends no credentials for a public client that %s (B28)', async (_, provider) => {
    const { headers, form, body } = await tokenRequest(await start('none'), provider);

    expect(headers.authorization).toBeUndefined();
    expect(form.get('client_id')).toBe('client');
    expect(body).not.toContain('client_secret');
  });

  it('signs in with client_secret_jwt', async () => {
    const server = await start('client_secret_jwt');

    const { headers, form } = await tokenRequest(server, method('client_secret_jwt'));

    expect(headers.authorization).toBeUndefined();
    expect(form.has('client_secret')).toBe(false);
    expect(form.get('client_assertion')).not.toContain(CLIENT_SECRET);
  });

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'])(
    'signs in with private_key_jwt and %s, with a new assertion each time (B29)',
    async (alg) => {
      const { publicKey, privateKey } = await generateKeyPair(alg);
      const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1' };
      const server = await start('private_key_jwt', { clientKeys: [jwk] });
      const key = { key: privateKey, kid: 'key-1' };
      const provider = {
        ...method('private_key_jwt'),
        clientSecret: undefined,
        token: { clientPrivateKey: key },
      };
      const rig = await Rig.start({ platform, provider }, server);

      const seen = new Set<unknown>();
      for (let round = 0; round < 3; round += 1) {
        await rig.signIn(rig.client());
        const request = server.requestsTo('token').at(-1);
        const assertion = request?.form.get('client_assertion') ?? '';
        const claims = decodeJwt(assertion);
        expect(decodeProtectedHeader(assertion)).toMatchObject({ kid: 'key-1' });
        expect(claims).toMatchObject({ aud: server.issuer, iss: 'client', sub: 'client' });
        expect((claims.exp ?? Infinity) - (claims.iat ?? 0)).toBeLessThanOrEqual(300);
        expect(request?.headers.authorization).toBeUndefined();
        seen.add(claims.jti);
      }
      expect(seen.size).toBe(3);
      expect([...seen].every((jti) => typeof jti === 'string' && jti.length >= 16)).toBe(true);
      await rig.expectSignedIn();
      await rig.close();
      await server.close();
    },
  );

  it('fails if the provider rejects the client secret', async () => {
    const server = await start('client_secret_basic');
    const rig = await Rig.start({ platform, provider: { clientSecret: 'canary-wrong' } }, server);

    const { location } = await rig.signIn(rig.client());

    expect(location).toBe(`${rig.app.url}/auth/signin?error=OAuthCallbackError`);
    expect(rig.watched.done()).toEqual([]);
    expect(rig.app.logs.lines.join('\n')).not.toContain('canary-wrong');
    await rig.close();
    await server.close();
  });
});
