import {
  type ActionContext,
  type ActionResult,
  jsonOf,
  redirectTo,
  wantsJson,
} from '@authnest/core/feature';

/** Leads a browser, or a script, to the next page. */
export function goTo(ctx: ActionContext, url: string): ActionResult {
  return wantsJson(ctx.request) ? jsonOf({ url }) : redirectTo(url);
}
