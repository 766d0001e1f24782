import { createTransport } from 'nodemailer';
import { type MailInbox, startMailInbox } from './mail-inbox.js';

const LINK = 'http://localhost:3000/auth/callback/email?token=t';

describe('the development inbox', () => {
  let inbox: MailInbox;

  beforeEach(async () => {
    inbox = await startMailInbox();
  });
  afterEach(() => inbox.close());

  async function send(subject: string, html = `<a href="${LINK}">Sign in</a>`): Promise<void> {
    const transport = createTransport(inbox.smtpUrl);
    const [from, to] = ['shop@example.com', 'ada@example.com'];
    await transport.sendMail({ from, to, subject, text: `Sign in: ${LINK}`, html });
    transport.close();
  }

  async function page(path: string): Promise<{ status: number; text: string; policy: string }> {
    const response = await fetch(inbox.url + path);
    const policy = response.headers.get('content-security-policy') ?? '';
    return { status: response.status, text: await response.text(), policy };
  }

  it('shows what to do when it is empty', async () => {
    expect((await page('/')).text).toContain('No mail yet');
  });

  it('lists received mails, newest first', async () => {
    await send('First');
    await send('Second');

    expect(inbox.mails.map(({ subject, to }) => [subject, ...to])).toEqual([
      ['Second', 'ada@example.com'],
      ['First', 'ada@example.com'],
    ]);
    const { text } = await page('/');
    expect(text.indexOf('Second')).toBeLessThan(text.indexOf('First'));
    expect(text).toContain('href="/mails/2"');
  });

  it('shows the text of a mail, and its HTML in a frame without scripts', async () => {
    await send('Sign in to the shop');

    expect((await page('/mails/1')).text).toContain('src="/mails/1/html"');
    expect((await page('/mails/1')).text).toContain(LINK);
    const part = await page('/mails/1/html');
    expect(part.text).toContain(`<a href="${LINK}">`);
    expect(part.policy).toContain("default-src 'none'");
    expect(part.policy).not.toContain('script');
  });

  it('escapes HTML in the subject', async () => {
    await send('<script>alert(1)</script>');

    expect((await page('/')).text).not.toContain('<script>');
    expect((await page('/mails/1')).text).not.toContain('<script>');
  });

  it.each(['/mails/99', '/mails/x', '/mails/1/raw', '/other'])(
    'responds with 404 at %s',
    async (path) => {
      expect((await page(path)).status).toBe(404);
    },
  );

  it('keeps only the last hundred mails', async () => {
    const transport = createTransport({ url: inbox.smtpUrl, pool: true });
    for (let at = 1; at <= 102; at++) {
      await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: `${at}` });
    }
    transport.close();

    expect(inbox.mails).toHaveLength(100);
    expect(inbox.mails.at(-1)?.subject).toBe('3');
  });

  it('frees its ports when it is closed, and can be closed twice', async () => {
    const [port, smtpPort] = [inbox.url, inbox.smtpUrl].map((url) => Number(new URL(url).port));
    await inbox.close();
    await inbox.close();

    inbox = await startMailInbox({ port, smtpPort });
    expect(new URL(inbox.url).port).toBe(`${port}`);
  });
});
