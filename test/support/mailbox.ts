import type { AddressInfo } from 'node:net';
import { domainToASCII } from 'node:url';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as the server received it. */
export interface ReceivedMail {
  /** `MAIL FROM`. */
  readonly from: string;
  /** Each `RCPT TO`, in order. */
  readonly to: readonly string[];
  readonly raw: Buffer;
}

/** The steps of a delivery at which the server can misbehave. */
export type SmtpStep = 'greeting' | 'sender' | 'recipient' | 'data';

/** `hang` never responds, `late` responds after `heal`, and a number is the code of a refusal. */
type Fault = 'hang' | 'late' | number;

export interface MailboxOptions {
  /** Offers STARTTLS with this certificate, or with the untrusted one that smtp-server includes. */
  readonly startTls?: boolean | { readonly key: string; readonly cert: string };
}

type Callback = (error?: Error | null) => void;

/** A real SMTP server that keeps its mails, and fails at the steps that a test selects. */
export class Mailbox {
  readonly mails: ReceivedMail[] = [];
  /** Called when a client starts to wait for a response that is late or never sent. */
  onSilence = (): void => {};
  private readonly late: Callback[] = [];
  private readonly faults = new Map<SmtpStep, Fault>();
  private readonly server: SMTPServer;

  private constructor({ startTls = false }: MailboxOptions) {
    this.server = new SMTPServer({
      authOptional: true,
      // Prevents a DNS query for each client's name.
      disableReverseLookup: true,
      disabledCommands: startTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      closeTimeout: 50,
      ...(typeof startTls === 'object' && startTls),
      onConnect: (_session, done) => this.respond('greeting', done),
      onMailFrom: (_address, _session, done) => this.respond('sender', done),
      onRcptTo: (_address, _session, done) => this.respond('recipient', done),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (!this.faults.has('data')) {
            const from = envelope.mailFrom ? envelope.mailFrom.address : '';
            const to = envelope.rcptTo.map(({ address }) => asSent(address));
            this.mails.push({ from, to, raw: Buffer.concat(chunks) });
          }
          this.respond('data', done);
        });
      },
    });
    this.server.on('error', () => {});
    greetAtOnce(this.server);
  }

  static async start(options: MailboxOptions = {}): Promise<Mailbox> {
    const mailbox = new Mailbox(options);
    await new Promise<void>((resolve) => mailbox.server.listen(0, '127.0.0.1', resolve));
    return mailbox;
  }

  /** The value for the provider's `server` option. */
  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** Makes the server misbehave at this step from now on. */
  fail(step: SmtpStep, fault: Fault): void {
    this.faults.set(step, fault);
  }

  heal(): void {
    this.faults.clear();
    for (const done of this.late.splice(0)) done();
  }

  /** Returns a decoded mail, by default the newest. */
  async read(index = -1): Promise<Email> {
    const mail = this.mails.at(index);
    if (!mail) throw new Error(`there are ${this.mails.length} mails`);
    return PostalMime.parse(mail.raw);
  }

  /** Returns the link in a mail, as path and query. */
  async link(index = -1): Promise<string> {
    const { text = '' } = await this.read(index);
    const { pathname, search } = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
    return pathname + search;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private respond(step: SmtpStep, done: Callback): void {
    const fault = this.faults.get(step);
    if (fault === 'late') this.late.push(done);
    if (fault === 'late' || fault === 'hang') this.onSilence();
    else if (fault === undefined) done();
    else done(Object.assign(new Error('not today'), { responseCode: fault }));
  }
}

/** Skips the 100 ms in which smtp-server waits for early data from each of thousands of clients. */
function greetAtOnce({ connections }: SMTPServer): void {
  const add = connections.add.bind(connections);
  connections.add = (connection) => {
    connection.init = () => connection._setListeners(() => connection.connectionReady());
    return add(connection);
  };
}

/** Returns an address as it was sent, because smtp-server converts ASCII domains to Unicode. */
function asSent(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}
