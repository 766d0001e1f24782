import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';
import { describeWith } from '../support/services.js';
import { CHROMIUM, launchChromium } from './chromium.js';

/** A folder for screenshots, to look at. */
const LOOKS = process.env['PASSWORD_LOOKS'];
const [platform = 'express'] = platforms();
const EMAIL = 'jane.doe@corp.example';

describeWith(CHROMIUM, 'the pages about passwords, without JavaScript', () => {
  let browser: Browser;
  let app: PasswordApp;
  let url: string;

  beforeAll(async () => {
    browser = await launchChromium();
    app = await PasswordApp.start({ platform, password: { fields: { name: { label: 'Name' } } } });
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
        await page.screenshot({
          path: join(LOOKS, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
    }
    await page.setViewportSize({ width: 390, height: 844 });
  }
  const submit = async (page: Page, path: RegExp) => {
    await Promise.all([page.waitForResponse(path), page.click('form button[type=submit]')]);
    await page.waitForLoadState();
  };

  it('lead from an account to a new password', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
      locale: 'en',
    });
    const page = await context.newPage();
    await page.goto(`${url}/auth/signin`);
    await look(page, '1-sign-in');
    await page.click('text=Create an account');
    await look(page, '2-register');
    await page.fill('[name=email]', EMAIL);
    await page.fill('[name=name]', 'Jane');
    await page.fill('[name=password]', 'short');
    await submit(page, /register/);
    expect(await page.inputValue('[name=email]')).toBe(EMAIL);
    expect(await page.getAttribute('[name=password]', 'aria-invalid')).toBe('true');
    await look(page, '3-weak');
    await page.fill('[name=password]', GOOD);
    await submit(page, /confirm/);
    await look(page, '4-code');
    const { link } = await app.newest(EMAIL);

    const elsewhere = await browser.newContext({ javaScriptEnabled: false });
    const other = await elsewhere.newPage();
    await other.setViewportSize({ width: 390, height: 844 });
    await other.goto(url + link);
    expect(other.url()).toBe(`${url}/auth/password/confirm`);
    await look(other, '5-elsewhere');
    await page.goto(url + link);
    await look(page, '6-here');
    await submit(page, /confirm/);

    await page.goto(`${url}/auth/password/change`);
    await look(page, '7-change');
    await page.fill('[name=current]', GOOD);
    await page.fill('[name=password]', OTHER);
    await submit(page, /change\?done/);
    await look(page, '8-changed');

    await other.goto(`${url}/auth/password/forgot`);
    await look(other, '9-forgot');
    await other.fill('[name=email]', EMAIL);
    await submit(other, /sent/);
    await look(other, 'a-sent');
    await other.goto(url + (await app.newest(EMAIL, 3)).link);
    await look(other, 'b-reset');
    await other.fill('[name=password]', GOOD);
    await submit(other, /signin/);
    await other.goto(`${url}/auth/password/reset`);
    await look(other, 'c-dead');
    await other.goto(`${url}/auth/signin`);
    await other.fill('[name=email]', EMAIL);
    await other.fill('[name=password]', GOOD);
    await Promise.all([
      other.waitForResponse(/callback\/password/),
      other.click('form button[type=submit]'),
    ]);
    await other.goto(`${url}/auth/session`);
    expect(await other.textContent('body')).toContain(EMAIL);
    await context.close();
    await elsewhere.close();
  });
});
