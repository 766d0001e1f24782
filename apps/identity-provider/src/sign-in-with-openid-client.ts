import * as oidc from 'openid-client';
import type { IdentityProvider } from './identity-provider.js';
import type { IdentityProviderClient } from './identity-provider-options.js';
import type { ProviderCookieJar } from './provider-cookie-jar.js';
import { signInAtProvider } from './sign-in-at-provider.js';

/** Redirect URI of {@link aClient}; nothing listens there. */
export const REDIRECT_URI = 'http://localhost:3999/auth/callback/demo';

/** Builds the metadata of a client. */
export function aClient(metadata: Partial<IdentityProviderClient> = {}): IdentityProviderClient {
  return {
    client_id: 'example',
    client_secret: 'a-secret-of-the-example-application',
    client_name: 'Example application',
    redirect_uris: [REDIRECT_URI],
    ...metadata,
  };
}

/** Overrides for the default sign-in. */
export interface SignInRequest {
  readonly metadata?: IdentityProviderClient;
  readonly parameters?: Record<string, string>;
}

/** Begins a sign-in as an application does (PKCE, nonce, state); `finish` requests the tokens. */
export async function beginSignIn(
  provider: IdentityProvider,
  { metadata = aClient(), parameters = {} }: SignInRequest = {},
) {
  const { client_id: id, client_secret: secret, ...rest } = metadata;
  const config = await oidc.discovery(
    new URL(provider.issuer),
    id,
    { client_secret: secret, id_token_signed_response_alg: rest.id_token_signed_response_alg },
    rest.token_endpoint_auth_method === 'client_secret_post'
      ? oidc.ClientSecretPost(secret)
      : oidc.ClientSecretBasic(secret),
    { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] },
  );
  const checks = {
    expectedNonce: oidc.randomNonce(),
    expectedState: oidc.randomState(),
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
  };
  const authorizationUrl = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile email',
    nonce: checks.expectedNonce,
    state: checks.expectedState,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
  });
  const finish = (callback: URL) => oidc.authorizationCodeGrant(config, callback, checks);

  return { authorizationUrl, config, finish, state: checks.expectedState };
}

/** Signs in a user, from the authorization request to userinfo; verifies the ID token. */
export async function signInAs(
  provider: IdentityProvider,
  sub: string,
  { cookies, ...request }: SignInRequest & { readonly cookies?: ProviderCookieJar } = {},
) {
  const { authorizationUrl, config, finish } = await beginSignIn(provider, request);
  const tokens = await finish(await signInAtProvider({ authorizationUrl, cookies, sub }));
  const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, sub);

  return { claims: tokens.claims(), config, tokens, userinfo };
}
