import { Injectable } from '@nestjs/common';
import { InvalidRequest } from '../../../errors/internal.errors.js';
import { formFields } from '../../../request/body/form-fields.js';
import { wantsJson } from '../../../request/body/wants-json.js';
import type { Action } from '../../../request/context/action.port.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import { type ActionResult, jsonOf } from '../../../request/context/auth-response.js';
import { signInFirst } from '../../reauthenticate/sign-in-first.js';
import { AccountOwnerService } from '../account-owner.service.js';
import { AccountPageService } from './account-page.service.js';
import { oauthProviders } from '../ways/linked-accounts.js';
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
    const { provider } = formFields(here);
    // A form names one of ours, so this is no fault of the configuration.
    if (!oauthProviders(here.config).some(({ id }) => id === provider))
      throw new InvalidRequest('provider: expected an OAuth or OpenID provider');
    const started = await this.linking.start(here, provider);
    const { redirect } = started;
    return wantsJson(here.request) && redirect !== undefined ? jsonOf({ url: redirect }) : started;
  }
}
