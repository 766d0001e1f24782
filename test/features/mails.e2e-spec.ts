import { type AuthConfig, type AuthMail, AuthModule, Email } from '@authnest/core';
import { Resend } from '@authnest/providers';
import { aUser, type CookieClient, MemoryAdapter } from '@authnest/testing';
import { Test } from '@nestjs/testing';
import { createTransport } from 'nodemailer';
import { LogCollector } from '../support/log-collector.js';
import { credentials, type Platform, platforms, SECRET, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { notices } from './notices.feature.js';

const extras = { features: [notices] };
const KNOWN = 'known@example.com';

async function forget(browser: CookieClient, email: string, headers = {}) {
  const csrfToken = await browser.csrfToken();
  return browser.post('/auth/forgotten', { json: { csrfToken, email }, headers });
}

describe.each(platforms())('mails of a feature, on %s', (platform: Platform) => {
  const mails: AuthMail[] = [];
  let how: 'sends' | 'fails' | 'hangs' = 'sends';
  let app: TestApp;

  const mailer = (mail: AuthMail) => {
    if (how === 'fails') throw new Error('the mail server is down');
    if (how === 'hangs') return new Promise(() => undefined);
    return void mails.push(mail);
  };

  beforeAll(async () => {
    const adapter = new MemoryAdapter();
    await adapter.createUser(aUser({ email: KNOWN }));
    const config = {
      adapter,
      mailer,
      timeout: 0.2,
      trustHost: ['127.0.0.1', 'app.example'],
      texts: { de: { notices: { reset: { button: 'Weiter' } } } },
    } satisfies Partial<AuthConfig>;
    app = await TestApp.start({ platform, config, extras });
  });
  beforeEach(() => {
    how = 'sends';
    mails.length = 0;
    app.logs.errors.length = 0;
  });
  afterAll(() => app.close());

  it('are sent to the one recipient, with link and code, in the language of the request', async () => {
    const browser = app.client({ host: 'app.example', 'accept-language': 'de' });
    await forget(browser, KNOWN);
    await until('a mail arrives', () => mails.length > 0);
    const [mail] = mails;

    expect(mail).toMatchObject({
      kind: 'reset',
      to: KNOWN,
      from: 'no-reply@app.example',
      subject: 'Neues Passwort für app.example',
      language: 'de',
      url: 'http://app.example/auth/forgotten?token=t',
      code: '0123-4567',
      user: { email: KNOWN },
    });
    expect(mail?.text).toContain('innerhalb von 10 Minuten');
    expect(mail?.text.indexOf('0123-4567')).toBeLessThan(mail?.text.indexOf('http://') ?? -1);
    expect(mail?.html).toContain('>Weiter</a>');
    expect(mail?.html).toContain('0123-4567');
    expect(mail?.subject).not.toContain('0123');
  });

  it.each(['sends', 'fails', 'hangs'] as const)(
    'change no response, if the mailer %s, for known and unknown',
    async (kind) => {
      how = kind;
      const [known, unknown] = [
        await forget(app.client({ host: 'app.example' }), KNOWN),
        await forget(app.client({ host: 'app.example' }), 'unknown@example.com'),
      ];
      const shown = ({ status, text, headers }: typeof known) => ({
        status,
        text,
        headers: Object.keys(headers).sort(),
      });

      expect(shown(known)).toEqual(shown(unknown));
      expect(known.status).toBe(200);
      if (kind === 'sends') return;
      await until('the failure is logged', () => app.logs.errors.length > 0);
      const logged = JSON.stringify(app.logs.errors.map(String));
      expect(logged).toContain('the mail `reset` could not be sent');
      for (const secret of [KNOWN, '0123-4567', 'token=t']) expect(logged).not.toContain(secret);
    },
  );

  it.each([
    ['Host', { host: 'evil.example' }],
    ['X-Forwarded-Host', { host: 'app.example', 'x-forwarded-host': 'evil.example' }],
    ['Forwarded', { host: 'app.example', forwarded: 'host=evil.example' }],
  ])('lead only to our origin, whatever %s says (K81)', async (_, headers) => {
    await forget(app.client({ host: 'app.example' }), KNOWN, headers);
    await forget(app.client({ host: 'app.example' }), KNOWN);
    await until('a mail arrives', () => mails.length > 0);

    expect(JSON.stringify(mails)).not.toContain('evil');
  });

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['no origin and no cookie', { cookie: '' }],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ])('are not sent for a request with %s (K85)', async (_, headers) => {
    const browser = app.client({ host: 'app.example' });
    const json = { csrfToken: 'none', email: KNOWN };
    const { status } = await browser.post('/auth/forgotten', { json, headers });

    expect(status).toBe(403);
    await forget(app.client({ host: 'app.example' }), KNOWN);
    await until('a mail arrives', () => mails.length > 0);
    expect(mails).toHaveLength(1);
  });
});

describe('what sends mails of features', () => {
  const base: AuthConfig = {
    secret: SECRET,
    trustHost: ['app.example'],
    logger: new LogCollector(),
    adapter: new MemoryAdapter(),
    providers: [credentials()],
  };

  it.each<[string, AuthConfig['providers']]>([
    ['no email provider', []],
    ['one that only sends links', [Email({ sendVerificationRequest: () => undefined })]],
  ])('must be there: the start is refused with %s', async (_, providers) => {
    const config = { ...base, providers: [...base.providers, ...providers] };
    const start = Test.createTestingModule({ imports: [AuthModule.forRoot(config, extras)] })
      .compile()
      .then((app) => app.init());

    await expect(start).rejects.toThrow(
      'feature `notices`: sends mails, and nothing can: set `mailer`, or add an email provider with `server` or `sendMail`',
    );
  });

  it('is the transport of the first email provider that can, over SMTP or an API', async () => {
    const adapter = new MemoryAdapter();
    await adapter.createUser(aUser({ email: KNOWN }));
    const sent: { subject?: unknown; to?: unknown; from?: unknown }[] = [];
    const transport = createTransport({ jsonTransport: true });
    transport.use('stream', (mail, done) => {
      sent.push(mail.data);
      done();
    });
    const bodies: string[] = [];
    const api: typeof fetch = async (_, init) => {
      if (typeof init?.body === 'string') bodies.push(init.body);
      return new Response('{}');
    };
    const links = Email({ id: 'links', sendVerificationRequest: () => undefined });
    for (const provider of [
      Email({ server: transport, from: 'Shop <hello@app.example>' }),
      Resend({ apiKey: 'k', fetch: api, from: 'Shop <hello@app.example>' }),
    ]) {
      const config = { adapter, trustHost: ['app.example'], providers: [links, provider] };
      const app = await TestApp.start({ platform: 'express', config, extras });
      await forget(app.client({ host: 'app.example' }), KNOWN);
      await app.close();
    }

    expect(sent).toMatchObject([
      { subject: 'Choose a new password for app.example', to: [{ address: KNOWN }] },
    ]);
    expect(JSON.parse(bodies[0] ?? '{}')).toMatchObject({
      to: KNOWN,
      from: 'Shop <hello@app.example>',
      subject: 'Choose a new password for app.example',
    });
  });

  it('gets no texts with the name of others', async () => {
    const other = { ...notices, name: 'other', routes: [] };
    const imports = [AuthModule.forRoot(base, { features: [notices, other] })];

    await expect(Test.createTestingModule({ imports }).compile()).rejects.toThrow(
      'features: `notices` and `other` both have the texts `notices`; leave one out',
    );
  });
});
