import { Injectable } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { AuthError } from '../../errors/auth.error.js';
import { withTimeout } from '../../model/with-timeout.js';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import { assertEndpoints } from '../../oauth/client/assert-endpoints.js';
import { clientSecretOf } from '../../oauth/client/client-secret.js';
import { requestlessProvider } from '../../oauth/client/handler-provider.js';
import { OAuthConfigurationService } from '../../oauth/client/oauth-configuration.service.js';
import { namedRefusal } from '../../oauth/provider-refusal.js';
import { refreshFailure } from './refresh-failure.js';

/** The tokens to revoke. */
export interface RevokedTokens {
  readonly refreshToken?: string;
  readonly accessToken?: string;
}

type Hint = 'refresh_token' | 'access_token';

/** A provider without revocation; the application cannot repair that, so nobody is alerted. */
class Unsupported extends AuthError {}

/** Longest wait that a provider may request before the only retry, in seconds. */
const SHORT_WAIT = 2;

/** Revokes tokens at their provider. @see RFC 7009 */
@Injectable()
export class TokenRevocationService {
  constructor(private readonly configurations: OAuthConfigurationService) {}

  /**
   * Revokes the refresh token, which ends its access tokens too. If there is none, or the provider
   * does not revoke refresh tokens, revokes the access token.
   * @returns whether the provider revoked a token. Never rejects; the reason is logged.
   */
  async revoke(
    config: ResolvedAuthConfig,
    provider: ResolvedOAuthProvider,
    tokens: RevokedTokens,
  ): Promise<boolean> {
    try {
      const work = this.revokeNow(config, provider, tokens);
      return await withTimeout(work, config.timeoutMs, 'the provider');
    } catch (thrown) {
      const err = namedRefusal(thrown);
      const error = new AuthError(`${provider.id}: tokens could not be revoked`, { err });
      if (thrown instanceof Unsupported) config.logger.warn(error.type, error);
      else config.logger.error(error);
      return false;
    }
  }

  private async revokeNow(
    config: ResolvedAuthConfig,
    provider: ResolvedOAuthProvider,
    { refreshToken, accessToken }: RevokedTokens,
  ): Promise<boolean> {
    if (refreshToken === undefined && accessToken === undefined) return false;
    const send = await this.senderOf(config, provider);
    if (refreshToken !== undefined && (await isTaken(() => send(refreshToken, 'refresh_token')))) {
      return true;
    }
    if (accessToken !== undefined && (await isTaken(() => send(accessToken, 'access_token')))) {
      return true;
    }
    throw new Unsupported('the provider revokes no tokens of the types that are stored');
  }

  /** @throws {Unsupported} for a provider that cannot revoke tokens */
  private async senderOf(
    config: ResolvedAuthConfig,
    provider: ResolvedOAuthProvider,
  ): Promise<(token: string, hint: Hint) => Promise<unknown>> {
    const { request } = provider.revocation;
    const opened = await this.configurations.open({ config }, provider);
    if (request) {
      const secret = await clientSecretOf(provider, config.timeoutMs);
      const context = { provider: requestlessProvider(provider, secret), fetch: opened.fetch };
      return async (token, hint) => request({ ...context, token, tokenTypeHint: hint });
    }
    if (opened.server.revocation_endpoint === undefined) {
      throw new Unsupported(
        'no revocation endpoint of the provider is known; see the option `revocation`',
      );
    }
    if (provider.revocation.url === undefined) {
      assertEndpoints(opened.server, provider.metadataUrl, ['revocation_endpoint']);
    }
    return (token, hint) =>
      opened.library.tokenRevocation(opened.configuration, token, { token_type_hint: hint });
  }
}

/** @returns false if the provider does not revoke tokens of this type */
async function isTaken(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (thrown) {
    const { code, kind, retryAfter, isAsked } = refreshFailure(thrown);
    if (code === 'unsupported_token_type') return false;
    if (kind !== 'down' || !isAsked || retryAfter > SHORT_WAIT) throw thrown;
    await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
    await send();
    return true;
  }
}
