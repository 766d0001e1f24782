import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
import type { MailBox } from './mail-box.js';

/** Size of the largest mail that is accepted, in bytes. */
const MAX_MAIL = 1024 * 1024;

/** Creates an SMTP server that stores every mail in a mailbox and delivers none. */
export function createSmtpListener(box: MailBox): SMTPServer {
  const server = new SMTPServer({
    banner: 'development inbox: nothing is delivered',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL,
    logger: false,
    onData(stream, { envelope }, done) {
      const { mailFrom, rcptTo } = envelope;
      const from = mailFrom ? mailFrom.address : '';
      const to = rcptTo.map(({ address }: SMTPServerAddress) => address);
      buffer(stream)
        .then((raw) => box.receive({ from, to }, raw))
        .then(
          () => done(),
          (error: Error) => done(error),
        );
    },
  });
  // If there is no listener, a client that disconnects during a mail ends the process.
  server.on('error', (error) => console.error('Development inbox:', error.message));
  return server;
}
