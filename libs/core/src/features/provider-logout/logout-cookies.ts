import type { CookieDefinition } from '../../cookies/cookie-definition.js';
import { actionUrl } from '../../request/redirects/request-urls.js';
import type { SessionContext } from '../../request/context/session-context.js';

/**
 * Longest sealed value, in characters: a cookie with its name and attributes may have 4096 bytes.
 * @see RFC 6265 section 6.1
 */
export const MAX_VALUE = 3936;

/**
 * Returns the cookie with what the provider needs to end its session; only sign-out receives it. A
 * `__Host-` cookie must have the path `/`: it is sent with every request and contains no ID token.
 */
export function hintCookie(ctx: SessionContext): CookieDefinition {
  return cookieFor(ctx, { name: 'logout', action: 'signout' });
}

/** Returns the cookie with the URL to redirect to when the browser returns from the provider. */
export function returnCookie(ctx: SessionContext): CookieDefinition {
  return cookieFor(ctx, { name: 'signed-out', action: 'signed-out' });
}

/** Whether a cookie may have a path other than `/`. @see RFC 6265bis section 4.1.3.2 */
export function hasPath({ name }: CookieDefinition): boolean {
  return !name.startsWith('__Host-');
}

function cookieFor(
  ctx: SessionContext,
  { name, action }: { name: string; action: 'signout' | 'signed-out' },
): CookieDefinition {
  const { ownCookies } = ctx.config;
  const whole = (ctx.secure ? ownCookies.secure : ownCookies.plain) + name;
  const path = whole.startsWith('__Host-') ? '/' : new URL(actionUrl(ctx, action)).pathname;
  return {
    name: whole,
    options: { path, httpOnly: true, secure: ctx.secure, sameSite: 'lax' },
  };
}
