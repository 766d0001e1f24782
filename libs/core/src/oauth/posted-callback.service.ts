import { Injectable } from '@nestjs/common';
import { InvalidProvider, InvalidRequest } from '../errors/internal.errors.js';
import { actionUrl, withParams } from '../exchange/request-urls.js';
import type { AuthContext } from '../exchange/auth-context.js';
import type { ActionResult } from '../exchange/auth-response.js';
import { SealedCookieService } from '../exchange/sealed-cookie.service.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { postedParams } from './posted-params.js';

/** Query parameter of our own GET that carries what was posted. */
const POSTED = 'posted';
/** Salt of its key, so that it cannot be used as a cookie or a state. */
const PURPOSE = 'authnest.posted-callback';
/** Seconds within which the browser follows the redirect. */
const LIFE = 120;
/** Most characters of all fields together: sealed, they fit the 8 kB request line of proxies. */
const MAX_POSTED = 4096;

/**
 * Callbacks that the page of a provider posts (`response_mode=form_post`). Another site may post
 * anything, and its post carries no `SameSite=Lax` cookie. The post therefore decides nothing: the
 * response redirects the browser to a GET of ours with the posted fields. That GET carries the
 * cookies of the attempt and the session, like every other callback, and only that GET checks and
 * stores anything.
 *
 * The fields travel sealed in the query and not in a cookie: another site could otherwise fill the
 * visitor's cookies, or replace those of a sign-in in another tab. They are useless without the
 * attempt's cookie of the same browser, and are spent with the attempt.
 * @see OAuth 2.0 Form Post Response Mode; RFC 6265bis section 5.6.7.2
 */
@Injectable()
export class PostedCallbackService {
  constructor(private readonly sealed: SealedCookieService) {}

  /**
   * The redirect to our own GET. No cookie is set or cleared.
   * @throws {InvalidRequest} when a field was posted twice, is not a string, or all are too long
   */
  async redirect(ctx: AuthContext, provider: ResolvedOAuthProvider): Promise<ActionResult> {
    const params = postedParams(ctx.request).toString();
    if (params.length > MAX_POSTED) {
      throw new InvalidRequest(`the fields of the form must have at most ${MAX_POSTED} characters`);
    }
    const posted = await this.sealed.seal(ctx, PURPOSE, { params, provider: provider.id }, LIFE);
    ctx.cookies.forgetChanges();
    const own = new URL(actionUrl(ctx, 'callback', provider.id));
    return { status: 303, redirect: withParams(own, { [POSTED]: posted }) };
  }

  /**
   * The posted fields, at the GET that the browser was redirected to.
   * @throws {InvalidProvider} for any other GET: a link could otherwise do what the form does
   * @see docs/design/security-bar.md B31
   */
  open(ctx: AuthContext, provider: ResolvedOAuthProvider): URLSearchParams {
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
