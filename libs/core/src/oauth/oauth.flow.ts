import { Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { AdapterError, InvalidCheck, InvalidProvider } from '../errors/internal.errors.js';
import { OAuthCallbackError, OAuthSignInError } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import type { ActionContext } from '../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../request/context/auth-response.js';
import { clockFault } from './client/assert-fresh.js';
import { LimitsService } from '../limits/limits.service.js';
import { logFault } from '../logging/log-fault.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import type { SignInFlow } from '../sign-in/sign-in-flow.port.js';
import type { Attempt } from './attempt.js';
import { authorizationParams } from './authorization-params.js';
import { CallbackUseService } from './callback-use.service.js';
import { OAuthChecksService } from './oauth-checks.service.js';
import { OAuthService } from './oauth.service.js';
import { PostedCallbackService } from './posted-callback.service.js';
import { isStopped, namedRefusal } from './provider-refusal.js';
import { RedirectProxyService } from './redirect-proxy.service.js';
import { acceptedAge, earliestSignIn, requestedMaxAge } from './requested-max-age.js';
import { requestedScope, scopeToStore } from './requested-scope.js';
import { toIdentity } from './to-identity.js';
import { withStandardError } from './vendor-refusal.js';
import { withSentUser } from './with-sent-user.js';

/**
 * Sign-in with an OAuth 2.0 or OpenID Connect provider.
 * @see docs/design/wire-contract.md 7.1, 7.2
 */
@Injectable()
export class OAuthFlow implements SignInFlow {
  readonly types = ['oauth', 'oidc'] as const;
  /** A POST is only redirected to a GET, and the state ties that GET to the browser. */
  readonly callbackCsrf = 'none';

  constructor(
    private readonly checks: OAuthChecksService,
    private readonly oauth: OAuthService,
    private readonly posted: PostedCallbackService,
    private readonly uses: CallbackUseService,
    private readonly limits: LimitsService,
    private readonly proxy: RedirectProxyService,
    private readonly sessions: CurrentSessionService,
  ) {}

  async start(ctx: ActionContext): Promise<ActionResult> {
    const provider = providerOf(ctx);
    const route = this.proxy.route(ctx, provider);
    const params = authorizationParams(ctx, provider);
    const maxAge = requestedMaxAge(provider, params);
    try {
      const scope = scopeToStore(provider, params);
      const signedInSince = earliestSignIn(maxAge);
      const url = await this.oauth.authorizationUrl(ctx, provider, {
        ...params,
        ...(maxAge !== undefined && { max_age: `${maxAge}` }),
        client_id: provider.clientId,
        redirect_uri: route.redirectUri,
        ...(await this.checks.begin(ctx, provider, { ...route, scope, signedInSince })),
      });
      return redirectTo(url.href);
    } catch (thrown) {
      throw new OAuthSignInError('the sign-in could not be started', {
        err: toError(thrown),
        provider: provider.id,
      });
    }
  }

  async verify(ctx: ActionContext): Promise<VerifiedIdentity | ActionResult> {
    const provider = providerOf(ctx);
    const isForm = provider.responseMode === 'form_post';
    if (ctx.request.method === 'POST') {
      if (isForm) return this.posted.redirect(ctx, provider);
      throw new InvalidProvider('callbacks of this provider must be GET requests');
    }
    const params = isForm
      ? this.posted.open(ctx, provider)
      : new URLSearchParams(ctx.request.search);
    const onward = this.proxy.onward(ctx, provider, params);
    if (onward !== undefined) return redirectTo(onward);
    try {
      // Counted first: a request over the limit keeps its attempt and does not call the provider.
      return await this.limits.attempt(ctx, { work: 'callbacks' }, async () => {
        const attempt = this.checks.take(ctx, provider, params.get('state') ?? undefined);
        return this.redeem(ctx, provider, { attempt, params });
      });
    } catch (thrown) {
      // A user who is signed in sees no error after going back in the history or clicking twice.
      if (!(thrown instanceof InvalidCheck) || !(await this.isSignedIn(ctx))) throw thrown;
      logFault(ctx.logger, thrown);
      return redirectTo(ctx.callbackUrl);
    }
  }

  private async redeem(
    ctx: ActionContext,
    provider: ResolvedOAuthProvider,
    { attempt, params }: { attempt: Attempt; params: URLSearchParams },
  ): Promise<VerifiedIdentity> {
    const { target, nonce, verifier, startedBy, sessionStart, isProof } = attempt;
    const callbackUrl = target?.startsWith('/') ? ctx.origin + target : target;
    try {
      const callback = new URL(attempt.redirectUri ?? this.proxy.route(ctx, provider).redirectUri);
      callback.search = withStandardError(params).toString();
      const identity = await this.uses.once(ctx, params, async () => {
        const maxAge = acceptedAge(provider, attempt);
        const grant = await this.oauth.redeem(ctx, provider, { callback, nonce, verifier, maxAge });
        const profile = withSentUser(provider, grant.profile, params);
        const scope = requestedScope(provider, attempt);
        return toIdentity(ctx, provider, { ...grant, profile, requestedScope: scope });
      });
      const byProxy = this.proxy.route(ctx, provider).origin !== undefined;
      const started = { startedBy, sessionStart, ...(isProof && { isProof }) };
      return { ...identity, ...started, callbackUrl, ...(byProxy && { byProxy }) };
    } catch (thrown) {
      throw refusal(thrown, { provider, ctx, callbackUrl });
    }
  }

  private async isSignedIn(ctx: ActionContext): Promise<boolean> {
    return (await this.sessions.read(ctx, 'server')) !== null;
  }
}

function providerOf({ provider }: ActionContext): ResolvedOAuthProvider {
  if (provider?.type !== 'oauth' && provider?.type !== 'oidc') {
    throw new InvalidProvider('the path must name an OAuth provider');
  }
  return provider;
}

/** Returns the error to throw: our own errors unchanged, any other as a refused response. */
function refusal(
  thrown: unknown,
  at: { provider: ResolvedOAuthProvider; ctx: ActionContext; callbackUrl: string | undefined },
): AuthError {
  // A store error is not blamed on the provider: users would try another account.
  const isOurs =
    thrown instanceof AdapterError || (thrown instanceof AuthError && thrown.clientSafe);
  const error = isOurs
    ? thrown
    : new OAuthCallbackError('the response of the provider was refused', {
        err: clockFault(at.provider, thrown) ?? namedRefusal(thrown),
        provider: at.provider.id,
      });
  if (error instanceof OAuthCallbackError && isStopped(thrown)) error.code = 'access_denied';
  // Otherwise, the sign-in page would use the target of the newest tab.
  if (error instanceof OAuthCallbackError && at.callbackUrl !== at.ctx.callbackUrl) {
    error.callbackUrl = at.callbackUrl;
  }
  return error;
}
