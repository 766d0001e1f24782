import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, Email } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import { databaseServers, describeDatabases, openMigrated } from '../support/databases.js';
import { MailApp } from '../support/mail-app.js';
import { credentials, platforms } from '../support/test-app.js';
import { WatchedStore } from '../support/watched-store.js';

/** Addresses that name two recipients, hide one or are invalid, by row of the security bar. */
const REFUSED = {
  A01: [
    'a@evil.test,b@corp.example',
    'a@evil.test;b@corp.example',
    'a@evil.test b@corp.example',
    'a@evil.test%2Cb@corp.example',
    'a@evil.test\nb@corp.example',
    'a@evil.test\r\nb@corp.example',
  ],
  A02: ['"e@evil.test"@corp.example', '"e@evil.test x"@corp.example'],
  A03: ['a@evil.test\uFF20corp.example', 'a@evil.test\uFE6Bcorp.example'],
  A04: ['v@corp.example, <a href="https://evil.test">prize</a>'],
  A49: [
    'v@x.example\r\nBcc: w@x.example',
    'v@x.example\n\nHello',
    'v\0@x.example',
    'v@x.example\0',
  ],
  A50: ['-oQ/tmp@corp.example', '--flag@corp.example', '('.repeat(30_000), '<'.repeat(30_000)],
  E18: [
    '<v@x>',
    'Name <v@x>',
    'v(c)@x',
    'v@[127.0.0.1]',
    'v@x.',
    'v@-x',
    'v@x..y',
    'v%40evil@x',
    'v@',
    '@x',
    `${'a'.repeat(65)}@x.example`,
    `v@${'a.'.repeat(130)}example`,
    '',
  ],
};

const rows = Object.entries(REFUSED).flatMap(([row, addresses]) =>
  addresses.map((address) => [row, address] as const),
);

describe.each(platforms())('addresses that mail is sent to, on %s', (platform) => {
  let store: WatchedStore;
  let mail: MailApp;

  beforeAll(async () => {
    store = await WatchedStore.open('sqlite');
    mail = await MailApp.start({ platform, adapter: store.adapter });
  });
  beforeEach(() => {
    store.forgetCalls();
    mail.mailbox.mails.length = 0;
  });
  afterAll(async () => {
    await mail.close();
    await store.close();
  });

  it.each(rows.map(([row, address]) => [row, address.slice(0, 60), address]))(
    '%s: refuses %j without calling the store or sending mail',
    async (_row, _name, address) => {
      const browser = mail.client();
      const response = await browser.signIn('email', { email: address });

      expect(response.location).toBe(`${mail.app.url}/auth/signin?error=EmailSignin`);
      expect(browser.lastSetCookies).toEqual([]);
      expect(store.calls).toEqual([]);
      expect(mail.mailbox.mails).toEqual([]);
    },
  );

  it.each([
    [{ path: '/etc/hostname' }],
    [{ href: 'http://169.254.169.254/' }],
    [['v@x.example']],
    [12],
    [true],
    [null],
  ])('refuses %j, which is not a string (A51)', async (email) => {
    const browser = mail.client();
    const json = { csrfToken: await browser.csrfToken(), email };

    const response = await browser.post('/auth/signin/email', { json });

    expect(response.status).toBe(400);
    expect(store.calls).toEqual([]);
    expect(mail.mailbox.mails).toEqual([]);
  });

  it('a custom sender receives the strings from the body and nothing else (A51)', async () => {
    const bodies: unknown[] = [];
    const own = await MailApp.start({
      platform,
      email: {
        sendVerificationRequest: async ({ request }) => bodies.push(await request.json()),
      },
    });
    const browser = own.client();
    const fields = { csrfToken: await browser.csrfToken(), email: 'v@x.example', name: 'Vera' };
    const hostile = { html: { path: '/etc/hostname' }, text: ['x'], count: 12, isNew: true };

    await browser.post('/auth/signin/email', { json: { ...fields, ...hostile, nothing: null } });

    expect(bodies).toEqual([fields]);
    await own.close();
  });

  it('a custom sender receives no password that was sent with the address (I02)', async () => {
    const bodies: unknown[] = [];
    const sendVerificationRequest = async ({ request }: { request: Request }) =>
      bodies.push(await request.json());
    const email = Email({ server: 'smtp://localhost', sendVerificationRequest });
    const own = await MailApp.start({ platform, config: { providers: [credentials(), email] } });
    const browser = own.client();
    const fields = { csrfToken: await browser.csrfToken(), email: 'v@x.example' };

    await browser.post('/auth/signin/email', { json: { ...fields, password: 'canary' } });

    expect(bodies).toEqual([fields]);
    await own.close();
  });

  it.each([
    ['v@x.example', 'v@x.example'],
    ["o'brien+tag@x.example", "o'brien+tag@x.example"],
    ['josé@x.example', 'josé@x.example'],
    ['v@münchen.example', 'v@xn--mnchen-3ya.example'],
    ['V@X', 'v@x'],
  ])('mail for %j is sent only to the address that is stored (E18, A02)', async (email, stored) => {
    await mail.linkFor(email);

    expect(mail.mailbox.mails.map(({ to }) => to)).toEqual([[stored]]);
    expect(store.calls.at(-1)).toMatchObject({
      operation: 'createVerificationToken',
      args: [{ identifier: stored }],
    });
    const link = new URL(await mail.mailbox.link(), mail.app.url);
    expect(link.searchParams.get('email')).toBe(stored);
  });

  it('no mail is sent if the normalizer returns two addresses (A01, A49)', async () => {
    const sent: string[] = [];
    const own = await MailApp.start({
      platform,
      email: {
        normalizeIdentifier: (address) => `${address},b@corp.example`,
        sendVerificationRequest: ({ identifier }) => sent.push(identifier),
      },
    });

    const response = await own.client().signIn('email', { email: 'a@x.example' });

    expect(response.location).toContain('error=EmailSignin');
    expect(sent).toEqual([]);
    await own.close();
  });

  it('nobody is signed in as another user if the store ignores accents (E19)', async () => {
    const memory = new MemoryAdapter();
    const { id } = await memory.createUser({
      id: 'zoe',
      email: 'zoe@x.example',
      emailVerified: null,
    });
    const adapter = new Proxy<Adapter>(memory, {
      get: (target, name) => {
        if (name === 'getUserByEmail')
          return (email: string) => memory.getUserByEmail(email.replace('ë', 'e'));
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
    const own = await MailApp.start({ platform, adapter });
    const browser = own.client();

    await browser.get(await own.linkFor('zoë@x.example', browser));

    expect(await browser.session()).toMatchObject({ user: { email: 'zoë@x.example' } });
    expect((await memory.getUser(id))?.emailVerified).toBeNull();
    await own.close();
  });

  it('a custom normalizer determines the address, and may refuse one by throwing', async () => {
    const own = await MailApp.start({
      platform,
      email: {
        normalizeIdentifier: (address) => {
          if (address.endsWith('@other.example')) throw new Error('staff only');
          return address.toLowerCase().replace(/\+[^@]*/, '');
        },
      },
    });

    await own.linkFor('Vera+shop@x.example');
    const refused = await own.client().signIn('email', { email: 'vera@other.example' });

    expect(own.mailbox.mails.map(({ to }) => to)).toEqual([['vera@x.example']]);
    expect(refused.location).toContain('error=EmailSignin');
    await own.close();
  });

  it('a custom normalizer receives no string that is too long for an address (A50)', async () => {
    const seen: number[] = [];
    const normalizeIdentifier = (address: string): string => {
      seen.push(address.length);
      return 'v@x.example';
    };
    const own = await MailApp.start({ platform, email: { normalizeIdentifier } });

    for (const length of [508, 509, 10_000]) {
      await own.client().signIn('email', { email: '<'.repeat(length) });
    }

    expect(seen).toEqual([508]);
    expect(own.mailbox.mails).toHaveLength(1);
    await own.close();
  });

  it('the mail repeats nothing from the request, and links only to the configured origin (A04)', async () => {
    const evil = '"><a href=https://evil.test>prize</a>';
    const browser = mail.client({ 'user-agent': evil, 'accept-language': evil });

    await browser.signIn('email', { email: 'v@x.example', callbackUrl: `/x?${evil}`, name: evil });

    const { text = '', html = '', subject } = await mail.mailbox.read();
    expect(text + html + subject).not.toMatch(/evil\.test>|<a href=https|prize<|"><a/);
    const links = (text + html).match(/https?:\/\/[^/\s"]*/g);
    expect(new Set(links)).toEqual(new Set([mail.app.url]));
  });

  it('no mail is sent if the Host header contains HTML, a path or a space (A04, A49)', async () => {
    for (const host of ['evil"><b>.test', 'evil.test/x', 'a b.test']) {
      await mail
        .client({ host })
        .signIn('email', { email: 'v@x.example' })
        .catch(() => undefined);
    }

    expect(mail.mailbox.mails).toEqual([]);
  });

  it('the raw mail has one From, one To, one Subject and no injected header (A49)', async () => {
    const own = await MailApp.start({
      platform,
      email: { from: '"Shop, Bcc: w@x.example" <hello@shop.example>', name: 'Mail\r\nBcc: w@x' },
    });

    await own.linkFor('v@x.example');

    const [head = ''] = (own.mailbox.mails[0]?.raw.toString('latin1') ?? '').split('\r\n\r\n');
    const names = head
      .split('\r\n')
      .filter((line) => !/^\s/.test(line))
      .map((line) => line.split(':')[0]?.toLowerCase());
    expect(names).toHaveLength(8);
    expect(names).toEqual(
      expect.arrayContaining([
        'auto-submitted',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ]),
    );
    expect(own.mailbox.mails[0]?.to).toEqual(['v@x.example']);
    await own.close();
  });

  it('the application does not start if `from` contains a line break (A49)', async () => {
    const starting = MailApp.start({
      platform,
      email: { from: 'a@x.example\r\nBcc: w@x.example' },
    });

    await expect(starting).rejects.toThrow('provider `email`: from: expected one line');
  });

  it('the sendmail command receives no address that looks like an option (A50)', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sendmail-'));
    const path = join(directory, 'sendmail');
    await writeFile(path, `#!/bin/sh\nprintf '%s\\n' "$@" > ${directory}/args\ncat > /dev/null\n`);
    await chmod(path, 0o755);
    const own = await MailApp.start({ platform, email: { server: { sendmail: true, path } } });

    await own.client().signIn('email', { email: 'v@x.example' });
    await own.client().signIn('email', { email: '-oQ/tmp@corp.example' });

    expect(await readFile(join(directory, 'args'), 'utf8')).toBe(
      '-i\n-f\nno-reply@localhost\nv@x.example\n',
    );
    await own.close();
    await rm(directory, { recursive: true });
  });
});

describeDatabases(await databaseServers(), (server) => {
  it.each(platforms())('on %s, no stored address contains a separator (A01)', async (platform) => {
    const database = await server.create();
    const dataSource = await openMigrated(database.options);
    const mail = await MailApp.start({ platform, adapter: new TypeOrmAdapter(dataSource) });

    for (const address of [...REFUSED.A01, 'v@x.example']) {
      const browser = mail.client();
      await browser.signIn('email', { email: address });
      if (mail.mailbox.mails.length > 0) await browser.get(await mail.mailbox.link());
    }

    const users = await dataSource.getRepository(authEntities().user).find();
    expect(users).toEqual([expect.objectContaining({ email: 'v@x.example' })]);
    await mail.close();
    await dataSource.destroy();
    await database.drop();
  });
});
