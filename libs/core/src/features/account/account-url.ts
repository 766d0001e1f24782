import type { FormPage } from '../../pages/form.page.js';
import type { ActionContext } from '../../request/context/action-context.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { pageUrl } from '../../request/redirects/request-urls.js';
import { changeTextsOf } from './texts/change-texts.js';

/** Returns the URL of the account page; undefined if there is none. */
export function accountUrl(ctx: SessionContext): string | undefined {
  const { account, pages } = ctx.config;
  const hasPage = account.page || pages.account !== undefined;
  return hasPage ? pageUrl(ctx, pages.account, 'account').href : undefined;
}

/** Returns the link to the account page, if there is one. */
export function linkBack(ctx: ActionContext): Pick<FormPage, 'links'> {
  const href = accountUrl(ctx);
  return href === undefined ? {} : { links: [{ href, text: changeTextsOf(ctx).back }] };
}
