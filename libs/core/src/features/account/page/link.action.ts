import { Injectable } from '@nestjs/common';
import { wantsJson } from '../../../request/body/wants-json.js';
import type { Action } from '../../../request/context/action.port.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import { type ActionResult, jsonOf } from '../../../request/context/auth-response.js';
import { signInFirst } from '../../reauthenticate/sign-in-first.js';
import { AccountOwnerService } from '../account-owner.service.js';
import { AccountPageService } from './account-page.service.js';
import { LinkingService } from '../ways/linking.service.js';

/** POST account/link: leads to a provider, whose account then belongs to the user. */
@Injectable()
export class LinkAction implements Action {
  constructor(
    private readonly owners: AccountOwnerService,
    private readonly page: AccountPageService,
    private readonly linking: LinkingService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const here = this.page.here(ctx);
    if (!(await this.owners.find(here))) return signInFirst(here);
    const started = await this.linking.start(here, here.request.body?.['provider']);
    const { redirect } = started;
    return wantsJson(here.request) && redirect !== undefined ? jsonOf({ url: redirect }) : started;
  }
}
