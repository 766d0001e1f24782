import { Injectable } from '@nestjs/common';
import {
  actionUrl,
  ownPage,
  pageUrl,
  postUrl,
  withParams,
} from '../request/redirects/request-urls.js';
import type { Action } from '../request/context/action.port.js';
import type { ActionContext } from '../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../request/context/auth-response.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';
import { TriedAddressService } from '../sign-in/tried-address.service.js';
import { FeaturesService } from '../feature-port/features.service.js';
import type { LinksOptions } from '../config/options/pages.js';
import { renderErrorPage } from './error.page.js';
import { formPageOf, pageOf } from './layout/page-response.js';
import { renderSignInPage } from './sign-in.page.js';
import { renderSignedOutPage, renderSignOutPage } from './sign-out.page.js';

/** GET signin: shows a page or redirects to a custom one. @see docs/design/wire-contract.md 6.5 */
@Injectable()
export class SignInPageAction implements Action {
  constructor(
    private readonly tried: TriedAddressService,
    private readonly sessions: CurrentSessionService,
    private readonly features: FeaturesService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    // A bookmark, or a sign-in that the provider initiates: only a form of ours starts one, and an
    // image on another site must not even set a cookie.
    if (ctx.provider) {
      ctx.cookies.forgetChanges();
      return redirectTo(withParams(pageUrl(ctx, undefined, 'signin'), targetOf(ctx)));
    }
    const { config, request, callbackUrl, csrfToken, origin, language } = ctx;
    const { error, code, email, retryAfter } = request.query;
    const own = ownPage(ctx, config.pages.signIn);
    if (own) return redirectTo(withParams(own, { callbackUrl, error, code, retryAfter }));
    const tried = this.tried.take(ctx);
    return formPageOf(
      renderSignInPage({
        theme: config.theme,
        language,
        links: { ...this.linksOf(ctx), ...config.links },
        providers: [...config.providers.values()],
        csrfToken,
        callbackUrl,
        actionUrl: (action, providerId) =>
          (action === 'webauthn-options' ? actionUrl : postUrl)(ctx, action, providerId),
        error,
        code,
        waitSeconds: waitOf(retryAfter),
        // Not shown to a visitor who returns later, without an error.
        tried: error ? tried : undefined,
        signedInAs: await this.signedInAs(ctx),
        email,
        origin,
        name: config.name,
      }),
    );
  }

  private linksOf(ctx: ActionContext): LinksOptions {
    const { forgotPassword, createAccount } = this.features.links(ctx.config);
    return {
      ...(forgotPassword !== undefined && { forgotPassword: actionUrl(ctx, forgotPassword) }),
      ...(createAccount !== undefined && { createAccount: actionUrl(ctx, createAccount) }),
    };
  }

  /** A store that is down must not prevent another sign-in. */
  private async signedInAs(ctx: ActionContext): Promise<string | undefined> {
    if (!mayBeSignedIn(ctx)) return undefined;
    try {
      const { user } = (await this.sessions.read(ctx, 'server')) ?? {};
      return user?.name ?? user?.email ?? undefined;
    } catch {
      return undefined;
    }
  }
}

/**
 * Returns the target of a sign-in that somebody else initiates; the sign-in page judges it.
 * @see OpenID Connect Core section 4
 */
function targetOf({ request: { query } }: ActionContext): { callbackUrl?: string } {
  return { callbackUrl: query['target_link_uri'] ?? query['callbackUrl'] };
}

/** GET signout: asks before it ends the session. @see docs/design/wire-contract.md 6.8 */
@Injectable()
export class SignOutPageAction implements Action {
  async run(ctx: ActionContext): Promise<ActionResult> {
    const { theme, pages, name } = ctx.config;
    const own = ownPage(ctx, pages.signOut);
    if (own) return redirectTo(withParams(own, { error: ctx.request.query['error'] }));
    const { csrfToken, origin, language } = ctx;
    const looks = { theme, language, origin, name };
    if (!mayBeSignedIn(ctx)) {
      return pageOf(renderSignedOutPage({ ...looks, signInUrl: actionUrl(ctx, 'signin') }));
    }
    return formPageOf(
      renderSignOutPage({
        ...looks,
        csrfToken,
        actionUrl: postUrl(ctx, 'signout'),
        failed: ctx.request.query['error'] !== undefined,
      }),
    );
  }
}

/**
 * Checks only the cookie: a store that is down must not prevent a sign-out, and if the session has
 * already ended, the question does no harm.
 */
function mayBeSignedIn(ctx: ActionContext): boolean {
  return ctx.carrier.present().names.length > 0;
}

/** GET error: shows what went wrong. @see docs/design/wire-contract.md 6.9 */
@Injectable()
export class ErrorPageAction implements Action {
  async run(ctx: ActionContext): Promise<ActionResult> {
    const { theme, pages } = ctx.config;
    const { error, code, retryAfter } = ctx.request.query;
    const own = ownPage(ctx, pages.error);
    if (own) return redirectTo(withParams(own, { error, code }));
    const page = renderErrorPage({
      theme,
      language: ctx.language,
      error,
      waitSeconds: waitOf(retryAfter),
      signInUrl: actionUrl(ctx, 'signin'),
      origin: ctx.origin,
      name: ctx.config.name,
    });
    return pageOf(page, page.status);
  }
}

/** Parses the seconds to wait from an untrusted URL. @returns undefined for more than a day */
function waitOf(retryAfter: string | undefined): number | undefined {
  const seconds = /^[1-9]\d{0,4}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  return seconds !== undefined && seconds <= 86_400 ? seconds : undefined;
}
