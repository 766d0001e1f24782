import { wantsJson } from '../../request/body/wants-json.js';
import type { ActionContext } from '../../request/context/action-context.js';
import { type ActionResult, redirectTo, refusalOf } from '../../request/context/auth-response.js';
import { pageUrl, withParams } from '../../request/redirects/request-urls.js';

/** Returns the response if nobody is signed in. */
export function signInFirst(ctx: ActionContext): ActionResult {
  const { callbackUrl } = ctx;
  const url = withParams(pageUrl(ctx, ctx.config.pages.signIn, 'signin'), { callbackUrl });
  if (!wantsJson(ctx.request)) return redirectTo(url);
  return refusalOf('Unauthorized', { status: 401, errorCode: 'SESSION_REQUIRED', url });
}
