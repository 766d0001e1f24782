import { Injectable } from '@nestjs/common';
import { randomToken } from '../../crypto/random-token.js';
import { CHECK_MAX_AGE } from '../../cookies/default-cookies.js';
import { ProviderLogoutError } from '../../errors/internal.errors.js';
import { toError } from '../../errors/to-error.js';
import type { ActionContext } from '../../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../../request/context/auth-response.js';
import { actionUrl } from '../../request/redirects/request-urls.js';
import { SealedCookieService } from '../../request/context/sealed-cookie.service.js';
import type { Slots } from '../../feature-port/slots.js';
import { withTimeout } from '../../model/with-timeout.js';
import { RETURN_PARAMETER } from '../../provider/provider-logout.js';
import { CurrentSessionService } from '../../session/current/current-session.service.js';
import { EndSessionUrlService, type LogoutProvider } from './end-session-url.service.js';
import { hasLogout } from './has-logout.js';
import type { KeptHint } from './kept-hint.js';
import { LeaveTicketService } from './leave-ticket.service.js';
import { LogoutHintService } from './logout-hint.service.js';
import { MAX_VALUE, returnCookie } from './logout-cookies.js';

type Ending = Slots['ending'];

/** What is known about the session at the provider: the hint, or else the user to find it for. */
type Leaving = { readonly hint: KeptHint } | { readonly userId: string };

/**
 * Performs the part of a sign-out that happens at the provider. It runs after the session has ended
 * here and cannot undo that: the session remains ended even if the browser does not return.
 * @see OpenID Connect RP-Initiated Logout 1.0; docs/design/decisions.md 40
 */
@Injectable()
export class ProviderLogoutService implements Ending {
  constructor(
    private readonly hints: LogoutHintService,
    private readonly urls: EndSessionUrlService,
    private readonly sessions: CurrentSessionService,
    private readonly sealed: SealedCookieService,
    private readonly tickets: LeaveTicketService,
  ) {}

  /**
   * Reads what is needed to end the session at its provider, before it ends here.
   * @returns the redirect to the provider, if it is involved
   * @throws {SignOutError} when the session cannot be read; nothing has ended then
   */
  async begin(ctx: ActionContext): Promise<() => Promise<ActionResult | undefined>> {
    const leaving = await this.leaving(ctx);
    return async () => {
      const url = await this.end(ctx, leaving);
      return url === undefined ? undefined : redirectTo(url);
    };
  }

  private async leaving(ctx: ActionContext): Promise<Leaving | undefined> {
    if (!hasLogout(ctx.config) || !isAsked(ctx)) return undefined;
    const hint = this.hints.read(ctx);
    // On another path, the browser does not send the cookie, so it is unknown if there is one.
    if (!hint && ctx.request.isBeside !== true) return undefined;
    const userId = await this.sessions.leavingUserId(ctx);
    if (userId === null) return undefined;
    return hint ? (hint.userId === userId ? { hint } : undefined) : { userId };
  }

  private async end(ctx: ActionContext, leaving: Leaving | undefined): Promise<string | undefined> {
    this.hints.clear(ctx);
    if (leaving && 'userId' in leaving) {
      return this.tickets.url(ctx, { userId: leaving.userId, target: ctx.callbackUrl });
    }
    return leaving && this.leave(ctx, leaving.hint, ctx.callbackUrl);
  }

  /**
   * Starts the sign-out at the provider for a browser whose session has ended here.
   * @param target - the URL to which the browser is redirected in the end
   * @returns the URL to redirect to first; undefined if the provider is not involved, or fails
   */
  async leave(ctx: ActionContext, hint: KeptHint, target: string): Promise<string | undefined> {
    const provider = providerOf(ctx, hint);
    if (!provider) return undefined;
    try {
      const work = this.send(ctx, provider, { hint, target });
      return await withTimeout(work, ctx.config.timeoutMs, 'the provider');
    } catch (thrown) {
      const details = { err: toError(thrown), provider: provider.id };
      ctx.logger.error(
        new ProviderLogoutError('signed out here, but not at the provider', details),
      );
      return undefined;
    }
  }

  private async send(
    ctx: ActionContext,
    provider: LogoutProvider,
    { hint, target }: { hint: KeptHint; target: string },
  ): Promise<string | undefined> {
    const state = randomToken('base64url');
    const returnTo = actionUrl(ctx, 'signed-out');
    const url = await this.urls.get(ctx, provider, { hint, returnTo, state });
    if (!url) return undefined;
    const isStandard = provider.logout.redirectParam === RETURN_PARAMETER;
    await this.remember(ctx, { target, ...(isStandard && { state }) });
    return url.href;
  }

  /** A target that does not fit into the cookie is only in the cookie `callback-url`. */
  private async remember(
    ctx: ActionContext,
    { target, ...rest }: { target: string; state?: string },
  ): Promise<void> {
    const definition = returnCookie(ctx);
    const whole = await this.sealed.seal(ctx, definition.name, { target, ...rest });
    const value =
      whole.length <= MAX_VALUE ? whole : await this.sealed.seal(ctx, definition.name, rest);
    ctx.cookies.set(definition, value, { expires: new Date(Date.now() + CHECK_MAX_AGE * 1000) });
  }
}

/** `federated=false` limits a sign-out to this application. */
function isAsked({ request }: ActionContext): boolean {
  const field = request.fields?.get('federated');
  return field !== 'false' && field !== false;
}

function providerOf({ config }: ActionContext, hint: KeptHint): LogoutProvider | undefined {
  const provider = config.providers.get(hint.provider);
  return provider && 'logout' in provider && provider.logout
    ? { ...provider, logout: provider.logout }
    : undefined;
}
