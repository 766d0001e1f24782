import { Injectable } from '@nestjs/common';
import { UnknownAction } from '../errors/internal.errors.js';
import { actionUrl, pageUrl, withParams } from '../exchange/action-url.js';
import type { Action } from '../exchange/action.port.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { type AuthAnswer, redirectTo } from '../exchange/auth-response.js';
import { renderErrorPage } from './error.page.js';
import type { RenderedPage } from './rendered-page.js';
import { renderSignInPage } from './sign-in.page.js';
import { renderSignOutPage } from './sign-out.page.js';
import { renderVerifyRequestPage } from './verify-request.page.js';

/** GET signin: the page, or the application's own. @see wire contract 6.5 */
@Injectable()
export class SignInPageAction implements Action {
  async run(ctx: AuthContext): Promise<AuthAnswer> {
    if (ctx.provider)
      throw new UnknownAction('GET signin takes no provider; a sign-in starts by POST');
    const { config, request, callbackUrl, csrfToken, origin } = ctx;
    const error = request.query['error'];
    if (config.pages.signIn !== undefined) {
      return redirectTo(
        withParams(pageUrl(ctx, config.pages.signIn, 'signin'), { callbackUrl, error }),
      );
    }
    return formPageOf(
      ctx,
      renderSignInPage({
        theme: config.theme,
        providers: [...config.providers.values()],
        csrfToken,
        callbackUrl,
        actionUrl: (action, providerId) => actionUrl(ctx, action, providerId),
        error,
        origin,
      }),
    );
  }
}

/** GET signout: asks before it ends the session. @see wire contract 6.8 */
@Injectable()
export class SignOutPageAction implements Action {
  async run(ctx: AuthContext): Promise<AuthAnswer> {
    const { theme, pages } = ctx.config;
    if (pages.signOut !== undefined) return redirectTo(pageUrl(ctx, pages.signOut, 'signout').href);
    const { csrfToken, origin } = ctx;
    return formPageOf(
      ctx,
      renderSignOutPage({ theme, csrfToken, actionUrl: actionUrl(ctx, 'signout'), origin }),
    );
  }
}

/** GET error: tells what went wrong. @see wire contract 6.9 */
@Injectable()
export class ErrorPageAction implements Action {
  async run(ctx: AuthContext): Promise<AuthAnswer> {
    const { theme, pages } = ctx.config;
    const { error, code } = ctx.request.query;
    if (pages.error !== undefined) {
      return redirectTo(withParams(pageUrl(ctx, pages.error, 'error'), { error, code }));
    }
    const page = renderErrorPage({
      theme,
      error,
      signInUrl: actionUrl(ctx, 'signin'),
      origin: ctx.origin,
    });
    return pageOf(page, page.status);
  }
}

/** GET verify-request: tells that a mail was sent. @see wire contract 6.10 */
@Injectable()
export class VerifyRequestPageAction implements Action {
  async run(ctx: AuthContext): Promise<AuthAnswer> {
    const { theme, pages } = ctx.config;
    if (pages.verifyRequest !== undefined) {
      const page = pageUrl(ctx, pages.verifyRequest, 'verify-request');
      return redirectTo(withParams(page, ctx.request.query));
    }
    return pageOf(renderVerifyRequestPage({ theme, origin: ctx.origin }));
  }
}

function pageOf({ html, contentSecurityPolicy }: RenderedPage, status = 200): AuthAnswer {
  return { status, body: { html }, headers: { 'content-security-policy': contentSecurityPolicy } };
}

/**
 * A page with a form. Over plain http a browser sends no `Sec-Fetch-Site`, and under `no-referrer`
 * no origin either; there the page may name its own origin, or its form would pass for a foreign one.
 */
function formPageOf({ origin }: AuthContext, page: RenderedPage): AuthAnswer {
  const answer = pageOf(page);
  if (origin.startsWith('https:')) return answer;
  return { ...answer, headers: { ...answer.headers, 'referrer-policy': 'same-origin' } };
}
