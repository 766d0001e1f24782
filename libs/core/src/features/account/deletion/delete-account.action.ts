import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../../../adapter/adapter-rows.js';
import { AdapterError, SessionTokenError, Timeout } from '../../../errors/internal.errors.js';
import { DeletionRefused, SessionRequired } from '../../../errors/sign-in.errors.js';
import { logFault } from '../../../logging/log-fault.js';
import { formPage, refusedForm } from '../../../pages/form.page.js';
import { formFields } from '../../../request/body/form-fields.js';
import type { Action } from '../../../request/context/action.port.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import type { ActionResult } from '../../../request/context/auth-response.js';
import { signInFirst } from '../../reauthenticate/sign-in-first.js';
import { AccountOwnerService } from '../account-owner.service.js';
import { done, returningTo } from '../change-answers.js';
import { changeTextsOf } from '../texts/change-texts.js';
import { deletionPage, isConfirmed } from './deletion-confirmation.js';
import { UserDeletionService } from './user-deletion.service.js';

const PAGE = 'account/delete';

/** GET account/delete: shows the form. */
@Injectable()
export class DeletionPageAction implements Action {
  constructor(private readonly owners: AccountOwnerService) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const owner = await this.owners.fresh(returningTo(ctx, PAGE));
    return owner ? formPage(ctx, deletionPage(ctx, owner.user)) : signInFirst(ctx);
  }
}

/** POST account/delete: deletes the user, and signs out. */
@Injectable()
export class DeleteAccountAction implements Action {
  constructor(
    private readonly owners: AccountOwnerService,
    private readonly deletions: UserDeletionService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const typed = formFields(ctx);
    try {
      const owner = await this.owners.fresh(returningTo(ctx, PAGE));
      return owner ? await this.delete(ctx, owner.user, typed) : signInFirst(ctx);
    } catch (thrown) {
      if (thrown instanceof SessionRequired) return signInFirst(ctx);
      throw asUnavailable(thrown);
    }
  }

  private async delete(
    ctx: ActionContext,
    user: AdapterUser,
    typed: Readonly<Record<string, string>>,
  ): Promise<ActionResult> {
    if (!isConfirmed(ctx, user, typed)) {
      const page = deletionPage(ctx, user, changeTextsOf(ctx).deletion.wrong);
      return refusedForm(ctx, page, { error: 'InvalidConfirmation' });
    }
    try {
      await this.deletions.delete(ctx, user);
    } catch (thrown) {
      if (!(thrown instanceof DeletionRefused || thrown instanceof Timeout)) throw thrown;
      return notDeleted(ctx, user, thrown);
    }
    return done(ctx, `${ctx.origin}/`);
  }
}

function notDeleted(
  ctx: ActionContext,
  user: AdapterUser,
  thrown: DeletionRefused | Timeout,
): ActionResult {
  const page = deletionPage(ctx, user, changeTextsOf(ctx).deletion.refused);
  if (thrown instanceof DeletionRefused) {
    return refusedForm(ctx, page, { error: thrown.type, status: thrown.statusCode });
  }
  logFault(ctx.logger, thrown);
  return refusedForm(ctx, page, { error: 'Unavailable', status: 503 });
}

/** Another request can complete what a store has broken off. */
function asUnavailable(thrown: unknown): unknown {
  if (!(thrown instanceof AdapterError)) return thrown;
  return new SessionTokenError('the user could not be deleted', { err: thrown });
}
