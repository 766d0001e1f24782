import {
  type Action,
  type ActionContext,
  type ActionResult,
  actionUrl,
  ChallengesService,
  formFields,
  formPage,
  isProven,
  LimitsService,
  MailerService,
  mailSubject,
  normalizeEmail,
  refusedForm,
  userOfAddress,
} from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import { ChosenPasswordsService } from '../chosen-passwords.service.js';
import { assertMayRegister } from '../fields/may-register.js';
import { ownOnly, parseFields } from '../fields/parse-fields.js';
import { sendMail } from '../mails.js';
import { goTo } from '../pages/go-to.js';
import { textsOf } from '../texts/texts-of.js';
import { registerPage } from '../pages/registration.pages.js';
import type { Registering } from '../registering.js';
import { requireSettings } from '../settings.js';
import { adapterOf } from '../store/store-of.js';

/** GET password/register: shows the form. */
@Injectable()
export class RegisterPageAction implements Action {
  async run(ctx: ActionContext): Promise<ActionResult> {
    return formPage(ctx, registerPage(ctx));
  }
}

/**
 * POST password/register: mails a link and a code. No user is stored before the mailbox is proven,
 * and whether the address is known shows in the mailbox only.
 */
@Injectable()
export class RegisterAction implements Action {
  constructor(
    private readonly passwords: ChosenPasswordsService,
    private readonly challenges: ChallengesService,
    private readonly limits: LimitsService,
    private readonly mailer: MailerService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const { password = '', email: typed = '', ...others } = formFields(ctx);
    const fields = ownOnly(ctx, others);
    const email = normalizeEmail(typed);
    if (email === null) {
      const page = registerPage(ctx, { email: typed, fields, error: textsOf(ctx).notAnAddress });
      return refusedForm(ctx, page, { error: 'InvalidAddress' });
    }
    const parsed = await parseFields(ctx, fields);
    if (parsed.fault) {
      const page = registerPage(ctx, { email: typed, fields, issues: parsed.fault.issues });
      return refusedForm(ctx, page, { error: 'InvalidFields', ...parsed.fault });
    }
    await assertMayRegister(ctx, this.limits, { email, fields: parsed.value });
    this.mailer.assertOrigin(ctx);
    const who = { email, name: fields['name'] };
    const weak = await this.passwords.weakness(ctx, password, who, () =>
      // Others are asked about the password only as often as mails may be sent.
      this.limits.count(ctx, { work: 'emails', identifier: email }),
    );
    if (weak) {
      const page = registerPage(ctx, { email: typed, fields, weak });
      return refusedForm(ctx, page, { error: 'WeakPassword', code: weak });
    }
    await this.mail(ctx, { email, hash: await this.passwords.hash(ctx, password), fields });
    return goTo(ctx, actionUrl(ctx, 'password/confirm'));
  }

  /** Does the same work, and sets the same cookie, for a known address. */
  private async mail(ctx: ActionContext, registering: Registering): Promise<void> {
    const { email } = registering;
    const adapter = adapterOf(ctx.config);
    const known = await userOfAddress(adapter, email);
    const { token, code, expires } = await this.challenges.issue<Registering>(ctx, {
      purpose: 'register',
      subject: mailSubject(email),
      data: registering,
      life: requireSettings(ctx.config).registerMaxAge,
      code: 'digits',
    });
    // An address that was only typed is still free.
    if (known && (await isProven(adapter, known))) {
      sendMail(ctx, this.mailer, 'alreadyRegistered', { to: email, user: known, path: 'signin' });
    } else {
      const path = 'password/confirm';
      sendMail(ctx, this.mailer, 'register', { to: email, path, token, code, expires });
    }
  }
}
