import { Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import type { ActionContext } from '../request/context/action-context.js';
import { withTimeout } from '../model/with-timeout.js';
import { parameterOf } from '../provider/normalize-endpoint.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { assertAccessToken } from './assert-access-token.js';
import { assertClaims } from './assert-claims.js';
import { assertFresh, assertSignedIn } from './client/assert-fresh.js';
import { assertTenant } from './assert-tenant.js';
import { authorizationFromHandler } from './authorization-from-handler.js';
import { clientSecretOf } from './client/client-secret.js';
import { handlerProvider } from './client/handler-provider.js';
import { handlerTokens } from './client/handler-tokens.js';
import { OAuthConfigurationService } from './client/oauth-configuration.service.js';
import type { OAuthGrant } from './oauth-grant.js';
import { OAuthProfileService } from './oauth-profile.service.js';
import { setParams } from './client/set-params.js';
import { toTokenSet } from './to-token-set.js';
import { verifySecretSignature } from './client/verify-secret-signature.js';

/** A callback, and the values that it is checked against. */
export interface Redemption {
  /** The redirect URI of the authorization request, with the parameters of the callback. */
  readonly callback: URL;
  readonly nonce?: string;
  readonly verifier?: string;
  /** How long ago the user may have signed in at the provider, in seconds. @default any time */
  readonly maxAge?: number;
}

/**
 * Builds authorization URLs for OAuth and OpenID Connect providers, and redeems their callbacks.
 * `openid-client` implements the protocol; metadata, keys, limits and the handlers of applications
 * are our own code.
 *
 * A redemption takes at most `timeout` seconds, whatever the provider does. A response may have at
 * most 1 MB, and redirects are not followed.
 */
@Injectable()
export class OAuthService {
  constructor(
    private readonly configurations: OAuthConfigurationService,
    private readonly profiles: OAuthProfileService,
  ) {}

  /**
   * Returns the URL to redirect the browser to. A response type that would send tokens to the
   * browser is never requested.
   * @param params - of the authorization request, complete except for the response type
   * @throws when the provider's metadata cannot be fetched or trusted, or its handler fails
   * @see RFC 6749 section 4.1.1; RFC 9700 section 2.1.2
   */
  async authorizationUrl(
    ctx: ActionContext,
    provider: ResolvedOAuthProvider,
    params: Readonly<Record<string, string>>,
  ): Promise<URL> {
    const opened = await this.configurations.open(ctx, provider);
    const { authorization_endpoint: endpoint } = opened.server;
    const configured = parameterOf({ url: endpoint, params }, 'response_type');
    const all = { ...params, response_type: responseType(configured) };
    const url =
      endpoint === undefined
        ? undefined
        : setParams(opened.library.buildAuthorizationUrl(opened.configuration, all), all);
    if (provider.authorization.request) {
      return authorizationFromHandler(ctx, provider, { url, params: all, fetch: opened.fetch });
    }
    if (!url) throw new AuthError('the provider has no authorization endpoint');
    return url;
  }

  /**
   * Redeems the code of a callback for the tokens and the user's profile. The caller has checked
   * the state; issuer, code, verifier, nonce, age of the sign-in, and the claims and signature of an
   * ID token are checked here.
   * @throws when the provider refuses, does not respond in time, or its response cannot be trusted
   * @see RFC 6749 section 4.1.3; OpenID Connect Core section 3.1.3; RFC 9207 section 2.4
   */
  redeem(
    ctx: ActionContext,
    provider: ResolvedOAuthProvider,
    redemption: Redemption,
  ): Promise<OAuthGrant> {
    const work = this.redeemNow(ctx, provider, withoutUnknownIssuer(provider, redemption));
    return withTimeout(work, ctx.config.timeoutMs, 'the provider');
  }

  private async redeemNow(
    ctx: ActionContext,
    provider: ResolvedOAuthProvider,
    redemption: Redemption,
  ): Promise<OAuthGrant> {
    const handle = handlerOf(ctx, provider, redemption);
    const opened = await this.configurations.open(ctx, provider, { handle });
    const { callback, nonce, verifier, maxAge } = redemption;
    const response = await opened.library.authorizationCodeGrant(opened.configuration, callback, {
      expectedState: callback.searchParams.get('state') ?? undefined,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      maxAge,
      idTokenExpected: provider.type === 'oidc',
    });
    const tokens = toTokenSet(response);
    const claims = response.claims();
    if (claims) {
      if (provider.signsWithSecret) {
        const secret = await clientSecretOf(provider, ctx.config.timeoutMs);
        await verifySecretSignature(provider, response.id_token ?? '', secret);
      }
      assertClaims(claims, provider.clientId);
      assertFresh(provider, claims);
      if (maxAge !== undefined) assertSignedIn(provider, claims);
      assertAccessToken(tokens, claims);
      assertTenant(provider, claims);
    }
    const profile = await this.profiles.find(ctx, provider, { opened, tokens, claims });
    return { tokens, profile, ...(claims && { claims }) };
  }
}

/** Returns the application's own token request, which replaces ours; undefined if it has none. */
function handlerOf(
  ctx: ActionContext,
  provider: ResolvedOAuthProvider,
  { callback, nonce, verifier }: Redemption,
): ((bounded: typeof fetch) => Promise<object>) | undefined {
  const { request } = provider.token;
  if (!request) return undefined;
  return async (bounded) => {
    const { timeoutMs } = ctx.config;
    const params = Object.fromEntries(callback.searchParams);
    const redirectUri = new URL(callback);
    redirectUri.search = '';
    const secret = await clientSecretOf(provider, timeoutMs);
    const result = request({
      params,
      checks: { state: params['state'], nonce, code_verifier: verifier },
      provider: handlerProvider(ctx, provider, secret),
      redirectUri: redirectUri.href,
      fetch: bounded,
    });
    const returned = await withTimeout(Promise.resolve(result), timeoutMs, 'token.request');
    return handlerTokens(returned, 'token.request');
  };
}

/** @see RFC 9700 section 2.1.2 */
function responseType(configured = 'code'): string {
  return /\b(?:id_)?token\b/.test(configured) ? 'code' : configured;
}

/**
 * Removes the parameter `iss` if no issuer is known to compare it with. The other defence against
 * mix-up attacks remains: each provider has its own redirect URI.
 * @see RFC 9700 section 4.4.2.2
 */
function withoutUnknownIssuer(
  { issuer, wellKnown }: ResolvedOAuthProvider,
  redemption: Redemption,
): Redemption {
  if (issuer !== undefined || wellKnown !== undefined) return redemption;
  const callback = new URL(redemption.callback);
  callback.searchParams.delete('iss');
  return { ...redemption, callback };
}
