import { Injectable } from '@nestjs/common';
import type { TokenEndpointResponse } from 'openid-client';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { AuthError } from '../../errors/auth.error.js';
import type { TokenSet } from '../../model/token-set.js';
import { withTimeout } from '../../model/with-timeout.js';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import { assertAccessToken } from '../../oauth/assert-access-token.js';
import { assertClaims } from '../../oauth/assert-claims.js';
import { assertFresh } from '../../oauth/client/assert-fresh.js';
import { assertSameIdentity } from '../../oauth/assert-same-identity.js';
import { clientSecretOf } from '../../oauth/client/client-secret.js';
import { requestlessProvider } from '../../oauth/client/handler-provider.js';
import { handlerTokens } from '../../oauth/client/handler-tokens.js';
import { OAuthConfigurationService } from '../../oauth/client/oauth-configuration.service.js';
import { storedClaims } from '../provider-logout/stored-claims.js';
import { verifySecretSignature } from '../../oauth/client/verify-secret-signature.js';

/** The stored tokens that a refresh uses. */
export interface SpentTokens {
  readonly refreshToken: string;
  /** Verified when it was received. */
  readonly idToken?: string;
  readonly scopes: readonly string[];
}

/**
 * Timeout for a refresh, in milliseconds. Callers stop waiting earlier, but a rotated refresh token
 * is lost if the response is not stored.
 */
const REFRESH_LIMIT_MS = 30_000;

/** Calls the token endpoint with a refresh token. @see RFC 6749 section 6 */
@Injectable()
export class TokenRefreshService {
  constructor(private readonly configurations: OAuthConfigurationService) {}

  /**
   * @returns the new tokens from the provider, with `expires_at` counted from the start of the
   * call, and without an ID token if there is no stored one that it can be compared with
   * @throws when the provider refuses, is down, or sends a response that cannot be trusted
   */
  refresh(
    config: ResolvedAuthConfig,
    provider: ResolvedOAuthProvider,
    spent: SpentTokens,
  ): Promise<TokenSet> {
    const work = this.refreshNow(config, provider, spent);
    return withTimeout(work, REFRESH_LIMIT_MS, 'the provider');
  }

  private async refreshNow(
    config: ResolvedAuthConfig,
    provider: ResolvedOAuthProvider,
    spent: SpentTokens,
  ): Promise<TokenSet> {
    const handle = handlerOf(config, provider, spent);
    const opened = await this.configurations.open({ config }, provider, {
      handle,
      timeoutMs: REFRESH_LIMIT_MS,
      unfitLife: 'bound',
    });
    if (!handle && provider.token.request && provider.token.url === undefined) {
      throw new AuthError(`provider \`${provider.id}\`: refreshing needs \`token.refresh\``);
    }
    const began = Date.now();
    const { library, configuration } = opened;
    const response = await library.refreshTokenGrant(configuration, spent.refreshToken);
    const { id_token: idToken, ...rest } = response;
    const tokens = withEnd(rest, began);
    const claims = response.claims();
    const stored = await storedClaims(spent.idToken ?? '');
    // A truncated ID token must not cost a refresh token each time.
    if (!claims || idToken === undefined || stored.sub === undefined) return tokens;
    if (provider.signsWithSecret) {
      const secret = await clientSecretOf(provider, config.timeoutMs);
      await verifySecretSignature(provider, idToken, secret);
    }
    assertClaims(claims, provider.clientId);
    assertFresh(provider, claims);
    const complete = { ...tokens, id_token: idToken };
    assertAccessToken(complete, claims);
    assertSameIdentity(claims, stored);
    return complete;
  }
}

/**
 * Adds `expires_at`, counted from the start of the call, so that a slow response does not extend
 * the token's lifetime.
 */
function withEnd(response: Omit<TokenEndpointResponse, 'id_token'>, began: number): TokenSet {
  const { expires_in: life } = response;
  if (life === undefined) return { ...response };
  return { ...response, expires_at: Math.floor(began / 1000) + Number(life) };
}

/** Returns the application's own refresh request, which replaces ours; undefined if it has none. */
function handlerOf(
  { timeoutMs }: ResolvedAuthConfig,
  provider: ResolvedOAuthProvider,
  { refreshToken, scopes }: SpentTokens,
): ((bounded: typeof fetch) => Promise<object>) | undefined {
  const { refresh } = provider.token;
  if (!refresh) return undefined;
  return async (bounded) => {
    const secret = await clientSecretOf(provider, timeoutMs);
    const returned = await refresh({
      provider: requestlessProvider(provider, secret),
      fetch: bounded,
      refreshToken,
      scopes,
    });
    return handlerTokens(returned, 'token.refresh');
  };
}
