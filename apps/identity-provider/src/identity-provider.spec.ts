import * as oidc from 'openid-client';
import {
  cancelAtProvider,
  DEMO_ACCOUNTS,
  ProviderCookieJar,
  signInAtProvider,
  startIdentityProvider,
  type IdentityProvider,
} from './index.js';
import { aClient, beginSignIn, REDIRECT_URI, signInAs } from './sign-in-with-openid-client.js';

describe('the demo identity provider', () => {
  let provider: IdentityProvider;

  beforeAll(async () => {
    provider = await startIdentityProvider({ clients: [aClient()] });
  });
  afterAll(() => provider.close());

  it('signs in a user, with an ID token whose signature is valid, and userinfo', async () => {
    const { claims, userinfo } = await signInAs(provider, 'ada-lovelace');

    const person = {
      sub: 'ada-lovelace',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      email_verified: true,
    };
    expect(claims).toMatchObject({ ...person, iss: provider.issuer, aud: 'example' });
    expect(userinfo).toEqual(person);
  });

  it('returns code and state to the redirect URI', async () => {
    const { authorizationUrl, state } = await beginSignIn(provider);

    const callback = await signInAtProvider({ authorizationUrl, sub: 'grace-hopper' });

    expect(callback.origin + callback.pathname).toBe(REDIRECT_URI);
    expect(callback.searchParams.get('state')).toBe(state);
    expect(callback.searchParams.get('code')).toBeTruthy();
  });

  it('returns access_denied when the user cancels', async () => {
    const { authorizationUrl, state } = await beginSignIn(provider);

    const callback = await cancelAtProvider({ authorizationUrl });

    expect(callback.origin + callback.pathname).toBe(REDIRECT_URI);
    expect(Object.fromEntries(callback.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The sign-in was cancelled',
      iss: provider.issuer,
      state,
    });
  });

  it('issues tokens with the `sub` of the chosen account', async () => {
    const ada = await signInAs(provider, 'ada-lovelace');
    const grace = await signInAs(provider, 'grace-hopper');

    expect(ada.claims?.sub).toBe('ada-lovelace');
    expect(grace.claims?.sub).toBe('grace-hopper');
  });

  it('includes a demo account with an unverified email address', async () => {
    const { claims } = await signInAs(provider, 'katherine-johnson');

    expect(claims?.email_verified).toBe(false);
    expect(DEMO_ACCOUNTS).toHaveLength(3);
  });

  it('signs in again if the browser already has a session', async () => {
    const cookies = new ProviderCookieJar();
    await signInAs(provider, 'ada-lovelace', { cookies });

    const { claims } = await signInAs(provider, 'ada-lovelace', { cookies });

    expect(claims?.sub).toBe('ada-lovelace');
  });

  it('switches the account if the browser has a session for another account', async () => {
    const cookies = new ProviderCookieJar();
    await signInAs(provider, 'ada-lovelace', { cookies });

    const { claims } = await signInAs(provider, 'grace-hopper', { cookies });

    expect(claims?.sub).toBe('grace-hopper');
  });

  it('uses the existing session without showing a page for prompt=none', async () => {
    const cookies = new ProviderCookieJar();
    const parameters = { prompt: 'none' };
    await signInAs(provider, 'ada-lovelace', { cookies });

    const { authorizationUrl, finish } = await beginSignIn(provider, { parameters });
    const tokens = await finish(await cancelAtProvider({ authorizationUrl, cookies }));

    expect(tokens.claims()?.sub).toBe('ada-lovelace');
  });

  it('returns login_required for prompt=none if there is no session', async () => {
    const { authorizationUrl } = await beginSignIn(provider, { parameters: { prompt: 'none' } });

    const callback = await cancelAtProvider({ authorizationUrl });

    expect(callback.searchParams.get('error')).toBe('login_required');
  });

  it.each(['login', 'select_account', 'consent', 'login consent'])(
    'signs in with prompt=%s',
    async (prompt) => {
      const { claims } = await signInAs(provider, 'ada-lovelace', { parameters: { prompt } });

      expect(claims?.sub).toBe('ada-lovelace');
    },
  );

  it('refuses an authorization request without PKCE', async () => {
    const { authorizationUrl } = await beginSignIn(provider);
    authorizationUrl.searchParams.delete('code_challenge');
    authorizationUrl.searchParams.delete('code_challenge_method');

    const callback = await cancelAtProvider({ authorizationUrl });

    expect(callback.searchParams.get('error')).toBe('invalid_request');
  });

  it('shows an error for an unknown redirect URI, and does not redirect to it', async () => {
    const { authorizationUrl } = await beginSignIn(provider, {
      parameters: { redirect_uri: 'https://elsewhere.example/callback' },
    });

    await expect(signInAtProvider({ authorizationUrl, sub: 'ada-lovelace' })).rejects.toThrow(
      /responded with 400: .*invalid_redirect_uri/,
    );
  });

  it('shows the form again if the chosen account does not exist', async () => {
    const { authorizationUrl } = await beginSignIn(provider);

    await expect(signInAtProvider({ authorizationUrl, sub: 'nobody' })).rejects.toThrow(
      /responded with 400: .*Please choose one of these accounts/,
    );
  });

  it.each(['ES256', 'EdDSA', 'Ed25519', 'PS256'] as const)(
    'signs ID tokens with %s for a client that requests it',
    async (alg) => {
      const metadata = aClient({ client_id: alg, id_token_signed_response_alg: alg });
      await provider.addClient(metadata);

      const { tokens } = await signInAs(provider, 'ada-lovelace', { metadata });

      const [header = ''] = (tokens.id_token ?? '').split('.');
      expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg });
    },
  );

  it('accepts the secret in the body of a token request with client_secret_post', async () => {
    const metadata = aClient({
      client_id: 'post',
      token_endpoint_auth_method: 'client_secret_post',
    });
    await provider.addClient(metadata);

    const { claims } = await signInAs(provider, 'ada-lovelace', { metadata });

    expect(claims?.aud).toBe('post');
  });

  it('refreshes tokens for a client with the grant type refresh_token', async () => {
    const metadata = aClient({
      client_id: 'refreshing',
      grant_types: ['authorization_code', 'refresh_token'],
    });
    await provider.addClient(metadata);
    const parameters = { prompt: 'consent', scope: 'openid email offline_access' };
    const request = { metadata, parameters };
    const { config, tokens } = await signInAs(provider, 'ada-lovelace', request);

    const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');

    expect(refreshed.access_token).not.toBe(tokens.access_token);
    expect(refreshed.claims()?.sub).toBe('ada-lovelace');
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
  });

  it('ends the grant when a refresh token is used twice', async () => {
    const metadata = aClient({
      client_id: 'reusing',
      grant_types: ['authorization_code', 'refresh_token'],
    });
    await provider.addClient(metadata);
    const { config, tokens } = await signInAs(provider, 'ada-lovelace', { metadata });
    const spent = tokens.refresh_token ?? '';
    const { refresh_token: newest = '' } = await oidc.refreshTokenGrant(config, spent);

    for (const token of [spent, newest]) {
      await expect(oidc.refreshTokenGrant(config, token)).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    }
  });

  it('refuses a code at its second use, and revokes the tokens issued for it', async () => {
    const { authorizationUrl, config, finish } = await beginSignIn(provider);
    const callback = await signInAtProvider({ authorizationUrl, sub: 'ada-lovelace' });
    const tokens = await finish(callback);

    await expect(finish(callback)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(
      oidc.fetchUserInfo(config, tokens.access_token, 'ada-lovelace'),
    ).rejects.toMatchObject({ status: 401 });
  });

  it('refuses a client without redirect URIs', async () => {
    const invalid = aClient({ client_id: 'invalid', redirect_uris: [] });

    await expect(provider.addClient(invalid)).rejects.toThrow('invalid_redirect_uri');
    await expect(startIdentityProvider({ clients: [invalid] })).rejects.toThrow(
      'invalid_redirect_uri',
    );
  });
});
