import { EventEmitter } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, type Transport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { sendBySmtp } from './send-by-smtp.js';
import { renderSignInMail } from './sign-in-mail.js';

const ADDRESS = 'v@x.example';

type Sent = Parameters<Transport['send']>[0];

function send(server: object, identifier = ADDRESS): Promise<void> {
  const limits = { timeoutMs: 5000, signal: new AbortController().signal };
  return sendBySmtp(mailTo(identifier), server, limits);
}

/** Creates a transport that returns the given result. */
function transport(result: object, sent: Sent[] = []): Transport {
  return {
    name: 'own',
    version: '1',
    send: (mail, done) => {
      sent.push(mail);
      done(null, { envelope: mail.message.getEnvelope(), messageId: '1', ...result });
    },
  };
}

describe('sendBySmtp', () => {
  it('fails when an LMTP server accepts the mail but refuses its recipient', async () => {
    const server = new SMTPServer({
      lmtp: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onData: (stream, _session, done) => {
        stream.on('end', () => done(new Error('mailbox full'))).resume();
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;

    await expect(send({ host: '127.0.0.1', port, lmtp: true })).rejects.toThrow(
      'did not accept the recipient',
    );

    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it.each(['rejected', 'pending'])('fails when a transport reports %s recipients', async (list) => {
    const refused = send(transport({ accepted: [], [list]: [ADDRESS] }));

    await expect(refused).rejects.toThrow('did not accept the recipient');
  });

  it('sends through a transport that is an instance of a class', async () => {
    class OwnTransport implements Transport {
      readonly name = 'own';
      readonly version = '1';
      readonly sent: Sent[] = [];
      send(...[mail, done]: Parameters<Transport['send']>): void {
        this.sent.push(mail);
        done(null, { envelope: mail.message.getEnvelope(), messageId: '1' });
      }
    }
    const own = new OwnTransport();

    await send(own);

    expect(own.sent.map(({ data }) => data.to)).toEqual([{ name: '', address: ADDRESS }]);
  });

  it('succeeds when a transport does not report recipients', async () => {
    await expect(send(transport({}))).resolves.toBeUndefined();
  });

  it.each(['a@x.example,b@x.example', 'Vera <b@x.example>', 'a@x.example;b@x.example', 'g:b@x;'])(
    'never splits %j into several recipients (A01)',
    async (identifier) => {
      const sent: Sent[] = [];

      await send(transport({}, sent), identifier);

      expect(sent[0]?.message.getEnvelope().to).toHaveLength(1);
      expect(sent[0]?.data.to).toEqual({ name: '', address: identifier });
    },
  );

  it('prevents transports from reading parts of the mail from a file or URL (A51)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mail-'));
    const path = join(folder, 'secret');
    await writeFile(path, 'secret');
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end('secret');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const sent: Sent[] = [];

    await send(transport({}, sent));
    const read = (content: object) => sent[0]?.resolveContent({ content }, 'content');

    await expect(read({ path })).rejects.toThrow('File access rejected');
    await expect(read({ href: `http://127.0.0.1:${port}` })).rejects.toThrow('Url access rejected');
    expect(asked).toBe(0);
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });

  it.each([
    ['succeeds', undefined],
    ['fails', new Error('no such mailbox')],
  ])('closes the pool that its options ask for when sending %s', async (_, refusal) => {
    let closed = (): void => {};
    const close = new Promise<void>((resolve) => (closed = resolve));
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onRcptTo: (_address, _session, done) => done(refusal),
      onData: (stream, _session, done) => void stream.on('end', () => done()).resume(),
      onClose: () => closed(),
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;

    const pool = { host: '127.0.0.1', port, pool: true, socketTimeout: 60_000 };
    const outcome = await send(pool).catch((thrown: Error) => thrown.message);

    expect(`${outcome}`).toContain(refusal?.message ?? 'undefined');
    await close;
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('leaves a transport of the application open for the next mail', async () => {
    let closed = 0;
    const own = { ...transport({}), close: () => void (closed += 1) };

    await send(own);
    await send(own);

    expect(closed).toBe(0);
  });

  it('listens once to a transport that emits events, whose errors stop nothing', async () => {
    const own = Object.assign(new EventEmitter(), transport({}));

    await send(own);
    const before = own.listenerCount('error');
    await send(own);

    expect(own.listenerCount('error')).toBe(before);
    expect(() => own.emit('error', new Error('connection lost'))).not.toThrow();
  });

  it('sends through what `createTransport` of nodemailer returns', async () => {
    const sent: Sent[] = [];
    const mailer = createTransport(transport({}, sent));

    await send(mailer);
    await send(mailer);

    expect(sent.map(({ data }) => data.to)).toEqual(Array(2).fill({ name: '', address: ADDRESS }));
  });
});

function mailTo(to: string): Parameters<typeof sendBySmtp>[0] {
  const url = 'https://shop.example/auth/callback/email?token=t';
  const mail = renderSignInMail({ url, expires: new Date(Date.now() + 600_000), theme: {} });
  return { ...mail, to, from: 'hello@shop.example' };
}
