import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { MailApp } from '../support/mail-app.js';
import { describeWith } from '../support/services.js';
import { platforms } from '../support/test-app.js';
import { CHROMIUM, launchChromium } from './chromium.js';

const ADDRESS = 'vera@x.example';

describeWith(CHROMIUM, 'emailed links in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  describe.each(platforms())('on %s', (platform) => {
    let mail: MailApp;
    let visitors: BrowserContext[];

    beforeEach(async () => {
      visitors = [];
      mail = await MailApp.start({ platform });
    });
    afterEach(async () => {
      for (const visitor of visitors) await visitor.close();
      await mail.close();
    });

    /** Opens a browser without JavaScript, and records its requests and its console errors. */
    async function visit() {
      const context = await browser.newContext({ javaScriptEnabled: false });
      visitors.push(context);
      const page = await context.newPage();
      const referers: (string | undefined)[] = [];
      const hosts = new Set<string>();
      const complaints: string[] = [];
      page.on('request', (request) => {
        referers.push(request.headers()['referer']);
        hosts.add(new URL(request.url()).host);
      });
      page.on('console', (message) => {
        // The application has only the pages for sign-in; others respond with 404.
        if (message.type() === 'error' && !message.text().includes('404'))
          complaints.push(message.text());
      });
      return { page, referers, hosts, complaints };
    }

    async function ask(page: Page): Promise<string> {
      await page.goto(`${mail.app.url}/auth/signin?callbackUrl=/auth/session`);
      await page.fill('#input-email-for-email-provider', ADDRESS);
      await page.click('form[action$="/signin/email"] button');
      await page.waitForURL(/\/auth\/verify-request/);
      return `${mail.app.url}${await mail.mailbox.link()}`;
    }

    it('signs in without JavaScript and without console errors', async () => {
      const { page, complaints } = await visit();

      await page.goto(await ask(page));

      expect(page.url()).toBe(`${mail.app.url}/auth/session`);
      expect(await page.textContent('body')).toContain(ADDRESS);
      expect(complaints).toEqual([]);
    });

    it('asks before a sign-in in another browser, and hides the token (F06, F07, C10)', async () => {
      const link = await ask((await visit()).page);
      const token = new URL(link).searchParams.get('token') ?? '';
      const { page, referers, hosts, complaints } = await visit();

      await page.goto(link);

      expect(page.url()).toBe(`${mail.app.url}/auth/callback/email`);
      expect(await page.textContent('h1')).toBe('Continue as v•••@x.example?');
      expect(await page.content()).not.toContain(token);
      await page.click('#submitButton');
      await page.waitForURL(`${mail.app.url}/auth/session`);
      expect(await page.textContent('body')).toContain(ADDRESS);
      expect(complaints).toEqual([]);
      await page.goBack();
      expect(page.url()).not.toContain(token);
      expect(referers.filter((referer) => referer?.includes(token))).toEqual([]);
      expect([...hosts]).toEqual([new URL(mail.app.url).host]);
    });

    it('sends no mail if a page of another site posts the form (E05)', async () => {
      const foreign = await serve(`
        <form method="post" action="${mail.app.url}/auth/signin/email">
          <input name="email" value="${ADDRESS}"><input name="csrfToken" value="x">
          <button id="go">Win</button>
        </form>`);
      const { page } = await visit();
      await page.goto(`${mail.app.url}/auth/signin`);

      await page.goto(foreign.url);
      await page.click('#go');
      await page.waitForLoadState();

      expect(mail.mailbox.mails).toEqual([]);
      foreign.server.close();
    });
  });
});

/** Serves a page of another site: `localhost` is not the same site as 127.0.0.1. */
async function serve(html: string): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://localhost:${(server.address() as AddressInfo).port}/` };
}
