import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdapterUser } from '@authnest/core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { AccountApp } from '../support/account-app.js';
import { describeWith } from '../support/services.js';
import { platforms } from '../support/test-app.js';
import { CHROMIUM, launchChromium } from './chromium.js';

/** A folder for screenshots, to look at. */
const LOOKS = process.env['ACCOUNT_LOOKS'];
const [platform = 'express'] = platforms();
const NEW = 'jane.doe@new.example';

describeWith(CHROMIUM, 'the pages to change an account, without JavaScript', () => {
  let browser: Browser;
  let app: AccountApp;
  let url: string;

  beforeAll(async () => {
    browser = await launchChromium();
    app = await AccountApp.start({ platform, strategy: 'database' });
    url = app.app.url;
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  async function look(page: Page, name: string): Promise<void> {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
    if (LOOKS === undefined) return;
    await mkdir(LOOKS, { recursive: true });
    for (const width of [390, 1280]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const path = join(LOOKS, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage: true });
      }
    }
    await page.setViewportSize({ width: 390, height: 844 });
  }
  const submit = async (page: Page) => {
    await Promise.all([
      page.waitForResponse(/account/),
      page.locator('form button[type=submit]').press('Enter'),
    ]);
    await page.waitForLoadState();
  };
  const open = (locale: string): Promise<BrowserContext> =>
    browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
      locale,
    });
  async function signedIn(user: AdapterUser, locale: string): Promise<Page> {
    const context = await open(locale);
    const { cookies } = await app.signedIn(user);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
    return context.newPage();
  }

  it.each(['en', 'de'])(
    'lead to another address and back, and to the end (%s, K52)',
    async (locale) => {
      const user = await app.user({ email: `jane.doe@old-${locale}.example` });
      const to = `${locale}.${NEW}`;
      const page = await signedIn(user, locale);
      const other = await (await open(locale)).newPage();
      await page.goto(`${url}/auth/account/email`);
      await look(page, `${locale}-1-ask`);
      await page.fill('[name=email]', user.email);
      await submit(page);
      expect(await page.getAttribute('[name=email]', 'aria-invalid')).toBe('true');
      await look(page, `${locale}-2-same`);
      await page.fill('[name=email]', to);
      await submit(page);
      await look(page, `${locale}-3-sent`);

      const link = await app.link(to, 'confirm-email');
      await other.goto(url + link);
      await look(other, `${locale}-4-sign-in-first`);
      await other.goto(url + (await app.link(user.email, 'confirm-email')));
      expect(other.url()).toBe(`${url}/auth/account/email-confirm?of=old`);
      await look(other, `${locale}-5-allow`);
      await submit(other);
      await look(other, `${locale}-6-waiting`);
      await page.goto(url + link);
      await look(page, `${locale}-7-confirm`);
      await submit(page);
      await look(page, `${locale}-8-done`);
      expect((await app.now(user))?.email).toBe(to);

      await other.goto(url + (await app.link(user.email, 'email-changed')));
      await look(other, `${locale}-9-undo`);
      await submit(other);
      await look(other, `${locale}-a-undone`);
      await other.goto(`${url}/auth/account/email-undo`);
      await look(other, `${locale}-b-dead`);
      expect((await app.now(user))?.email).toBe(user.email);

      const again = await signedIn(user, locale);
      await again.goto(`${url}/auth/account/delete`);
      await look(again, `${locale}-c-delete`);
      await again.fill('[name=email]', 'x@y.example');
      await submit(again);
      await look(again, `${locale}-d-wrong`);
      await again.fill('[name=email]', user.email);
      await submit(again);
      expect(await app.now(user)).toBeNull();
    },
  );
});
