import { Injectable } from '@nestjs/common';
import { InvalidProvider, InvalidRequest } from '../errors/internal.errors.js';
import { actionUrl, withParams } from '../request/redirects/request-urls.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { ActionResult } from '../request/context/auth-response.js';
import { SealedCookieService } from '../request/context/sealed-cookie.service.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { postedParams } from './posted-params.js';

/** Query parameter of our own GET that carries the posted fields. */
const POSTED = 'posted';
/** Salt for its key, so that it cannot be used as a cookie or a state. */
const PURPOSE = 'authnest.posted-callback';
/** Time in which the browser must follow the redirect, in seconds. */
const LIFE = 120;
/** Maximum length of all fields together: sealed, they fit the 8 kB request line of proxies. */
const MAX_POSTED = 4096;

/**
 * Handles callbacks that a provider's page posts (`response_mode=form_post`). Any site can post
 * anything, and a cross-site POST carries no `SameSite=Lax` cookie. The POST therefore decides
 * nothing: the response redirects the browser to our own GET endpoint with the posted fields. That
 * GET carries the cookies of the attempt and the session, like every other callback, and only that
 * GET checks and stores anything.
 *
 * The fields are sealed in the query, not in a cookie: another site could otherwise fill the
 * visitor's cookies, or replace those of a sign-in in another tab. They are useless without the
 * attempt's cookie in the same browser, and cannot be used again once the attempt has ended.
 * @see OAuth 2.0 Form Post Response Mode; RFC 6265bis section 5.6.7.2
 */
@Injectable()
export class PostedCallbackService {
  constructor(private readonly sealed: SealedCookieService) {}

  /**
   * Returns the redirect to our own GET. Does not set or clear any cookie.
   * @throws {InvalidRequest} when a field occurs twice or is not a string, or they are too long
   */
  async redirect(ctx: ActionContext, provider: ResolvedOAuthProvider): Promise<ActionResult> {
    const fields = postedParams(ctx.request);
    // Counted before they are encoded: that makes nothing shorter, and is slow for a megabyte.
    if (lengthOf(fields) > MAX_POSTED) throw tooLong();
    const params = fields.toString();
    if (params.length > MAX_POSTED) throw tooLong();
    const posted = await this.sealed.seal(ctx, PURPOSE, { params, provider: provider.id }, LIFE);
    ctx.cookies.forgetChanges();
    const own = new URL(actionUrl(ctx, 'callback', provider.id));
    return { status: 303, redirect: withParams(own, { [POSTED]: posted }) };
  }

  /**
   * Returns the posted fields from the GET to which the browser was redirected.
   * @throws {InvalidProvider} for any other GET: a link could otherwise do what the form does
   * @see docs/design/security-bar.md B31
   */
  open(ctx: ActionContext, provider: ResolvedOAuthProvider): URLSearchParams {
    const [posted = '', ...more] = new URLSearchParams(ctx.request.search).getAll(POSTED);
    const claims = more.length === 0 ? this.sealed.open(ctx, PURPOSE, posted) : null;
    if (typeof claims?.['params'] !== 'string' || claims['provider'] !== provider.id) {
      throw new InvalidProvider(
        'callbacks of this provider must be posted; the posted fields are missing or expired',
      );
    }
    return new URLSearchParams(claims['params']);
  }
}

function lengthOf(fields: URLSearchParams): number {
  return [...fields].flat().reduce((sum, { length }) => sum + length, 0);
}

function tooLong(): InvalidRequest {
  return new InvalidRequest(`the fields of the form must have at most ${MAX_POSTED} characters`);
}
