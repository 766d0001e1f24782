import { MemoryAdapter } from '@authnest/testing';
import type { Browser, BrowserContext, CDPSession, Page, Request } from 'playwright-core';
import { Deferred } from '../support/deferred.js';
import { startPasskeyApp } from '../support/passkeys.js';
import { describeWith } from '../support/services.js';
import { platforms, type TestApp } from '../support/test-app.js';
import { CHROMIUM, launchChromium } from './chromium.js';

describeWith(CHROMIUM, 'passkeys in Chromium', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  describe.each(platforms())('on %s', (platform) => {
    let app: TestApp;
    let origin: string;
    let context: BrowserContext;
    let page: Page;
    let cdp: CDPSession;
    let authenticatorId: string;
    const complaints: string[] = [];

    beforeEach(async () => {
      complaints.length = 0;
      app = await startPasskeyApp({ platform, adapter: new MemoryAdapter() });
      // Passkeys require a domain name; they do not work with an IP address.
      origin = app.url.replace('127.0.0.1', 'localhost');
      context = await browser.newContext({ baseURL: origin });
      context.on('console', (message) => {
        // The application has no pages of its own, so other URLs respond with 404.
        const isOurs = message.location().url.startsWith(`${origin}/auth/`);
        if (message.type() === 'error' && isOurs) complaints.push(message.text());
      });
      context.on('weberror', (error) => complaints.push(error.error().message));
      page = await context.newPage();
      cdp = await context.newCDPSession(page);
      await cdp.send('WebAuthn.enable', { enableUI: false });
      ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      }));
    });
    afterEach(async () => {
      await context.close();
      await app.close();
    });

    async function register(email: string): Promise<void> {
      await presence(false);
      await page.goto('/auth/signin?callbackUrl=/auth/session');
      await unfold();
      await page.getByLabel('Email address').fill(email);
      await presence(true);
      await page.getByRole('button', { name: 'Create a passkey' }).click();
      await page.waitForURL(`${origin}/auth/session`);
    }

    /** Opens the passkey form, which is separate as the password form has no email field. */
    async function unfold(): Promise<void> {
      await page.locator('summary', { hasText: 'Use a passkey' }).click();
    }

    /** Sets whether the user touches the authenticator; autofill waits for a touch. */
    async function presence(enabled: boolean): Promise<void> {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    }

    /** Hides the support for autofill of passkeys from the page. */
    async function withoutAutofill(): Promise<void> {
      await page.addInitScript(() => {
        Object.defineProperty(globalThis.PublicKeyCredential, 'isConditionalMediationAvailable', {
          value: undefined,
        });
      });
    }

    async function signOut(): Promise<void> {
      await page.goto('/auth/signout');
      await page.click('#submitButton');
      await page.waitForURL((url) => url.pathname !== '/auth/signout');
      await page.goto('/auth/session');
      expect(await page.textContent('body')).toBe('null');
    }

    async function expectSession(email: string): Promise<void> {
      await page.waitForURL(`${origin}/auth/session`);
      expect(await page.textContent('body')).toContain(email);
    }

    it('registers, and signs in with the button, without console errors (E09, E25)', async () => {
      await withoutAutofill();
      await register('ada@example.com');
      await expectSession('ada@example.com');
      await signOut();

      await page.goto('/auth/signin?callbackUrl=/auth/session');
      await unfold();
      await page.click('#submitButton-passkey');

      await expectSession('ada@example.com');
      expect(complaints).toEqual([]);
    });

    it('has the device forget a passkey that was refused, and no other', async () => {
      await withoutAutofill();
      await page.addInitScript(() => {
        Object.assign(PublicKeyCredential, {
          signalUnknownCredential: async (of: object) =>
            sessionStorage.setItem('signalled', JSON.stringify(of)),
        });
      });
      const signalled = () => page.evaluate(() => sessionStorage.getItem('signalled'));
      await register('ada@example.com');
      await expectSession('ada@example.com');
      await signOut();
      await page.goto('/auth/signin?error=AccountNotLinked');
      expect(await signalled()).toBeNull();

      await unfold();
      await page.getByLabel('Email address').fill('ada@example.com');
      await page.getByRole('button', { name: 'Create a passkey' }).click();
      // The address is the same before and after, so it does not tell when the page has told the device.
      await page.waitForFunction(() => sessionStorage.getItem('signalled') !== null);
      expect(page.url()).toContain('error=AccountNotLinked');

      const { rpId, credentialId } = JSON.parse(`${await signalled()}`) as Record<string, string>;
      expect(rpId).toBe('localhost');
      expect(credentialId).toMatch(/^[\w-]{20,}$/);
      await page.evaluate(() => sessionStorage.removeItem('signalled'));
      await page.reload();
      expect(await signalled()).toBeNull();
    });

    it('signs in through autofill, without a click', async () => {
      await register('ada@example.com');
      await signOut();

      await page.goto('/auth/signin?callbackUrl=/auth/session');

      await expectSession('ada@example.com');
      expect(complaints).toEqual([]);
    });

    it('creates a passkey if the button is clicked before the options for autofill arrive', async () => {
      const isForAutofill = (url: string): boolean => url.includes('action=authenticate');
      const held = new Deferred();
      const over = new Deferred();
      await page.route('**/webauthn-options/**', async (route) => {
        if (isForAutofill(route.request().url())) await held.promise;
        await route.continue();
      });
      const end = (request: Request): void => {
        if (isForAutofill(request.url())) over.resolve();
      };
      page.on('requestfinished', end);
      page.on('requestfailed', end);
      // A request that began without a person present would never end.
      const present = new Deferred();
      await page.exposeFunction('untilPresent', () => present.promise);
      await page.addInitScript(() => {
        const { credentials } = navigator;
        const create = credentials.create.bind(credentials);
        credentials.create = async (options) => {
          await (window as unknown as { untilPresent(): Promise<void> }).untilPresent();
          return create(options);
        };
      });
      await presence(false);
      await page.goto('/auth/signin?callbackUrl=/auth/session');
      await unfold();
      await page.getByLabel('Email address').fill('ada@example.com');
      const asked = page.waitForResponse(/action=register/);
      await page.getByRole('button', { name: 'Create a passkey' }).click();
      await asked;

      held.resolve();
      await over.promise;
      await presence(true);
      present.resolve();

      await expectSession('ada@example.com');
    });

    it('refuses a copy of the authenticator, whose counter is too low (G07)', async () => {
      await register('ada@example.com');
      await signOut();
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
      const [copy] = credentials;
      if (!copy) throw new Error('the authenticator has no passkey');
      await page.goto('/auth/signin?callbackUrl=/auth/session');
      await expectSession('ada@example.com');
      await signOut();

      await cdp.send('WebAuthn.removeCredential', {
        authenticatorId,
        credentialId: copy.credentialId,
      });
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: copy });
      await page.goto('/auth/signin?callbackUrl=/auth/session');
      await page.waitForURL(/error=WebAuthnVerificationError/);
      // Autofill must not start here: it would fail repeatedly without any user action.
      expect(await page.isVisible('#submitButton-passkey')).toBe(true);

      await page.goto('/auth/session');
      expect(await page.textContent('body')).toBe('null');
    });

    it('shows a message on the same page if no passkey was used', async () => {
      await page.goto('/auth/signin');
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });

      await unfold();
      await page.click('#submitButton-passkey');

      await page.getByText('No passkey was used').waitFor();
      expect(page.url()).toBe(`${origin}/auth/signin`);
    });

    it('requires an email address before it creates a passkey', async () => {
      await page.goto('/auth/signin');

      await unfold();
      await page.getByRole('button', { name: 'Create a passkey' }).click();

      expect(await page.locator(':invalid#input-email-for-passkey-provider').count()).toBe(1);
    });

    it('hides the passkey form if JavaScript is disabled', async () => {
      const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
      const scriptless = await plain.newPage();

      await scriptless.goto('/auth/signin');

      expect(await scriptless.isVisible('#passkey-form')).toBe(false);
      expect(await scriptless.isVisible('form[action$="/callback/credentials"]')).toBe(true);
      expect(await scriptless.isVisible('.or')).toBe(false);
      await plain.close();
    });
  });
});
