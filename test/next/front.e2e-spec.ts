import { rm } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../browser/chromium.js';
import { withEnvironment } from '../support/environment.js';
import { describeWith } from '../support/services.js';
import { PASSWORD, platforms, TestApp } from '../support/test-app.js';
import { assembleFront, NEXT_IN_CHROMIUM, NextSite } from './next-site.js';

describeWith(NEXT_IN_CHROMIUM, 'the Next.js front end of the guide', () => {
  let folder: string;
  let site: NextSite;
  let browser: Browser;
  let page: Page;
  let app: TestApp;

  beforeAll(async () => {
    folder = await assembleFront();
    site = await NextSite.start(folder);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  describe.each(platforms())('with Nest on %s', (platform) => {
    beforeEach(async () => {
      app = await withEnvironment({ AUTH_URL: site.url }, () =>
        TestApp.start({ platform, port: site.nestPort }),
      );
      page = await (await browser.newContext({ baseURL: site.url })).newPage();
    });
    afterEach(async () => {
      await page.context().close();
      await app.close();
    });

    it('signs in on the page of Nest, and leads back to the page that asked (NW11)', async () => {
      await page.goto('/private');
      await page.fill('[name=username]', 'jane');
      await page.fill('[name=password]', PASSWORD);
      await page.click('[name=password] >> xpath=ancestor::form >> button[type=submit]');

      await page.getByText('For jane@example.com only').waitFor();
      expect(new URL(page.url()).pathname).toBe('/private');
    });

    it('renders on the server who is signed in, and signs out in the browser (NW11)', async () => {
      await page.goto('/auth/signin?callbackUrl=/');
      await page.fill('[name=username]', 'jane');
      await page.fill('[name=password]', PASSWORD);
      await page.click('[name=password] >> xpath=ancestor::form >> button[type=submit]');
      await page.getByText('Hello jane').waitFor();

      const rendered = await (await page.request.get('/')).text();
      await page.click('text=Sign out');
      await page.getByText('Sign in', { exact: true }).waitFor();

      expect(rendered).toContain('jane');
      expect((await page.request.get('/private')).url()).toContain('/auth/signin');
    });

    it('refuses a cookie that no longer stands for a session (NW11)', async () => {
      await page
        .context()
        .addCookies([{ name: 'authjs.session-token', value: 'ended', url: site.url }]);

      const rendered = await (await page.request.get('/private')).text();
      await page.goto('/private');
      await page.waitForURL(/\/auth\/signin\?callbackUrl=/);

      expect(rendered).not.toContain('only');
    });
  });
});
