import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { AuthConfig, EmailUserConfig } from '@authnest/core';
import type { ClientResponse } from '@authnest/testing';
import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import { databaseServers, describeDatabases, openMigrated } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { MailApp } from '../support/mail-app.js';
import type { SmtpStep } from '../support/mailbox.js';
import { never, PATIENCE, runOut } from '../support/patience.js';
import { type CheckedClient, type Platform, platforms } from '../support/test-app.js';
import { TLS_CERTIFICATE, TLS_KEY } from '../support/tls.js';
import { WatchedStore } from '../support/watched-store.js';

// All of the same length, as the length of the sealed cookie depends on the address.
const KNOWN = 'knowns@x.example';
const UNKNOWN = 'nobody@x.example';
const UNPROVEN = 'untold@x.example';

const FAULTS: readonly (readonly [SmtpStep, 'hang' | number])[] = [
  ['greeting', 'hang'],
  ['greeting', 421],
  ['sender', 451],
  ['recipient', 550],
  ['recipient', 'hang'],
  ['data', 550],
  ['data', 'hang'],
];

const SENDERS: readonly (readonly [
  string,
  NonNullable<EmailUserConfig['sendVerificationRequest']>,
])[] = [
  [
    'throws',
    () => {
      throw new Error('no sender');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no sender'))],
  ['never settles', never],
];

describe.each(platforms())('mail that cannot be sent, on %s', (platform) => {
  let store: WatchedStore;
  let mail: MailApp;

  beforeAll(async () => {
    ({ store, mail } = await start(platform));
  });
  beforeEach(() => {
    store.heal();
    store.forgetCalls();
    mail.mailbox.heal();
    mail.app.logs.errors.length = 0;
  });
  afterAll(async () => {
    await mail.close();
    await store.close();
  });

  it.each(FAULTS)(
    'SMTP step %s (%s): redirects to the sign-in page, alike for known and unknown addresses (H10, F09)',
    async (step, fault) => {
      mail.mailbox.fail(step, fault);

      const responses = [await ask(mail, KNOWN), await ask(mail, UNKNOWN)];

      expect(responses[0]).toEqual(responses[1]);
      expect(responses[0]?.location).toBe(`${mail.app.url}/auth/signin?error=EmailSignin`);
      expect(mail.app.logs.types).toEqual(['EmailSignin', 'EmailSignin']);
      expect(await tokensIn(store)).toEqual([]);
    },
  );

  it('redirects to the sign-in page if the mail server is down (H10)', async () => {
    const down = await start(platform, { server: `smtp://127.0.0.1:${await freePort()}` });

    const responses = [await ask(down.mail, KNOWN), await ask(down.mail, UNKNOWN)];

    expect(responses[0]).toEqual(responses[1]);
    expect(responses[0]?.location).toContain('error=EmailSignin');
    expect(await tokensIn(down.store)).toEqual([]);
    await close(down);
  });

  it.each(SENDERS)(
    'redirects to the sign-in page if the sender %s (H10)',
    async (_name, sendVerificationRequest) => {
      const own = await start(platform, { sendVerificationRequest });

      const responses = [await ask(own.mail, KNOWN), await ask(own.mail, UNKNOWN)];

      expect(responses[0]).toEqual(responses[1]);
      expect(responses[0]?.location).toContain('error=EmailSignin');
      expect(own.mail.app.logs.types).toEqual(['EmailSignin', 'EmailSignin']);
      expect(await tokensIn(own.store)).toEqual([]);
      await close(own);
    },
  );

  it('is not delivered later if the mail server is slow, and the next mail is sent', async () => {
    const before = mail.mailbox.mails.length;
    mail.mailbox.fail('recipient', 'late');
    expect((await ask(mail, KNOWN)).location).toContain('error=EmailSignin');
    mail.mailbox.heal();

    const browser = mail.client();
    await browser.get(await mail.linkFor(KNOWN, browser));

    expect(mail.mailbox.mails).toHaveLength(before + 1);
    expect(await browser.session()).toMatchObject({ user: { email: KNOWN } });
  });

  it('is cancelled once no request waits for it, even if the transport has a longer timeout', async () => {
    const before = mail.mailbox.mails.length;
    const { port } = new URL(mail.mailbox.url);
    const server = { host: '127.0.0.1', port: Number(port), socketTimeout: 30_000 };
    const own = await start(platform, { server });
    mail.mailbox.fail('recipient', 'late');

    expect((await ask(own.mail, KNOWN)).location).toContain('error=EmailSignin');
    mail.mailbox.heal();
    await ask(own.mail, KNOWN);

    expect(mail.mailbox.mails).toHaveLength(before + 1);
    await close(own);
  });

  it('is not attempted if the token cannot be stored (H11)', async () => {
    const before = mail.mailbox.mails.length;
    store.fail('createVerificationToken');

    const response = await ask(mail, KNOWN);

    expect(response.location).toBe(`${mail.app.url}/auth/error?error=Configuration`);
    expect(mail.mailbox.mails).toHaveLength(before);
  });

  it('known, unverified and unknown addresses get the same response after the same store calls (F08)', async () => {
    await store.real.createUser({ id: 'x', email: UNPROVEN, emailVerified: null });
    const seen: unknown[] = [];

    for (const email of [KNOWN, UNPROVEN, UNKNOWN]) {
      store.forgetCalls();
      const response = await ask(mail, email);
      seen.push({ ...response, calls: store.calls.map(({ operation }) => operation) });
    }

    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(seen[0]).toMatchObject({
      status: 302,
      location: `${mail.app.url}/auth/verify-request?provider=email&type=email`,
      calls: ['getUserByEmail', 'createVerificationToken'],
    });
  });

  it('an address that the signIn callback refuses gets AccessDenied (F08)', async () => {
    const own = await start(
      platform,
      {},
      { callbacks: { signIn: ({ user }) => user.email !== UNKNOWN } },
    );

    expect((await ask(own.mail, UNKNOWN)).location).toBe(
      `${own.mail.app.url}/auth/error?error=AccessDenied`,
    );
    expect(own.mail.mailbox.mails).toEqual([]);
    expect((await ask(own.mail, KNOWN)).location).toContain('verify-request');
    await close(own);
  });

  it('no mail is sent to a server with a self-signed certificate (A52)', async () => {
    const own = await start(platform, {}, {}, { startTls: true });

    expect((await ask(own.mail, KNOWN)).location).toContain('error=EmailSignin');
    expect(own.mail.mailbox.mails).toEqual([]);
    await close(own);
  });

  it('no mail is sent over smtps to a server with a self-signed certificate (A52)', async () => {
    const talked: Socket[] = [];
    const tls = createTlsServer({ key: TLS_KEY, cert: TLS_CERTIFICATE }, (socket) =>
      talked.push(socket),
    );
    tls.on('tlsClientError', () => {});
    const own = await start(platform, { server: `smtps://127.0.0.1:${await listen(tls)}` });

    expect((await ask(own.mail, KNOWN)).location).toContain('error=EmailSignin');
    expect(talked).toEqual([]);
    await close(own);
    tls.close();
  });
});

describeDatabases(await databaseServers(), (server) => {
  it.each(platforms())(
    'on %s, the token of a mail that failed is deleted (H10)',
    async (platform) => {
      const database = await server.create();
      const dataSource = await openMigrated(database.options);
      const adapter = new TypeOrmAdapter(dataSource);
      const mail = await MailApp.start({ platform, adapter, config: { timeout: PATIENCE } });
      mail.mailbox.fail('recipient', 550);

      await ask(mail, KNOWN);

      const { verificationToken } = authEntities();
      expect(await dataSource.getRepository(verificationToken).count()).toBe(0);
      await mail.close();
      await dataSource.destroy();
      await database.drop();
    },
  );
});

interface Started {
  readonly store: WatchedStore;
  readonly mail: MailApp;
}

/** Starts an application whose store contains one user. */
async function start(
  platform: Platform,
  email: EmailUserConfig = {},
  config: Partial<AuthConfig> = {},
  mailbox = {},
): Promise<Started> {
  const store = await WatchedStore.open('sqlite');
  await store.real.createUser({ id: 'known', email: KNOWN, emailVerified: new Date() });
  const mail = await MailApp.start({
    platform,
    adapter: store.adapter,
    email,
    config: { timeout: PATIENCE, ...config },
    mailbox,
  });
  mail.mailbox.onSilence = runOut;
  return { store, mail };
}

async function close({ mail, store }: Started): Promise<void> {
  await mail.close();
  await store.close();
}

/** Requests a link. @returns the visible response, with cookie values reduced to their length */
async function ask(mail: MailApp, email: string) {
  const browser = mail.client();
  const response = await browser.signIn('email', { email });
  return visible(response, browser);
}

function visible(response: ClientResponse, browser: CheckedClient) {
  const { status, text, location } = response;
  const headers = { ...response.headers, date: undefined, 'set-cookie': undefined };
  const cookies = browser.lastSetCookies.map((line) => {
    const [name = '', ...rest] = line.split('=');
    return [name, rest.join('=').length];
  });
  return { status, text, location, headers, cookies };
}

async function tokensIn({ dataSource }: WatchedStore): Promise<unknown[]> {
  return dataSource?.getRepository(authEntities().verificationToken).find() ?? [];
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
