import { ErrorPageLoop } from '../errors/configuration.errors.js';
import { isSamePage, pageUrl, requestUrl, withParams } from '../request/redirects/request-urls.js';
import type { SessionContext } from '../request/context/session-context.js';
import { type AuthRequest, headerOf } from '../request/context/auth-request.js';

/** Whether a browser is opening a page, rather than a script calling an API. @see Fetch Metadata */
export function isNavigation(request: AuthRequest): boolean {
  const mode = headerOf(request, 'sec-fetch-mode');
  if (mode !== undefined && mode !== 'navigate') return false;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && (headerOf(request, 'accept')?.includes('text/html') ?? false);
}

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
