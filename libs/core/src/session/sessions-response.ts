import type { AuthContext } from '../exchange/auth-context.js';
import { type ActionResult, jsonOf, redirectTo } from '../exchange/auth-response.js';
import { pageUrl, withParams } from '../exchange/request-urls.js';
import { wantsJson } from '../exchange/wants-json.js';

/** To a script that is not signed in. */
export function nobody(): ActionResult {
  return jsonOf({ error: 'Unauthorized' }, 401);
}

/** To somebody who is not signed in: a form leads to the sign-in page. */
export function signInFirst(ctx: AuthContext): ActionResult {
  if (wantsJson(ctx.request)) return nobody();
  const { callbackUrl } = ctx;
  return redirectTo(withParams(pageUrl(ctx, ctx.config.pages.signIn, 'signin'), { callbackUrl }));
}

/**
 * After sessions were ended. A form goes back to its page also where the session had ended before:
 * that is what was asked for.
 * @param count - how many ended; undefined where the person has no such session
 */
export function afterRevocation(ctx: AuthContext, count: number | undefined): ActionResult {
  if (!wantsJson(ctx.request)) return redirectTo(ctx.callbackUrl);
  return count === undefined ? jsonOf({ error: 'NotFound' }, 404) : jsonOf({ revoked: count });
}
