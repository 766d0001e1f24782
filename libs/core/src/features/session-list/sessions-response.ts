import type { ActionContext } from '../../request/context/action-context.js';
import {
  type ActionResult,
  jsonOf,
  redirectTo,
  refusalOf,
} from '../../request/context/auth-response.js';
import { pageUrl, withParams } from '../../request/redirects/request-urls.js';
import { wantsJson } from '../../request/body/wants-json.js';

/** Returns the response to a script that is not signed in. */
export function nobody(): ActionResult {
  return refusalOf('Unauthorized', { status: 401, errorCode: 'SESSION_REQUIRED' });
}

/** Returns the response if there is no session: a form is redirected to the sign-in page. */
export function signInFirst(ctx: ActionContext): ActionResult {
  if (wantsJson(ctx.request)) return nobody();
  const { callbackUrl } = ctx;
  return redirectTo(withParams(pageUrl(ctx, ctx.config.pages.signIn, 'signin'), { callbackUrl }));
}

/**
 * Returns the response after sessions were ended. A form returns to its page even if the session
 * had already ended, since the result is the same.
 * @param count - the number of sessions that ended; undefined if the user has no such session
 */
export function afterRevocation(ctx: ActionContext, count: number | undefined): ActionResult {
  if (!wantsJson(ctx.request)) return redirectTo(ctx.callbackUrl);
  if (count !== undefined) return jsonOf({ revoked: count });
  return refusalOf('NotFound', { status: 404, errorCode: 'NOT_FOUND' });
}
