import { ErrorPageLoop } from '../errors/configuration.errors.js';
import { isSamePage, pageUrl, requestUrl, withParams } from '../request/redirects/request-urls.js';
import type { SessionContext } from '../request/context/session-context.js';

/**
 * Returns the URL of the sign-in page, with the requested page as `callbackUrl`.
 * @throws {InvalidRequest} when the request target is not a path
 * @throws {ErrorPageLoop} when the requested page is the sign-in page
 */
export function signInLocation(ctx: SessionContext): string {
  const requested = requestUrl(ctx);
  const page = pageUrl(ctx, ctx.config.pages.signIn, 'signin');
  if (isSamePage(page, requested))
    throw new ErrorPageLoop('pages.signIn: the page requires a session; make it public');
  return withParams(page, { callbackUrl: requested.href });
}
