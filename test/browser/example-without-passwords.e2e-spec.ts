import { jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeWith } from '../support/services.js';
import { platforms } from '../support/test-app.js';
import { CHROMIUM, launchChromium } from './chromium.js';
import { buildExample, ExampleProcess } from './example-process.js';
import { VirtualAuthenticator } from './virtual-authenticator.js';
import { Visitor } from './visitor.js';

jest.setTimeout(30_000);

describeWith(CHROMIUM, 'the example without passwords', () => {
  let browser: Browser;

  beforeAll(async () => {
    await buildExample();
    browser = await launchChromium();
  }, 180_000);
  afterAll(() => browser?.close());

  describe.each(platforms)('on %s', (platform) => {
    let example: ExampleProcess;
    let visitor: Visitor;

    beforeAll(async () => {
      example = await ExampleProcess.start(platform);
    });
    afterAll(() => example?.close());

    beforeEach(async () => {
      visitor = await Visitor.arrive(browser, example);
    });
    afterEach(() => visitor.leave());

    async function content(): Promise<string> {
      return visitor.page.getByRole('main').innerText();
    }

    it('signs in by the link from the inbox, at once in the browser that asked for it', async () => {
      const { page } = visitor;
      await page.goto('/protected');

      await page.goto(await visitor.askForLink('mary@example.com'));

      expect(page.url()).toBe(`${example.url}/protected`);
      expect(await content()).toContain('mary@example.com');
      expect(visitor.complaints).toEqual([]);
    });

    it('leads from the mail in the inbox to the page that was asked for', async () => {
      const { page } = visitor;
      await page.goto('/protected');
      await visitor.askForLink('rosa@example.com');
      await page.goto(example.inbox);
      await page.getByRole('link', { name: 'to rosa@example.com' }).click();

      await page.frameLocator('iframe').getByRole('link', { name: 'Sign in' }).click();

      await page.waitForURL(`${example.url}/protected`);
    });

    it('F06 F07 asks in another browser, names the address masked, and works once', async () => {
      await visitor.page.goto('/protected');
      const link = await visitor.askForLink('tim@example.com');
      const other = await Visitor.arrive(browser, example);

      await other.page.goto(link);
      const asked = await other.page.locator('body').innerText();
      await other.page.getByRole('button', { name: /sign in/i }).click();
      await other.page.waitForURL(`${example.url}/protected`);

      expect(asked).toMatch(/t\S*@example\.com/);
      expect(asked).not.toContain('tim@');
      expect(other.complaints).toEqual([]);
      await other.leave();
      await visitor.page.goto(link);
      expect(visitor.page.url()).toContain('error=Verification');
      await visitor.page.goto('/');
      expect(await content()).toContain('You are signed out');
    });

    it('C10 leaves no token of a mail in address bar, history or Referer', async () => {
      const { page } = visitor;
      await page.goto('/protected');
      const link = await visitor.askForLink('eve@example.com');
      const other = await Visitor.arrive(browser, example);
      await other.page.goto(link);
      const token = new URL(link).searchParams.get('token') ?? 'none';

      expect(other.page.url()).not.toContain(token);
      for (const request of other.requests) {
        expect((await request.allHeaders())['referer'] ?? '').not.toContain(token);
      }
      await other.leave();
    });

    it('adds a passkey, signs in with it by autofill, and refuses a clone', async () => {
      const { page } = visitor;
      await page.goto('/passkeys');
      await visitor.signInWithPassword('alan@example.com', 'enigma-bombe-1940');
      await page.waitForURL(`${example.url}/passkeys`);
      const authenticator = await VirtualAuthenticator.plugIn(page);
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('listitem').waitFor();

      await page.getByLabel('Name of the passkey').fill('Work laptop');
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.waitForURL(`${example.url}/passkeys`);
      expect(await page.getByLabel('Name of the passkey').inputValue()).toBe('Work laptop');

      await visitor.signOut();
      const plugInClone = await authenticator.clone();
      await page.goto('/auth/signin?callbackUrl=/protected');
      await page.waitForURL(`${example.url}/protected`);
      expect(await content()).toContain('Alan Turing');

      await visitor.signOut();
      await plugInClone();
      await page.goto('/auth/signin?callbackUrl=/protected');
      await page.waitForURL(/error=WebAuthnVerificationError/);
      await page.goto('/');
      expect(await content()).toContain('You are signed out');
    });

    it('registers a newcomer by passkey, who may remove it, since a mailed link is left', async () => {
      const { page } = visitor;
      const authenticator = await VirtualAuthenticator.plugIn(page);
      await authenticator.touched(false);
      await page.goto('/passkeys');
      await page.locator('#input-email-for-passkey-provider').fill('newcomer@example.com');
      await authenticator.touched(true);
      await page.getByRole('button', { name: 'Create a passkey' }).click();
      await page.waitForURL(`${example.url}/passkeys`);

      expect(await page.getByRole('listitem').count()).toBe(1);

      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('None yet.').waitFor();

      expect(visitor.complaints).toEqual([]);
    });
  });
});
