import type { AuthContext } from '../exchange/auth-context.js';
import { type ActionResult, jsonOf, redirectTo } from '../exchange/auth-response.js';
import { pageUrl, withParams } from '../exchange/request-urls.js';
import { wantsJson } from '../exchange/wants-json.js';

/** Returns the response to a script that is not signed in. */
export function nobody(): ActionResult {
  return jsonOf({ error: 'Unauthorized' }, 401);
}

/** Returns the response if there is no session: a form is redirected to the sign-in page. */
export function signInFirst(ctx: AuthContext): ActionResult {
  if (wantsJson(ctx.request)) return nobody();
  const { callbackUrl } = ctx;
  return redirectTo(withParams(pageUrl(ctx, ctx.config.pages.signIn, 'signin'), { callbackUrl }));
}

/**
 * Returns the response after sessions were ended. A form returns to its page even if the session
 * had already ended, since the result is the same.
 * @param count - the number of sessions that ended; undefined if the user has no such session
 */
export function afterRevocation(ctx: AuthContext, count: number | undefined): ActionResult {
  if (!wantsJson(ctx.request)) return redirectTo(ctx.callbackUrl);
  return count === undefined ? jsonOf({ error: 'NotFound' }, 404) : jsonOf({ revoked: count });
}
