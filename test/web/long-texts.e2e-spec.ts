import { MailApp } from '../support/mail-app.js';
import { type CheckedClient, platforms } from '../support/test-app.js';

/** What fits into a request line, and into a body on Express. */
const [LINE, BODY] = [12_000, 90_000];
/** A host name in Chinese, which takes quadratic time to encode. */
const HOST = String.fromCodePoint(
  ...Array.from({ length: BODY / 3 }, (_, nth) => 0x4e00 + (nth % 20_000)),
);

describe.each(platforms())('long texts of strangers on %s', (platform) => {
  let mail: MailApp;
  let browser: CheckedClient;

  beforeAll(async () => {
    mail = await MailApp.start({ platform });
    browser = mail.client();
  });
  afterAll(() => mail.close());

  const linkWith = (email: string) => browser.get(`/auth/callback/email?token=t&email=${email}`);
  const formWith = async (email: string) => {
    const form = { csrfToken: await browser.csrfToken(), token: 't', email };
    return browser.post('/auth/callback/email', { form });
  };

  it.each([
    ['an address in a link', linkWith, LINE, 20],
    ['an address in a form', formWith, BODY, 1],
  ])('are not read again and again: %s (O6, FT6)', async (_, send, length, times) => {
    const email = `${'.'.repeat(length)}x`;
    const before = process.cpuUsage();

    for (let nth = 0; nth < times; nth += 1) {
      expect((await send(email)).location).toMatch(/error=Verification$/);
    }

    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });

  it('are no targets, of which none is parsed that no cookie can hold (O6, FT6)', async () => {
    const before = process.cpuUsage();

    for (let nth = 0; nth < 2; nth += 1) {
      const body = { csrfToken: await browser.csrfToken(), callbackUrl: `https://${HOST}/` };
      const { location } = await browser.post('/auth/signout', { json: body });
      expect(location).toBe(mail.app.url);
    }

    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});
