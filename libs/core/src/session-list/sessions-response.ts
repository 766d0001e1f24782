import type { AuthContext } from '../exchange/auth-context.js';
import { type ActionResult, jsonOf, redirectTo } from '../exchange/auth-response.js';
import { pageUrl, withParams } from '../exchange/request-urls.js';
import { wantsJson } from '../exchange/wants-json.js';

/** Response to a script that is not signed in. */
export function nobody(): ActionResult {
  return jsonOf({ error: 'Unauthorized' }, 401);
}

/** Response to a request without a session: a form is redirected to the sign-in page. */
export function signInFirst(ctx: AuthContext): ActionResult {
  if (wantsJson(ctx.request)) return nobody();
  const { callbackUrl } = ctx;
  return redirectTo(withParams(pageUrl(ctx, ctx.config.pages.signIn, 'signin'), { callbackUrl }));
}

/**
 * Response after sessions were ended. A form returns to its page even if the session had ended
 * before, since the request asked for just that.
 * @param count - how many ended; undefined where the person has no such session
 */
export function afterRevocation(ctx: AuthContext, count: number | undefined): ActionResult {
  if (!wantsJson(ctx.request)) return redirectTo(ctx.callbackUrl);
  return count === undefined ? jsonOf({ error: 'NotFound' }, 404) : jsonOf({ revoked: count });
}
