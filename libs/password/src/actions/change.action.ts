import { SessionRequired } from '@authnest/core';
import {
  type Action,
  type ActionContext,
  type ActionResult,
  actionUrl,
  formFields,
  formPage,
  jsonOf,
  MailerService,
  redirectTo,
  refusedForm,
  SignInService,
  wantsJson,
} from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import { type Changing, ChangingService } from '../changing.service.js';
import { ChosenPasswordsService } from '../chosen-passwords.service.js';
import { withProvider } from '../identity-of.js';
import { PasswordChangesService } from '../password-changes.service.js';
import { textsOf } from '../texts/texts-of.js';
import { changedPage, changePage, nonePage } from '../pages/change.pages.js';

/** GET password/change: shows the form. */
@Injectable()
export class ChangePageAction implements Action {
  constructor(private readonly changing: ChangingService) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    if (ctx.request.query['done'] !== undefined) return formPage(ctx, changedPage(ctx));
    const found = await this.changing.find(ctx);
    if (!found) throw nobody();
    const { user, stored, due } = found;
    return formPage(ctx, stored ? changePage(ctx, { due }) : nonePage(ctx, user.email));
  }
}

/**
 * POST password/change: the session of the request goes on under a new value, all others end. A
 * sign-in that waits goes on with the new password.
 */
@Injectable()
export class ChangeAction implements Action {
  constructor(
    private readonly changing: ChangingService,
    private readonly changes: PasswordChangesService,
    private readonly passwords: ChosenPasswordsService,
    private readonly signIns: SignInService,
    private readonly mailer: MailerService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const found = await this.changing.find(ctx);
    if (!found?.stored) throw nobody();
    const { user, stored, due } = found;
    const { current = '', password = '' } = formFields(ctx);
    if (!due && !(await this.changes.isCurrent(ctx, found, current))) {
      const page = changePage(ctx, { due, error: textsOf(ctx).wrongPassword });
      return refusedForm(ctx, page, { error: 'CredentialsSignin' });
    }
    const weak = await this.passwords.weakness(ctx, password, { ...user, stored });
    if (weak) {
      return refusedForm(ctx, changePage(ctx, { due, weak }), {
        error: 'WeakPassword',
        code: weak,
      });
    }
    this.mailer.assertOrigin(ctx);
    const hash = await this.passwords.hash(ctx, password);
    if (!(await this.changes.change(ctx, found, hash))) throw nobody();
    if (due) return this.goOn(ctx, found, hash);
    return done(ctx);
  }

  private async goOn(
    ctx: ActionContext,
    { user, callbackUrl }: Changing,
    hash: string,
  ): Promise<ActionResult> {
    const identity = this.passwords.identity(ctx, user, hash);
    // The sign-in now starts after whatever ended the sessions before: a reset, for example.
    await identity.verifyAgain();
    return this.signIns.complete(withProvider(ctx), {
      ...identity,
      ...(callbackUrl !== undefined && { callbackUrl }),
    });
  }
}

function done(ctx: ActionContext): ActionResult {
  if (wantsJson(ctx.request)) return jsonOf({});
  return redirectTo(`${actionUrl(ctx, 'password/change')}?done`);
}

function nobody(): SessionRequired {
  return new SessionRequired('nobody is signed in, and no sign-in waits for a new password');
}
