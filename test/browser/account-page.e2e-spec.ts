import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Credentials, Passkey, type AdapterUser } from '@authnest/core';
import { GitHub, Google } from '@authnest/providers';
import { MemoryAdapter } from '@authnest/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { AccountWaysApp } from '../support/account-ways-app.js';
import { describeWith } from '../support/services.js';
import { type CheckedClient, PASSWORD, platforms } from '../support/test-app.js';
import { CHROMIUM, launchChromium } from './chromium.js';
import { VirtualAuthenticator } from './virtual-authenticator.js';

/** A folder for screenshots, to look at. */
const LOOKS = process.env['ACCOUNT_LOOKS'];
const client = { clientId: 'looks', clientSecret: 'looks' };
const FORMS = [
  'account/profile',
  'account/link',
  'account/unlink',
  'account/passkey-rename',
  'account/passkey-remove',
];

describe.each(platforms())('on %s', (platform) => {
  describeWith(CHROMIUM, 'the account page in a browser', () => {
    const adapter = new MemoryAdapter();
    let chromium: Browser;
    let rig: AccountWaysApp;
    let user: AdapterUser;

    beforeAll(async () => {
      chromium = await launchChromium();
      rig = await AccountWaysApp.start({
        platform,
        adapter,
        config: {
          account: { deletion: true, changeEmail: true },
          providers: [
            Credentials({
              usersOfAdapter: true,
              credentials: { email: {}, password: { type: 'password' } },
              authorize: ({ email = '', password }) =>
                password === PASSWORD ? adapter.getUserByEmail(email) : null,
            }),
            Google(client),
            GitHub(client),
            Passkey({}),
          ],
        },
      });
    });
    beforeEach(async () => {
      user = await rig.user();
      for (const provider of ['google', 'former']) {
        const account = { provider, providerAccountId: user.id, type: 'oidc' as const };
        await adapter.linkAccount({ ...account, userId: user.id });
      }
    });
    afterAll(async () => {
      await chromium.close();
      await rig.close();
    });

    /** A browser with the session of the user. */
    async function open(options: Parameters<Browser['newContext']>[0] = {}) {
      const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
      const signedIn: CheckedClient = await rig.signedIn(user, agent);
      const viewport = { width: 390, height: 844 };
      const context = await chromium.newContext({ viewport, locale: 'en', ...options });
      const url = rig.url.replace('127.0.0.1', 'localhost');
      const cookies = [...signedIn.cookies].filter(([name]) => name.includes('session-token'));
      await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })));
      const page = await context.newPage();
      await page.goto(`${url}/auth/account`);
      return { context, page, url };
    }

    async function look(page: Page, name: string): Promise<void> {
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
    }

    /** Presses Tab until something has the focus. */
    async function tabTo(page: Page, selector: string): Promise<void> {
      const target = page.locator(selector).first();
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        if (await target.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`Tab never reaches ${selector}`);
    }

    it.each(['en', 'de'])('fits a phone, light and dark (%s, K52)', async (locale) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { context, page } = await open({ colorScheme, locale, javaScriptEnabled: false });
        const widths = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
        expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
        if (colorScheme === 'light') await look(page, `account-${locale}`);
        await context.close();
      }
    });

    it('is used with the keyboard alone, and without script (K52)', async () => {
      const { context, page, url } = await open({ javaScriptEnabled: false });
      await tabTo(page, '[name=name]');
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('Grace');
      await Promise.all([page.waitForURL(/done=profile/), page.keyboard.press('Enter')]);
      expect(await page.textContent('[role=status]')).toBe('Your profile is saved.');

      await tabTo(page, 'form[action$="account/unlink"] button');
      await Promise.all([page.waitForURL(/done=unlinked/), page.keyboard.press('Enter')]);
      await page.goto(`${url}/auth/account`);
      expect(await page.locator('form[action$="account/unlink"]').count()).toBeLessThan(2);
      await look(page, 'account-keyboard');
      await context.close();
    });

    it('ends other sessions without script (K52)', async () => {
      const other = await rig.signedIn(user);
      const { context, page } = await open({ javaScriptEnabled: false });
      await tabTo(page, 'form[action$="sessions/revoke-others"] button');
      await Promise.all([page.waitForURL(/done=sessions/), page.keyboard.press('Enter')]);
      expect(await other.session()).toBeNull();
      await context.close();
    });

    it('adds a passkey with the script, names and removes it', async () => {
      const { context, page } = await open();
      await VirtualAuthenticator.plugIn(page);
      await Promise.all([page.waitForNavigation(), page.click('button:has-text("Add a passkey")')]);
      expect(page.url()).toMatch(/\/auth\/account$/);
      await look(page, 'account-passkey');
      await page.fill('.naming [name=name]', 'Blue key');
      await Promise.all([
        page.waitForURL(/passkeyRenamed/),
        page.click('button:text-is("Rename")'),
      ]);
      expect(await page.textContent('.passkeys li')).toContain('Blue key');
      await Promise.all([
        page.waitForURL(/passkeyRemoved/),
        page.click('button:text-is("Remove")'),
      ]);
      expect(await page.locator('.passkeys li').count()).toBe(0);
      await context.close();
    });

    it('leads to the proof before the browser asks for a passkey, and back', async () => {
      const { context, page, url } = await open();
      await VirtualAuthenticator.plugIn(page);
      await makeStale(context);
      await Promise.all([
        page.waitForURL(/reauthenticate/),
        page.click('button:has-text("Add a passkey")'),
      ]);
      expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${url}/auth/account`);
      await page.fill('[name=email]', user.email);
      await page.fill('[name=password]', PASSWORD);
      await Promise.all([
        page.waitForURL(({ pathname }) => pathname === '/auth/account'),
        page.keyboard.press('Enter'),
      ]);
      await page.click('button:has-text("Add a passkey")');
      await page.locator('.passkeys li').waitFor();
      await context.close();
    });

    async function makeStale(context: BrowserContext): Promise<void> {
      const cookies = await context.cookies();
      const token = cookies.find(({ name }) => name.includes('session-token'))?.value ?? '';
      const authTime = new Date(Date.now() - 1_000_000);
      for (const one of await adapter.listSessionsByUserId(user.id)) {
        if (one.sessionToken === token) await adapter.updateSession({ ...one, authTime });
      }
    }

    it.each(FORMS)('refuses %s from a page of another origin (K52, E03)', async (path) => {
      const browser = await rig.signedIn(user);
      const form = { csrfToken: await browser.csrfToken(), provider: 'google', name: 'Eve' };
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site', origin: undefined },
      ] as Record<string, string>[]) {
        const response = await browser.post(`/auth/${path}`, { form, headers });
        expect(response.status).toBe(403);
      }
      expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } });
    });
  });
});
