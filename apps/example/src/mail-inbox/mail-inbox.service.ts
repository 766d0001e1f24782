import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { type MailInbox, startMailInbox } from '../../../identity-provider/src/index.js';

/** Starts and stops the inbox that catches the example's mail. */
@Injectable()
export class MailInboxService implements OnApplicationBootstrap, OnApplicationShutdown {
  private inbox?: MailInbox;

  /** @throws if one of its ports is in use */
  async onApplicationBootstrap(): Promise<void> {
    const { INBOX_URL, SMTP_URL } = process.env;
    const [page, smtp] = [new URL(INBOX_URL ?? ''), new URL(SMTP_URL ?? '')];
    this.inbox = await startMailInbox({
      host: page.hostname,
      port: Number(page.port),
      smtpPort: Number(smtp.port),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.inbox?.close();
  }
}
