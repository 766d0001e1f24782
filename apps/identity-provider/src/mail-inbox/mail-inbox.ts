import { once } from 'node:events';
import { createServer } from 'node:http';
import { listen, stopListening } from '../listen.js';
import { createInboxListener } from './inbox-listener.js';
import { MailBox } from './mail-box.js';
import type { Mail } from './mail.js';
import { createSmtpListener } from './smtp-listener.js';

/** The address and ports that the inbox listens on. */
export interface MailInboxOptions {
  /** @default '127.0.0.1' */
  readonly host?: string;
  /** TCP port of the page; 0 selects any free port. @default 0 */
  readonly port?: number;
  /** TCP port for mail; 0 selects any free port. @default 0 */
  readonly smtpPort?: number;
}

/** A running inbox. */
export interface MailInbox {
  /** URL of the page that lists the mails, such as `http://127.0.0.1:5000`. */
  readonly url: string;
  /** URL for the configuration of a mail client, such as `smtp://127.0.0.1:2525`. */
  readonly smtpUrl: string;
  /** Newest first. */
  readonly mails: readonly Mail[];
  /** Frees both ports. Can be called more than once. */
  close(): Promise<void>;
}

/**
 * Starts an SMTP server that keeps the latest mails, and a page that shows them, for development
 * and tests. No mail leaves the machine.
 * @throws if a port is in use; then nothing is left running
 */
export async function startMailInbox(options: MailInboxOptions = {}): Promise<MailInbox> {
  const { host = '127.0.0.1', port = 0, smtpPort = 0 } = options;
  const box = new MailBox();
  const smtp = createSmtpListener(box);
  const smtpServer = smtp.listen(smtpPort, host);
  await once(smtpServer, 'listening');
  const stopSmtp = (): Promise<void> => new Promise((resolve) => smtp.close(resolve));
  const { port: takenPort } = smtpServer.address() as { port: number };

  const server = createServer(createInboxListener(box));
  try {
    const url = await listen(server, { host, port });
    return {
      url,
      smtpUrl: `smtp://${host}:${takenPort}`,
      mails: box.mails,
      async close() {
        await stopListening(server);
        if (smtpServer.listening) await stopSmtp();
      },
    };
  } catch (error) {
    await stopSmtp();
    throw error;
  }
}
