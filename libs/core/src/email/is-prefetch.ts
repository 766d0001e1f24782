import { type AuthRequest, headerOf } from '../exchange/auth-request.js';

/** What browsers say of a page that they load before anybody asks for it. */
const HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/**
 * Whether nobody has followed the link yet.
 * @see Fetch, `Sec-Purpose`; docs/design/decisions.md 5
 */
export function isPrefetch(request: Pick<AuthRequest, 'headers'>): boolean {
  return HEADERS.some((name) => /prefetch|prerender|preview/i.test(headerOf(request, name) ?? ''));
}
