import { Injectable } from '@nestjs/common';
import { formPage, refusedForm } from '../../../pages/form.page.js';
import { formFields } from '../../../request/body/form-fields.js';
import type { Action } from '../../../request/context/action.port.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import type { ActionResult } from '../../../request/context/auth-response.js';
import { actionUrl } from '../../../request/redirects/request-urls.js';
import { signInFirst } from '../../reauthenticate/sign-in-first.js';
import { AccountOwnerService } from '../account-owner.service.js';
import { done, returningTo } from '../change-answers.js';
import { changeTextsOf } from '../texts/change-texts.js';
import { addressPage, sentPage } from './address-pages.js';
import { AddressRequestService } from './address-request.service.js';

const PAGE = 'account/email';

/** GET account/email: shows the form or, after it was sent, where to look. */
@Injectable()
export class AddressPageAction implements Action {
  constructor(private readonly owners: AccountOwnerService) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const { sent } = ctx.request.query;
    if (sent !== undefined) return formPage(ctx, sentPage(ctx, sent === 'both'));
    const owner = await this.owners.fresh(returningTo(ctx, PAGE));
    return owner ? formPage(ctx, addressPage(ctx)) : signInFirst(ctx);
  }
}

/** POST account/email: mails the links, and changes nothing. */
@Injectable()
export class ChangeAddressAction implements Action {
  constructor(
    private readonly owners: AccountOwnerService,
    private readonly requests: AddressRequestService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const { email = '' } = formFields(ctx);
    const owner = await this.owners.fresh(returningTo(ctx, PAGE));
    if (!owner) return signInFirst(ctx);
    const requested = await this.requests.request(ctx, owner.user, email);
    if (requested === 'new' || requested === 'both') {
      return done(ctx, `${actionUrl(ctx, PAGE)}?sent=${requested}`, { confirm: requested });
    }
    const { notAnAddress, same } = changeTextsOf(ctx).address;
    const error = requested === 'same' ? same : notAnAddress;
    return refusedForm(ctx, addressPage(ctx, { email, error }), { error: 'InvalidAddress' });
  }
}
