import { actionUrl, pageUrl, withParams } from '../exchange/action-url.js';
import type { SessionContext } from '../exchange/session-context.js';
import { type AuthRequest, headerOf } from '../exchange/auth-request.js';

/** Whether a browser is opening a page, rather than a script calling an API. @see Fetch Metadata */
export function isNavigation(request: AuthRequest): boolean {
  const mode = headerOf(request, 'sec-fetch-mode');
  if (mode !== undefined && mode !== 'navigate') return false;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && (headerOf(request, 'accept')?.includes('text/html') ?? false);
}

/** The sign-in page, with the way back. */
export function signInLocation(ctx: SessionContext): string {
  const { request, origin, config } = ctx;
  const search = request.search === '' ? '' : `?${request.search}`;
  // Absolute, so that a path like //evil.example stays a path of ours.
  const callbackUrl = `${origin}${request.path}${search}`;
  const page = config.pages.signIn;
  return withParams(
    page === undefined ? new URL(actionUrl(ctx, 'signin')) : pageUrl(ctx, page, 'signin'),
    {
      callbackUrl,
    },
  );
}
