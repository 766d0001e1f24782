import { Injectable } from '@nestjs/common';
import { ChallengesService } from '../../../feature-port/challenges.service.js';
import { formPage, refusedForm } from '../../../pages/form.page.js';
import type { Action } from '../../../request/context/action.port.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import { type ActionResult, jsonOf, redirectTo } from '../../../request/context/auth-response.js';
import { wantsJson } from '../../../request/body/wants-json.js';
import { actionUrl } from '../../../request/redirects/request-urls.js';
import { deadLink } from '../change-answers.js';
import { type AddressChange, UNDO, type UndoableChange } from './address-change.js';
import { AddressChangeService } from './address-change.service.js';
import { outcomePage, undoPage } from './address-pages.js';

const PAGE = 'account/email-undo';

/** GET account/email-undo: keeps the token of a link in a cookie, and asks. Uses nothing up. */
@Injectable()
export class UndoAddressPageAction implements Action {
  constructor(private readonly challenges: ChallengesService) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const { token } = ctx.request.query;
    if (token !== undefined) {
      const kept = await this.challenges.keep<AddressChange>(ctx, UNDO, token);
      return kept ? redirectTo(actionUrl(ctx, PAGE)) : deadLink(ctx);
    }
    const found = await this.challenges.look<AddressChange>(ctx, UNDO);
    return found?.isProven ? formPage(ctx, undoPage(ctx, found.data)) : deadLink(ctx);
  }
}

/** POST account/email-undo: in any browser, since a thief may have ended the owner's session. */
@Injectable()
export class UndoAddressAction implements Action {
  constructor(
    private readonly challenges: ChallengesService,
    private readonly changes: AddressChangeService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const found = await this.challenges.look<UndoableChange>(ctx, UNDO);
    if (!found?.isProven) return deadLink(ctx);
    const undone = await this.changes.undo(ctx, found.data);
    if (undone === 'gone') return deadLink(ctx);
    if (undone === 'taken') {
      return refusedForm(ctx, outcomePage(ctx, 'undoTaken'), {
        error: 'AddressTaken',
        status: 409,
      });
    }
    await this.challenges.drop(ctx, UNDO);
    return wantsJson(ctx.request) ? jsonOf({}) : formPage(ctx, outcomePage(ctx, 'undone'));
  }
}
