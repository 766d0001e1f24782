import { type AuthRequest, headerOf } from '../request/context/auth-request.js';

/**
 * Whether the caller wants the URL in JSON rather than a redirect.
 * @see docs/design/wire-contract.md E-3; docs/design/decisions.md 18
 */
export function wantsUrl(request: AuthRequest): boolean {
  return headerOf(request, 'x-auth-return-redirect') !== undefined || saysJson(request);
}

/** A body that is not an object with fields does not request JSON, so it is refused with a page. */
function saysJson(request: AuthRequest): boolean {
  try {
    const field = request.fields?.get('json');
    return field === 'true' || field === true;
  } catch {
    return false;
  }
}

/** Whether the caller is a browser that shows pages. */
export function wantsPage(request: AuthRequest): boolean {
  return !wantsUrl(request) && (headerOf(request, 'accept')?.includes('text/html') ?? false);
}
