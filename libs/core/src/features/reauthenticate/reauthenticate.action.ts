import { Injectable } from '@nestjs/common';
import { AuthError } from '../../errors/auth.error.js';
import {
  AccessDenied,
  RateLimited,
  WebAuthnVerificationError,
} from '../../errors/sign-in.errors.js';
import { logFault } from '../../logging/log-fault.js';
import type { Session } from '../../model/session.js';
import type { ResolvedProvider } from '../../provider/resolved-provider.js';
import { wantsJson } from '../../request/body/wants-json.js';
import type { Action } from '../../request/context/action.port.js';
import type { ActionContext } from '../../request/context/action-context.js';
import type { AuthRequest } from '../../request/context/auth-request.js';
import { type ActionResult, redirectTo } from '../../request/context/auth-response.js';
import { pageUrl, withParams } from '../../request/redirects/request-urls.js';
import { CurrentSessionService } from '../../session/current/current-session.service.js';
import { isIdentity } from '../../sign-in/sign-in-flow.port.js';
import { SignInFlowsService } from '../../sign-in/sign-in-flows.service.js';
import { SignInService } from '../../sign-in/sign-in.service.js';
import { signInFirst } from './sign-in-first.js';
import { ReauthenticationService } from './reauthentication.service.js';
import { WaysAgainService } from './ways-again.service.js';

/**
 * POST reauthenticate: runs the ordinary sign-in with a provider, which only the user of the session
 * can complete. It opens a new session and ends the one before.
 * @see OWASP ASVS 7.2.4, 7.5.3
 */
@Injectable()
export class ReauthenticateAction implements Action {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly again: ReauthenticationService,
    private readonly flows: SignInFlowsService,
    private readonly signIn: SignInService,
    private readonly ways: WaysAgainService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const session = await this.sessions.read(ctx, 'server');
    const userId = await this.sessions.currentUserId(ctx);
    if (!session?.user || userId === null || !ctx.provider) return signInFirst(ctx);
    const { provider } = ctx;
    await this.assertProves(ctx, session, provider);
    await this.again.begin(ctx, { userId, provider: provider.id });
    try {
      return await this.prove(ctx, provider, session.user.email);
    } catch (thrown) {
      return refused(ctx, thrown);
    }
  }

  /** @throws {AccessDenied} for a plain OAuth provider if there are others: it proves the least */
  private async assertProves(
    ctx: ActionContext,
    session: Session,
    { id, type }: ResolvedProvider,
  ): Promise<void> {
    if (type !== 'oauth') return;
    const ways = await this.ways.list(ctx, session);
    if (ways.some((way) => way.id === id)) return;
    throw new AccessDenied(`${id}: a plain OAuth provider proves nothing if there are other ways`);
  }

  private async prove(
    ctx: ActionContext,
    provider: ResolvedProvider,
    email: string | null | undefined,
  ): Promise<ActionResult> {
    const flow = this.flows.get(provider);
    if (provider.type === 'email') {
      // Only to the user's own address, whatever the form says.
      const body = { email: email ?? '' };
      const request = Object.create(ctx.request, { body: { value: body } }) as AuthRequest;
      return flow.start(Object.assign(ctx, { request }));
    }
    const proof = Object.assign(ctx, { isProof: true } as const);
    if (provider.type === 'oauth') return flow.start(proof);
    if (provider.type === 'oidc') return flow.start(asksAgain(proof, provider));
    // A passkey that is only just made proves nothing.
    if (provider.type === 'webauthn' && ctx.request.body?.['action'] !== 'authenticate') {
      throw new WebAuthnVerificationError('only a passkey that is registered proves who a user is');
    }
    const verified = await flow.verify(ctx);
    return isIdentity(verified) ? this.signIn.complete(ctx, verified) : verified;
  }
}

/**
 * Lets the provider ask the user again: its ID token must then say that it has.
 * @see OpenID Connect Core section 3.1.2.1
 */
function asksAgain(
  ctx: ActionContext,
  provider: Extract<ResolvedProvider, { type: 'oauth' | 'oidc' }>,
): ActionContext {
  const { authorization } = provider;
  const params = { ...authorization.params, prompt: 'login', max_age: '0' };
  return Object.assign(ctx, {
    provider: { ...provider, authorization: { ...authorization, params } },
  });
}

/** Returns to the page, which shows what went wrong; the session goes on. */
function refused(ctx: ActionContext, thrown: unknown): ActionResult {
  const isShown = thrown instanceof AuthError && thrown.clientSafe && thrown.page === 'signIn';
  if (!isShown || thrown instanceof RateLimited || wantsJson(ctx.request)) throw thrown;
  logFault(ctx.logger, thrown);
  const page = pageUrl(ctx, ctx.config.pages.reauthenticate, 'reauthenticate');
  return redirectTo(withParams(page, { error: thrown.type, callbackUrl: ctx.callbackUrl }));
}
