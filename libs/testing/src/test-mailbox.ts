import type { AuthMail, SendVerificationRequestParams } from '@authnest/core';
import { type TestMail, testMail, testMailOf } from './mailbox/test-mail.js';

/** A call to `waitFor` whose mail has not arrived yet. */
interface Waiting {
  readonly to: string;
  take(mail: TestMail): void;
}

/**
 * Keeps mails instead of sending them. `AuthTestingModule` provides one. If you
 * use `AuthModule`, pass it as `Email({ sendVerificationRequest: mailbox.receive })`.
 */
export class TestMailbox {
  /** All mails that were sent, oldest first. */
  readonly mails: TestMail[] = [];
  private unread: TestMail[] = [];
  private waiting: Waiting[] = [];

  /** Stores one mail. Pass this function as `sendVerificationRequest`. */
  readonly receive = (params: SendVerificationRequestParams): void => {
    this.keep(testMail(params));
  };

  /** Stores a mail of a feature. Pass this function as `mailer`. */
  readonly mailer = (mail: AuthMail): void => {
    this.keep(testMailOf(mail));
  };

  /** Returns the mails to an address, oldest first. The case of the address does not matter. */
  mailsTo(address: string): TestMail[] {
    return this.mails.filter(({ to }) => to === spelled(address));
  }

  /**
   * Returns the link in the newest mail, as an absolute URL.
   * @param to - the recipient. @default any
   * @throws {Error} if there is no such mail
   */
  lastLink(to?: string): string {
    const last = (to === undefined ? this.mails : this.mailsTo(to)).at(-1);
    if (last) return last.url;
    throw new Error(`TestMailbox: no mail${to === undefined ? '' : ` to ${to}`}; ${this.holds()}`);
  }

  /**
   * Resolves with the next mail to an address, at once if it has already arrived. Mails that an
   * earlier call returned do not count.
   * @param seconds - how long to wait
   * @throws {Error} if none arrives within that time
   */
  async waitFor(to: string, { seconds = 5 } = {}): Promise<TestMail> {
    const index = this.unread.findIndex((mail) => mail.to === spelled(to));
    const [come] = index < 0 ? [] : this.unread.splice(index, 1);
    return come ?? this.next(to, seconds);
  }

  /** Removes all mails, for the next test. */
  clear(): void {
    this.mails.length = 0;
    this.unread = [];
  }

  private keep(mail: TestMail): void {
    this.mails.push(mail);
    const next = this.waiting.find(({ to }) => to === mail.to);
    if (!next) this.unread.push(mail);
    else next.take(mail);
  }

  private next(to: string, seconds: number): Promise<TestMail> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        to: spelled(to),
        take: (mail) => {
          this.leave(waiting, timer);
          resolve(mail);
        },
      };
      const timer = setTimeout(() => {
        this.leave(waiting, timer);
        const late = `TestMailbox: no mail to ${to} within ${seconds} s; ${this.holds()}`;
        reject(new Error(late));
      }, seconds * 1000);
      this.waiting.push(waiting);
    });
  }

  private leave(waiting: Waiting, timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.waiting = this.waiting.filter((one) => one !== waiting);
  }

  private holds(): string {
    const recipients = [...new Set(this.mails.map(({ to }) => to))];
    return recipients.length === 0 ? 'it is empty' : `it has mails to ${recipients.join(', ')}`;
  }
}

/** Returns an address as Authnest sends mails to it: in lower case. */
function spelled(address: string): string {
  return address.trim().toLowerCase();
}
