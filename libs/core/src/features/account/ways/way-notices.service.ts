import { Injectable } from '@nestjs/common';
import { isProven } from '../../../adapter/is-proven.js';
import { canSendMail } from '../../../config/mail-provider.js';
import { MailerService } from '../../../email/mailer.service.js';
import { toError } from '../../../errors/to-error.js';
import type { Slots, WayChange } from '../../../feature-port/slots.js';
import { logFault } from '../../../logging/log-fault.js';
import { normalizeEmail } from '../../../model/normalize-email.js';
import type { SessionContext } from '../../../request/context/session-context.js';
import { OtherSessionsService } from '../../session-list/other-sessions.service.js';
import { accountUrl } from '../account-url.js';
import { textsOf } from '../texts/texts-of.js';

type WayChanged = Slots['wayChanged'];

/**
 * Tells users by mail that a way to sign in was added or removed, and ends their other sessions after
 * one was added.
 * @see OWASP ASVS 7.4.3
 */
@Injectable()
export class WayNoticesService implements WayChanged {
  constructor(
    private readonly mailer: MailerService,
    private readonly others: OtherSessionsService,
  ) {}

  async run(ctx: SessionContext, change: WayChange): Promise<void> {
    try {
      await this.notify(ctx, change);
    } catch (thrown) {
      // The change is stored already: a failing mail must not make it look refused.
      logFault(ctx.logger, toError(thrown));
    }
    // After a removal they have ended: see `OtherSessionsService.endOrRestore`.
    if (change.done === 'added') await this.others.end(ctx, change.user.id, 'added');
  }

  /** Only to an address that is proven: it may be that of a stranger. */
  private async notify(ctx: SessionContext, { user, done, ...way }: WayChange): Promise<void> {
    const { config } = ctx;
    const to = normalizeEmail(user.email);
    const { adapter } = config;
    if (!canSendMail(config) || to === null || !adapter || !(await isProven(adapter, user))) return;
    const texts = textsOf(ctx);
    const words = done === 'added' ? texts.mails.wayAdded : texts.mails.wayRemoved;
    const named = config.providers.get(way.provider)?.name ?? way.provider;
    const text = words.text(way.kind === 'passkey' ? texts.passkey : named);
    const url = accountUrl(ctx);
    this.mailer.send(ctx, {
      kind: `way-${done}`,
      to,
      user,
      words: { ...words, text: () => text },
      ...(url !== undefined && { url }),
    });
  }
}
