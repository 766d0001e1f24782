import {
  type Action,
  type ActionContext,
  type ActionResult,
  actionUrl,
  ChallengesService,
  formFields,
  formPage,
  LimitsService,
  MailerService,
  normalizeEmail,
  refusedForm,
  userOfAddress,
} from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import { sendMail } from '../mails.js';
import { goTo } from '../pages/go-to.js';
import { textsOf } from '../texts/texts-of.js';
import { forgotPage, sentPage } from '../pages/reset.pages.js';
import { resetSubject, type Resetting } from '../registering.js';
import { requireSettings } from '../settings.js';
import { adapterOf } from '../store/store-of.js';

/** GET password/forgot: shows the form or, after it was sent, where to look. */
@Injectable()
export class ForgotPageAction implements Action {
  async run(ctx: ActionContext): Promise<ActionResult> {
    return formPage(ctx, ctx.request.query['sent'] === undefined ? forgotPage(ctx) : sentPage(ctx));
  }
}

/** POST password/forgot: mails a link to people who have an account, and always says the same. */
@Injectable()
export class ForgotAction implements Action {
  constructor(
    private readonly challenges: ChallengesService,
    private readonly limits: LimitsService,
    private readonly mailer: MailerService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const { email: typed = '' } = formFields(ctx);
    const email = normalizeEmail(typed);
    if (email === null) {
      const page = forgotPage(ctx, { email: typed, error: textsOf(ctx).notAnAddress });
      return refusedForm(ctx, page, { error: 'InvalidAddress' });
    }
    this.mailer.assertOrigin(ctx);
    await this.limits.count(ctx, { work: 'emails', identifier: email });
    const user = await userOfAddress(adapterOf(ctx.config), email);
    const subject = resetSubject(email);
    // Only the link of the newest mail works.
    await this.challenges.end(ctx, subject, 'reset');
    const { token, expires } = await this.challenges.issue<Resetting>(ctx, {
      purpose: 'reset',
      subject,
      data: { email, userId: user?.id ?? null },
      life: requireSettings(ctx.config).resetMaxAge,
      to: 'link',
    });
    if (user) {
      sendMail(ctx, this.mailer, 'reset', {
        to: email,
        path: 'password/reset',
        token,
        expires,
        user,
      });
    }
    return goTo(ctx, `${actionUrl(ctx, 'password/forgot')}?sent`);
  }
}
