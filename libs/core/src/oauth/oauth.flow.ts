import { Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { InvalidProvider } from '../errors/internal.errors.js';
import { OAuthCallbackError, OAuthSignInError } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import { actionUrl } from '../exchange/action-url.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { type AuthAnswer, redirectTo } from '../exchange/auth-response.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import type { SignInFlow, VerifiedIdentity } from '../sign-in/sign-in-flow.port.js';
import { OAuthChecksService } from './oauth-checks.service.js';
import { OAuthService } from './oauth.service.js';
import { toIdentity } from './to-identity.js';

/** Sign-in at an OAuth 2.0 or OpenID Connect provider. @see wire contract 7.1, 7.2 */
@Injectable()
export class OAuthFlow implements SignInFlow {
  readonly types = ['oauth', 'oidc'] as const;
  readonly callbackCsrf = 'none';

  constructor(
    private readonly checks: OAuthChecksService,
    private readonly oauth: OAuthService,
  ) {}

  async start(ctx: AuthContext): Promise<AuthAnswer> {
    const provider = providerOf(ctx);
    try {
      const url = await this.oauth.authorizationUrl(ctx, provider, {
        ...allowedParams(ctx, provider),
        ...provider.authorization.params,
        client_id: provider.clientId,
        redirect_uri: actionUrl(ctx, 'callback', provider.id),
        ...(await this.checks.begin(ctx, provider)),
      });
      return redirectTo(url.href);
    } catch (thrown) {
      throw new OAuthSignInError('the sign-in could not be started', {
        err: toError(thrown),
        provider: provider.id,
      });
    }
  }

  async verify(ctx: AuthContext): Promise<VerifiedIdentity> {
    const provider = providerOf(ctx);
    if (ctx.request.method !== 'GET') throw new InvalidProvider('the provider answers by GET');
    const callback = new URL(actionUrl(ctx, 'callback', provider.id));
    callback.search = ctx.request.search;
    const secrets = this.checks.take(
      ctx,
      provider,
      callback.searchParams.get('state') ?? undefined,
    );
    try {
      return await toIdentity(
        ctx,
        provider,
        await this.oauth.redeem(ctx, provider, { callback, ...secrets }),
      );
    } catch (thrown) {
      if (thrown instanceof AuthError && thrown.clientSafe) throw thrown;
      throw new OAuthCallbackError('the answer of the provider was refused', {
        err: toError(thrown),
        provider: provider.id,
      });
    }
  }
}

function providerOf({ provider }: AuthContext): ResolvedOAuthProvider {
  if (provider?.type !== 'oauth' && provider?.type !== 'oidc') {
    throw new InvalidProvider('the path must name an OAuth provider');
  }
  return provider;
}

/** What the caller may add to the authorization URL; nothing that decides who or where. @see design section 3 */
function allowedParams({ request }: AuthContext, { authorizationParams }: ResolvedOAuthProvider) {
  const entries = Object.entries(request.query).filter(
    ([name]) => authorizationParams.has(name) && !DECISIVE.has(name),
  );
  return Object.fromEntries(entries);
}

const DECISIVE: ReadonlySet<string> = new Set([
  'redirect_uri',
  'client_id',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
]);
