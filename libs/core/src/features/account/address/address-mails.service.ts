import { Injectable } from '@nestjs/common';
import { maskAddress } from '../../../email/mask-address.js';
import { MailerService, type MailOrder } from '../../../email/mailer.service.js';
import type { MailTexts } from '../../../model/auth-mail.js';
import type { SessionContext } from '../../../request/context/session-context.js';
import { actionUrl, withParams } from '../../../request/redirects/request-urls.js';
import { changeTextsOf } from '../texts/change-texts.js';

const KINDS = {
  confirm: 'confirm-email',
  allow: 'confirm-email',
  taken: 'already-registered',
  changed: 'email-changed',
  changedForGood: 'email-changed',
} as const;

interface AddressMail extends Omit<MailOrder, 'kind' | 'words' | 'url'> {
  /** The new address, for a mail that names it. */
  readonly named?: string;
  /** Where the link leads, and what it contains. */
  readonly link?: { readonly path: string; readonly token: string; readonly of?: string };
}

/** Sends the mails about addresses, while the request goes on. */
@Injectable()
export class AddressMailsService {
  constructor(private readonly mailer: MailerService) {}

  /** @throws {AuthError} as `MailerService.assertOrigin` */
  assertOrigin(ctx: SessionContext): void {
    this.mailer.assertOrigin(ctx);
  }

  send(
    ctx: SessionContext,
    mail: keyof typeof KINDS,
    { named, link, ...order }: AddressMail,
  ): void {
    const texts = changeTextsOf(ctx);
    const words = texts.mails[mail];
    const url =
      link && withParams(new URL(actionUrl(ctx, link.path)), { of: link.of, token: link.token });
    this.mailer.send(ctx, {
      ...order,
      kind: KINDS[mail],
      words: named === undefined ? words : naming(words, texts.newAddress(maskAddress(named))),
      ...(url !== undefined && { url }),
    });
  }
}

function naming(words: MailTexts, sentence: string): MailTexts {
  return { ...words, text: (life) => `${words.text(life)} ${sentence}` };
}
