import { MailApp } from '../support/mail-app.js';
import { type CheckedClient, platforms } from '../support/test-app.js';

/** What fits into a request line, and into a body on Express. */
const [LINE, BODY] = [12_000, 90_000];

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
  ])('are not read again and again: %s (O6)', async (_, send, length, times) => {
    const email = `${'.'.repeat(length)}x`;
    const before = performance.now();

    for (let nth = 0; nth < times; nth += 1) {
      expect((await send(email)).location).toMatch(/error=Verification$/);
    }

    expect(performance.now() - before).toBeLessThan(3000);
  });
});
