import { Email } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { AuthServiceController } from '../support/auth-service.controller.js';
import { freePort } from '../support/free-port.js';
import { MailApp } from '../support/mail-app.js';
import { FOREIGN_TARGETS } from '../support/redirect-targets.js';
import { type CheckedClient, platforms, SECRET } from '../support/test-app.js';

const ADDRESS = 'vera@x.example';
const NEW_SECRET = 'canary-secret-new-5d2e8a7c41b94f0e9a63';

describe.each(platforms())('the target of a link, on %s', (platform) => {
  let mail: MailApp;

  beforeAll(async () => {
    mail = await MailApp.start({ platform });
  });
  afterAll(() => mail.close());

  function withTarget(link: string, callbackUrl: string): string {
    const url = new URL(link, mail.app.url);
    url.searchParams.set('callbackUrl', callbackUrl);
    return url.pathname + url.search;
  }

  it('stays in the application, whatever URL the link contains (A16, E21, F12)', async () => {
    for (const target of FOREIGN_TARGETS) {
      const browser = mail.client();
      const link = await mail.linkFor(ADDRESS, browser);

      const { location = '' } = await browser.get(withTarget(link, target));

      expect([target, new URL(location).origin]).toEqual([target, mail.app.url]);
      expect(await browser.session()).toMatchObject({ user: { email: ADDRESS } });
    }
  });

  it('stays in the application, whatever URL is requested at the start (A16, E21)', async () => {
    for (const callbackUrl of FOREIGN_TARGETS) {
      const browser = mail.client();
      await browser.signIn('email', { email: ADDRESS, callbackUrl });
      const link = await mail.mailbox.link();
      const named = new URL(link, mail.app.url).searchParams.get('callbackUrl') ?? '';

      const { location = '' } = await browser.get(link);

      expect([callbackUrl, new URL(named).origin]).toEqual([callbackUrl, mail.app.url]);
      expect([callbackUrl, new URL(location).origin]).toEqual([callbackUrl, mail.app.url]);
    }
  });

  it('stays in the application, whatever URL the cookie contains (A16, E21)', async () => {
    for (const target of FOREIGN_TARGETS) {
      const browser = mail.client();
      const link = new URL(await mail.linkFor(ADDRESS, browser), mail.app.url);
      link.searchParams.delete('callbackUrl');
      browser.cookies.set('authjs.callback-url', encodeURIComponent(target));

      const { location = '' } = await browser.get(link.pathname + link.search);

      expect([target, new URL(location).origin]).toEqual([target, mail.app.url]);
    }
  });

  it('is not in the link if it is long, but in the browser that asked (RP22)', async () => {
    const browser = mail.client();
    const callbackUrl = `/orders?filter=${'x'.repeat(2000)}`;
    await browser.signIn('email', { email: ADDRESS, callbackUrl });
    const link = await mail.mailbox.link();

    const { location } = await browser.get(link);

    expect(link.length).toBeLessThan(400);
    expect(location).toBe(mail.app.url + callbackUrl);
  });

  it('no redirect URL contains the email address or the token (I04)', async () => {
    const browser = mail.client();
    const asked = await browser.signIn('email', { email: ADDRESS });
    const link = await mail.mailbox.link();
    const token = new URL(link, mail.app.url).searchParams.get('token') ?? '';
    const other = mail.client();

    const responses = [asked, await other.get(link), await other.get('/auth/callback/email')];

    for (const { location = '', text } of responses) {
      expect(location + text).not.toContain(token);
      expect(decodeURIComponent(location)).not.toContain(ADDRESS);
    }
  });
});

describe.each(platforms())('secrets and links, on %s', (platform) => {
  /** Requests a link, then restarts the application with other secrets. */
  async function useAfterRestart(secret: string | string[], own: string[] = []) {
    const adapter = new MemoryAdapter();
    const email = own.length > 0 ? { secret: own } : {};
    const port = await freePort();
    const before = await MailApp.start({ platform, adapter, email, port });
    const browser = before.client();
    const link = await before.linkFor(ADDRESS, browser);
    const cookies = new Map(browser.cookies);
    await before.close();
    const after = await MailApp.start({ platform, adapter, email, port, config: { secret } });
    const back = after.client();
    cookies.forEach((value, name) => back.cookies.set(name, value));
    return { after, back, link };
  }

  it('with [new, old], a pending link needs no confirmation in the browser that requested it (H23)', async () => {
    const { after, back, link } = await useAfterRestart([NEW_SECRET, SECRET]);

    await back.get(link);

    expect(await back.session()).toMatchObject({ user: { email: ADDRESS } });
    await after.close();
  });

  it('with only [new], a pending link is refused, and the next one is accepted (H23)', async () => {
    const { after, back, link } = await useAfterRestart(NEW_SECRET);

    const { location = '' } = await after.confirm(back, link);

    expect(location).toContain('error=Verification');
    const fresh = after.client();
    await fresh.get(await after.linkFor(ADDRESS, fresh));
    expect(await fresh.session()).toMatchObject({ user: { email: ADDRESS } });
    await after.close();
  });

  it("the provider's own secret is the only key for its links", async () => {
    const { after, back, link } = await useAfterRestart(NEW_SECRET, [SECRET]);

    await after.confirm(back, link);

    expect(await back.session()).toMatchObject({ user: { email: ADDRESS } });
    await after.close();
  });
});

describe.each(platforms())('AuthService and emailed links, on %s', (platform) => {
  let mail: MailApp;
  let browser: CheckedClient;

  async function start(options: Partial<Parameters<typeof MailApp.start>[0]> = {}) {
    const module = { controllers: [AuthServiceController] };
    mail = await MailApp.start({ platform, module, ...options });
    browser = mail.client();
  }

  afterEach(() => mail.close());

  it('requests a link, which signs in the browser', async () => {
    await start();

    const response = await browser.post('/app/sign-in/email', { json: { email: ADDRESS } });
    await browser.get(await mail.mailbox.link());

    expect(response.json()).toEqual({
      url: `${mail.app.url}/auth/verify-request?provider=email&type=email`,
    });
    expect(await browser.session()).toMatchObject({ user: { email: ADDRESS } });
  });

  it('throws the error for which the endpoint would redirect', async () => {
    await start();
    mail.mailbox.fail('recipient', 550);

    const response = await browser.post('/app/sign-in/email', { json: { email: ADDRESS } });

    expect(response.json()).toEqual({ type: 'EmailSignin' });
  });
});

describe('the options for sign-in by email', () => {
  it('require an adapter (CFG-12)', async () => {
    const starting = MailApp.start({ platform: 'express', config: { adapter: undefined } });

    await expect(starting).rejects.toThrow(
      'MissingAdapter: adapter: is required for sign-in by email',
    );
  });

  it('require an adapter that can store links (CFG-15)', async () => {
    const adapter = { ...methodsOf(new MemoryAdapter()), useVerificationToken: undefined };
    const starting = MailApp.start({ platform: 'express', adapter });

    await expect(starting).rejects.toThrow(
      'MissingAdapterMethods: adapter: lacks useVerificationToken',
    );
  });

  it('are refused at startup if tokens can be guessed (F04)', async () => {
    const email = { generateVerificationToken: () => '123456' };
    const starting = MailApp.start({ platform: 'express', email });

    await expect(starting).rejects.toThrow('at least 128 random bits');
  });

  it('cause no mail to be sent if an asynchronous generator returns tokens that can be guessed (F04)', async () => {
    const mail = await MailApp.start({
      platform: 'express',
      email: { generateVerificationToken: () => Promise.resolve('123456') },
    });

    const { location } = await mail.client().signIn('email', { email: ADDRESS });

    expect(location).toContain('error=Configuration');
    expect(mail.mailbox.mails).toEqual([]);
    await mail.close();
  });

  it('can be set in `options` of a provider object, as in Auth.js', async () => {
    const sent: string[] = [];
    const provider = {
      ...Email({ maxAge: 86_400 }),
      options: { sendVerificationRequest: ({ url }: { url: string }) => sent.push(url) },
    };
    const mail = await MailApp.start({ platform: 'express', config: { providers: [provider] } });

    await mail.client().signIn('email', { email: ADDRESS });

    expect(sent).toHaveLength(1);
    await mail.close();
  });
});

function methodsOf(adapter: MemoryAdapter): object {
  const prototype = Object.getPrototypeOf(adapter) as object;
  const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  return Object.fromEntries(
    names.flatMap((name) => {
      const member: unknown = Reflect.get(adapter, name);
      return typeof member === 'function' ? [[name, member.bind(adapter) as unknown]] : [];
    }),
  );
}
