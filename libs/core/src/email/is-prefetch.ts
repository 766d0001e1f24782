import { type AuthRequest, headerOf } from '../exchange/auth-request.js';

/** Headers with which browsers mark requests for pages that they load in advance. */
const HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/**
 * Whether the browser loads the link in advance, before the user has followed it.
 * @see Fetch, `Sec-Purpose`; docs/design/decisions.md 5
 */
export function isPrefetch(request: Pick<AuthRequest, 'headers'>): boolean {
  return HEADERS.some((name) => /prefetch|prerender|preview/i.test(headerOf(request, name) ?? ''));
}
