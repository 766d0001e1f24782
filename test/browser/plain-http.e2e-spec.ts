import type { Browser } from 'playwright-core';
import { describeWith } from '../support/services.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { CHROMIUM, launchChromium } from './chromium.js';

/** A host on the local network. Over plain http, browsers send no Fetch Metadata headers to it. */
const HOST = 'machine.lan.test';

describeWith(CHROMIUM, 'plain http on a host other than localhost', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium(`--host-resolver-rules=MAP ${HOST} 127.0.0.1`);
  });

  afterAll(() => browser?.close());

  it.each(platforms())('signs in and out through the built-in pages on %s', async (platform) => {
    const app = await TestApp.start({ platform });
    const origin = app.url.replace('127.0.0.1', HOST);
    const page = await browser.newPage();

    await page.goto(`${origin}/auth/signin?callbackUrl=/auth/session`);
    await page.fill('input[name=username]', JANE.username);
    await page.fill('input[name=password]', JANE.password);
    await page.click('form[action$="/callback/credentials"] [type=submit]');
    await page.waitForURL(`${origin}/auth/session`);
    expect(await page.textContent('body')).toContain('jane@example.com');

    await page.goto(`${origin}/auth/signout`);
    await page.click('#submitButton');
    await page.waitForURL((url) => url.pathname !== '/auth/signout');
    await page.goto(`${origin}/auth/session`);
    expect(await page.textContent('body')).toBe('null');
    await page.close();
    await app.close();
  });
});
