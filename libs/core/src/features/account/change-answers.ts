import { refusedForm } from '../../pages/form.page.js';
import { wantsJson } from '../../request/body/wants-json.js';
import type { ActionContext } from '../../request/context/action-context.js';
import { type ActionResult, jsonOf, redirectTo } from '../../request/context/auth-response.js';
import { actionUrl } from '../../request/redirects/request-urls.js';
import { changeTextsOf } from './texts/change-texts.js';

/** Leads a person to the next page; a script gets JSON. */
export function done(ctx: ActionContext, url: string, json: object = {}): ActionResult {
  return wantsJson(ctx.request) ? jsonOf(json) : redirectTo(url);
}

/** The response to a link that is used, replaced or expired. */
export function deadLink(ctx: ActionContext, again?: string): ActionResult {
  const { deadLink: texts } = changeTextsOf(ctx);
  const links = again === undefined ? [] : [{ href: actionUrl(ctx, again), text: texts.again }];
  const page = { title: texts.heading, ...texts, icon: 'alert', links } as const;
  return refusedForm(ctx, page, {
    error: 'Verification',
    status: wantsJson(ctx.request) ? 400 : 403,
  });
}

/**
 * Lets a person who has to sign in first, or to prove something, return to a page of ours.
 * @param page - path of its endpoint; null for the start page
 */
export function returningTo(ctx: ActionContext, page: string | null): ActionContext {
  const callbackUrl = page === null ? `${ctx.origin}/` : actionUrl(ctx, page);
  return Object.assign(ctx, { callbackUrl });
}
