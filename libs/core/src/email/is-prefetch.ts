import { type AuthRequest, headerOf } from '../request/context/auth-request.js';

/** Headers with which browsers mark requests for pages that they load in advance. */
const HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/**
 * Whether the link is loaded before the user has followed it, or only in part, as programs do that
 * look at a link or continue a download: a browser that opens a page sends no `Range`.
 * @see RFC 9110 section 14.2; Fetch, `Sec-Purpose`; docs/design/decisions.md 5
 */
export function isPrefetch(request: Pick<AuthRequest, 'headers'>): boolean {
  if (headerOf(request, 'range') !== undefined) return true;
  return HEADERS.some((name) => /prefetch|prerender|preview/i.test(headerOf(request, name) ?? ''));
}
