import { Email } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { addressHeader } from '../support/limited-app.js';
import { MailApp } from '../support/mail-app.js';
import { type CheckedClient, platforms, SECRET } from '../support/test-app.js';

const ADDRESS = 'vera@x.example';
const SHOWN = 'to vera@x.example with';
const PAGE = '/auth/verify-request?provider=email&type=email';

/** Returns the text of the page, and its form as a browser would post it. */
async function formOf(browser: CheckedClient) {
  const { text } = await browser.get(PAGE, { accept: 'text/html' });
  const [, action] = /<form action="([^"]*)"/.exec(text) ?? [];
  const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)"/g)];
  const form = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
  return { text, action, form };
}

async function sendAgain(browser: CheckedClient, headers: Record<string, string> = {}) {
  const { action = '', form } = await formOf(browser);
  return browser.post(action, { form, headers });
}

describe.each(platforms())('the verify page on %s', (platform) => {
  let mail: MailApp;

  const start = async (options: Partial<Parameters<typeof MailApp.start>[0]> = {}) => {
    mail = await MailApp.start({ platform, ...options });
  };

  afterEach(async () => {
    startClock();
    await mail.close();
  });

  it('shows the address, in full, only to the browser that requested the link', async () => {
    await start();
    const browser = mail.client();

    await mail.linkFor(ADDRESS, browser);
    const own = await formOf(browser);
    const other = await formOf(mail.client());

    expect(own.text).toContain(`We have sent an email ${SHOWN} a link`);
    expect(JSON.stringify([...browser.cookies])).not.toContain('vera');
    expect(other.text).toContain('We have sent you an email with a link');
    expect(other.text).not.toContain('x.example');
    expect(other.action).toBeUndefined();
  });

  it('does not repeat an address from its URL', async () => {
    await start();

    const { text } = await mail.client().get(`${PAGE}&email=vera@x.example&address=vera@x.example`);

    expect(text).not.toContain('x.example');
  });

  describe.each(['jwt', 'database'] as const)('with %s sessions', (strategy) => {
    it('sends the email again and confirms that, and the new link signs in', async () => {
      await start({ config: { session: { strategy } }, adapter: new MemoryAdapter() });
      const browser = mail.client();
      await mail.linkFor(ADDRESS, browser);

      const { status, location } = await sendAgain(browser);
      const { text } = await formOf(browser);

      expect({ status, location }).toEqual({ status: 302, location: mail.app.url + PAGE });
      expect(text).toContain('We have sent the email again.');
      expect(text).toContain(SHOWN);
      expect(mail.mailbox.mails.map(({ to }) => to)).toEqual([[ADDRESS], [ADDRESS]]);
      expect((await browser.get(await mail.mailbox.link())).location).toBe(`${mail.app.url}/home`);
      expect(await browser.session()).toMatchObject({ user: { email: ADDRESS } });
    });

    it('keeps the first link valid when the email is sent again', async () => {
      await start({ config: { session: { strategy } }, adapter: new MemoryAdapter() });
      const browser = mail.client();
      const first = await mail.linkFor(ADDRESS, browser);

      await sendAgain(browser);

      expect((await browser.get(first)).location).toBe(`${mail.app.url}/home`);
    });
  });

  it('requires confirmation if the new link is opened in another browser', async () => {
    await start();
    const browser = mail.client();
    await mail.linkFor(ADDRESS, browser);
    await sendAgain(browser);
    const other = mail.client();

    const response = await mail.confirm(other, await mail.mailbox.link());

    expect(response.location).toBe(`${mail.app.url}/home`);
    expect(await other.session()).toMatchObject({ user: { email: ADDRESS } });
  });

  it('sends the email again in the language of the browser', async () => {
    await start();
    const browser = mail.client({ 'accept-language': 'de' });
    await mail.linkFor(ADDRESS, browser);

    await sendAgain(browser);

    expect((await mail.mailbox.read()).subject).toContain('Anmeldung bei');
    expect((await formOf(browser)).text).toContain('Wir haben die E-Mail noch einmal geschickt.');
  });

  it('sends nothing if the CSRF token is missing or the request comes from another site', async () => {
    await start();
    const browser = mail.client();
    await mail.linkFor(ADDRESS, browser);
    const { action = '', form } = await formOf(browser);

    const without = await browser.post(action, { form: { again: form['again'] ?? '' } });
    const foreign = await browser.post(action, { form, headers: { origin: 'https://evil.test' } });

    expect(without.location).toContain('error=MissingCSRF');
    expect(foreign.status).toBe(403);
    expect(mail.mailbox.mails).toHaveLength(1);
  });

  it('sends nothing if another tab has requested a link for another address since', async () => {
    await start();
    const browser = mail.client();
    await mail.linkFor(ADDRESS, browser);
    const { action = '', form } = await formOf(browser);
    await mail.linkFor('otto@y.example', browser);

    const { location } = await browser.post(action, { form });

    expect(location).toBe(`${mail.app.url}/auth/signin?error=EmailSignin`);
    expect(mail.mailbox.mails).toHaveLength(2);
    expect((await formOf(browser)).text).toContain('to otto@y.example with');
  });

  it.each(['', '0'.repeat(64), 'constructor'])(
    'sends nothing if the field `again` is %j',
    async (again) => {
      await start();
      const browser = mail.client();
      await mail.linkFor(ADDRESS, browser);
      const { action = '', form } = await formOf(browser);

      const { location } = await browser.post(action, { form: { ...form, again } });

      expect(location).toContain('error=EmailSignin');
      expect(mail.mailbox.mails).toHaveLength(1);
    },
  );

  it('sends to the address that was entered if the field `again` is empty', async () => {
    await start();
    const browser = mail.client();

    const { location } = await browser.signIn('email', { email: ADDRESS, again: '' });

    expect(location).toContain('/auth/verify-request');
    expect(mail.mailbox.mails).toHaveLength(1);
  });

  it('sends the email again through the provider that sent the first one', async () => {
    const sent: string[] = [];
    const providers = ['email', 'other'].map((id) =>
      Email({ id, sendVerificationRequest: () => void sent.push(id) }),
    );
    await start({ config: { providers } });
    const browser = mail.client();
    await browser.signIn('other', { email: ADDRESS });
    const { action, form } = await formOf(browser);

    await browser.post('/auth/signin/email', { form });
    await browser.post(action ?? '', { form });

    expect(action).toBe(`${mail.app.url}/auth/signin/other`);
    expect(sent).toEqual(['other', 'other']);
  });

  it('no longer shows the address once a link has been used, or after 15 minutes', async () => {
    await start();
    const browser = mail.client();
    await browser.get(await mail.linkFor(ADDRESS, browser));
    expect((await formOf(browser)).text).not.toContain(SHOWN);

    stopClock();
    await mail.linkFor(ADDRESS, browser);
    setClock(14 * 60);
    expect((await formOf(browser)).text).toContain(SHOWN);
    setClock(16 * 60);
    expect((await formOf(browser)).text).not.toContain(SHOWN);
  });

  it('counts an email that is sent again towards the limit, and shows how long to wait', async () => {
    await start({ config: { limits: { address: addressHeader } } });
    stopClock(NOON);
    const browser = mail.client({ 'x-test-address': '192.0.2.1' });
    await mail.linkFor(ADDRESS, browser);

    let response = await sendAgain(browser, { accept: 'text/html' });
    for (let at = 0; at < 20 && !response.location?.includes('RateLimited'); at++) {
      response = await sendAgain(browser, { accept: 'text/html' });
    }

    expect(response.status).toBe(302);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect((await browser.get(`${response.location}`)).text).toMatch(
      /Too many attempts\. Try again in \d+ \w+\./,
    );
    expect(mail.mailbox.mails.length).toBeLessThan(10);
  });

  it('does not show an address to another tenant', async () => {
    const sent: string[] = [];
    const provider = Email({
      sendVerificationRequest: ({ identifier }) => void sent.push(identifier),
    });
    const adapter = new MemoryAdapter();
    await start();
    const tenants = await MailApp.start({
      platform,
      input: (request) => ({
        secret: SECRET,
        trustHost: ['a.example', 'b.example'],
        adapter,
        providers: [provider],
        logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
        tenant: `${(request as { headers: { host?: string } }).headers.host}`.split('.')[0],
      }),
    });
    const client = (host: string) => tenants.app.client({ host });
    const browser = client('a.example');
    await browser.signIn('email', { email: ADDRESS });
    const stolen = client('b.example');
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);

    expect((await formOf(browser)).text).toContain(SHOWN);
    expect((await formOf(stolen)).text).not.toContain('x.example');
    await tenants.close();
  });
});
