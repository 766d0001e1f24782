import PostalMime from 'postal-mime';
import type { Mail } from './mail.js';

/** Maximum number of mails in memory; the oldest are removed first. */
const MAX_MAILS = 100;

/** Sender and recipients of a mail, from the SMTP commands. */
export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

/** Keeps received mails in memory. */
export class MailBox {
  private readonly kept: Mail[] = [];
  private count = 0;

  /** Newest first. */
  get mails(): readonly Mail[] {
    return this.kept;
  }

  find(id: number): Mail | undefined {
    return this.kept.find((mail) => mail.id === id);
  }

  /** @param raw - the message as received over SMTP */
  async receive(envelope: Envelope, raw: Buffer): Promise<Mail> {
    const { subject = '', text, html } = await PostalMime.parse(raw);
    this.count += 1;
    const mail = { id: this.count, received: new Date(), ...envelope, subject, text, html };
    this.kept.unshift(mail);
    this.kept.splice(MAX_MAILS);
    return mail;
  }
}
