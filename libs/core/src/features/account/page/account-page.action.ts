import { Injectable } from '@nestjs/common';
import { wantsJson } from '../../../request/body/wants-json.js';
import type { Action } from '../../../request/context/action.port.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../../../request/context/auth-response.js';
import { ownPage, withParams } from '../../../request/redirects/request-urls.js';
import { signInFirst } from '../../reauthenticate/sign-in-first.js';
import { AccountPageService } from './account-page.service.js';

/** GET account: shows what users may see and change of their own account. */
@Injectable()
export class AccountPageAction implements Action {
  constructor(private readonly page: AccountPageService) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const { done, error } = ctx.request.query;
    const own = ownPage(ctx, ctx.config.pages.account);
    if (own && !wantsJson(ctx.request)) return redirectTo(withParams(own, { done, error }));
    const page = await this.page.show(ctx, { done, fault: error });
    return page ?? signInFirst(this.page.here(ctx));
  }
}
