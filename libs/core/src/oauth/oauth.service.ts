import { Injectable } from '@nestjs/common';
import { compactVerify } from 'jose';
import * as client from 'openid-client';
import { AuthError } from '../errors/auth.error.js';
import type { AuthContext } from '../exchange/auth-context.js';
import type { Profile } from '../model/profile.js';
import type { TokenSet } from '../model/token-set.js';
import { withTimeout } from '../model/with-timeout.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import type { AttemptSecrets } from './oauth-checks.service.js';
import { assertFresh } from './assert-fresh.js';
import { OAuthConfigurationService } from './oauth-configuration.service.js';
import type { OAuthGrant } from './oauth-grant.js';
import { clientSecretOf } from './client-secret.js';
import { handlerProvider } from './handler-provider.js';
import { toTokenSet } from './to-token-set.js';

/** Talks to OAuth and OpenID Connect providers; the protocol is `openid-client`'s. */
@Injectable()
export class OAuthService {
  constructor(private readonly configurations: OAuthConfigurationService) {}

  /** The URL that the browser is sent to. @see RFC 6749 section 4.1.1 */
  async authorizationUrl(
    ctx: AuthContext,
    provider: ResolvedOAuthProvider,
    params: Readonly<Record<string, string>>,
  ): Promise<URL> {
    const configuration = await this.configurations.get(ctx, provider);
    return client.buildAuthorizationUrl(configuration, { response_type: 'code', ...params });
  }

  /**
   * Redeems the code of a callback and finds out who it is. State was checked before; issuer, code,
   * verifier, nonce, ID token and its signature are checked here.
   * @param callback - the callback URL with the parameters that came
   * @see RFC 6749 section 4.1.3; OpenID Connect Core section 3.1.3
   */
  async redeem(
    ctx: AuthContext,
    provider: ResolvedOAuthProvider,
    { callback, secrets }: { callback: URL; secrets: AttemptSecrets },
  ): Promise<OAuthGrant> {
    const configuration = await this.configurations.get(ctx, provider);
    const answer = await client.authorizationCodeGrant(configuration, callback, {
      expectedState: callback.searchParams.get('state') ?? undefined,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: provider.type === 'oidc',
    });
    const secret = await clientSecretOf(provider, ctx.config.timeoutMs);
    await verifySymmetric(provider, secret, answer.id_token);
    const tokens = toTokenSet(answer);
    const claims = answer.claims();
    if (claims) assertFresh(claims);
    const profile = await this.profile(ctx, provider, { configuration, tokens, claims });
    return { tokens, profile };
  }

  private async profile(
    ctx: AuthContext,
    provider: ResolvedOAuthProvider,
    known: { configuration: client.Configuration; tokens: TokenSet; claims: Profile | undefined },
  ): Promise<Profile> {
    const { configuration, tokens, claims } = known;
    const token = tokens.access_token ?? '';
    if (provider.type === 'oidc') {
      if (!claims?.sub) throw new AuthError('the ID token has no subject');
      return provider.idToken ? claims : client.fetchUserInfo(configuration, token, claims.sub);
    }
    const { request } = provider.userinfo;
    if (!request) return fetchProfile(configuration, token);
    const secret = await clientSecretOf(provider, ctx.config.timeoutMs);
    const context = {
      tokens,
      provider: handlerProvider(ctx, provider, secret),
      fetch: ctx.config.fetch,
    };
    const answer = Promise.resolve(request(context));
    const profile = await withTimeout(answer, ctx.config.timeoutMs, 'userinfo.request');
    return asProfile(profile, 'userinfo.request');
  }
}

/** `fetchUserInfo` demands `sub`, which plain OAuth 2.0 does not know. @see RFC 6750 section 2.1 */
async function fetchProfile(configuration: client.Configuration, token: string): Promise<Profile> {
  const endpoint = configuration.serverMetadata().userinfo_endpoint;
  if (endpoint === undefined) throw new AuthError('the provider has no userinfo endpoint');
  const headers = new Headers({ accept: 'application/json' });
  const response = await client.fetchProtectedResource(
    configuration,
    token,
    new URL(endpoint),
    'GET',
    null,
    headers,
  );
  if (response.status !== 200)
    throw new AuthError(`the userinfo endpoint answered ${response.status}`);
  return asProfile(await response.json(), 'the userinfo endpoint');
}

function asProfile(answer: unknown, from: string): Profile {
  if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) {
    return answer as Profile;
  }
  throw new AuthError(`${from} answered no object`);
}

async function verifySymmetric(
  { client: metadata }: ResolvedOAuthProvider,
  clientSecret: string | undefined,
  idToken?: string,
): Promise<void> {
  if (metadata.id_token_signed_response_alg !== 'HS256' || idToken === undefined) return;
  if (!clientSecret) throw new AuthError('an HS256 ID token needs the client secret');
  await compactVerify(idToken, new TextEncoder().encode(clientSecret), { algorithms: ['HS256'] });
}
