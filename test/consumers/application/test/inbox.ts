import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that collects the links in received mails. */
export class Inbox {
  readonly links: string[] = [];
  private readonly server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        this.links.push(linkIn(Buffer.concat(chunks).toString()));
        done();
      });
    },
  });

  /** Starts the server. @returns its URL */
  async start(): Promise<string> {
    const listener = this.server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((done) => this.server.close(() => done()));
  }
}

/** Returns the first link in a quoted-printable mail. */
function linkIn(mail: string): string {
  const text = mail.replace(/=\r\n/g, '').replace(/=3D/g, '=');
  return /http:\/\/127\.0\.0\.1\S+/.exec(text)?.[0] ?? '';
}
