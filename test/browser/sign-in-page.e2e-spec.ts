import { type AuthConfig, Credentials, Email, OIDC, Passkey, type Provider } from '@authnest/core';
import { GitHub, Google, MicrosoftEntraID } from '@authnest/providers';
import { MemoryAdapter } from '@authnest/testing';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describeWith } from '../support/services.js';
import { JANE, PASSWORD, platforms, SECRET, TestApp } from '../support/test-app.js';
import { CHROMIUM, launchChromium } from './chromium.js';

const client = { clientId: 'any', clientSecret: 'any' };
const links = { forgotPassword: '/f', createAccount: '/c', terms: '/t', privacy: '/p' };
const sent: string[] = [];

const mail = Email({
  from: 'us@example.com',
  sendVerificationRequest: ({ url }) => {
    sent.push(url);
  },
});
const password = Credentials({
  credentials: { email: { type: 'email' }, password: { type: 'password' } },
  authorize: ({ email, password: typed }) =>
    typed === PASSWORD ? { id: '1', name: 'Ada', email } : null,
});
const staff = Credentials({
  id: 'staff',
  name: 'staff number',
  credentials: { number: {}, pin: { type: 'password' } },
  authorize: () => null,
});

/** Providers by the query parameter `show`. Forms are posted without it, to the first entry. */
const SHOWN: Readonly<Record<string, Provider[]>> = {
  everything: [mail, Passkey(), password, staff, GitHub(client), MicrosoftEntraID(client)],
  mail: [mail, GitHub(client)],
  passkey: [Passkey()],
  providers: [GitHub(client), Google(client)],
  own: [
    OIDC({
      id: 'own',
      name: 'Own',
      issuer: 'https://id.example',
      ...client,
      style: { logo: 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E' },
    }),
  ],
  nothing: [],
};

function configOf(adapter: MemoryAdapter, request: { url?: string }): AuthConfig {
  const show = new URL(`${request.url}`, 'http://any').searchParams.get('show') ?? 'everything';
  return {
    secret: SECRET,
    trustHost: true,
    adapter,
    session: { strategy: 'jwt' },
    experimental: { enableWebAuthn: true },
    limits: false,
    name: 'Shop',
    links,
    providers: SHOWN[show] ?? [],
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  };
}

describeWith(CHROMIUM, 'the built-in pages in Chromium', () => {
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

    beforeAll(async () => {
      const adapter = new MemoryAdapter();
      app = await TestApp.start({
        platform,
        input: (request) => configOf(adapter, request as { url?: string }),
      });
      origin = app.url.replace('127.0.0.1', 'localhost');
    });
    afterAll(() => app.close());

    async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
      context = await browser.newContext({ baseURL: origin, locale: 'en', ...options });
      page = await context.newPage();
    }
    afterEach(() => context.close());

    /** The element that has the keyboard focus. */
    const focused = () => page.locator(':focus');

    it('signs in by keyboard only, and keeps the address after a wrong password', async () => {
      await open();
      await page.goto('/auth/signin?callbackUrl=/auth/session');
      await page.keyboard.press('Tab');
      await page.keyboard.type('ada@example.com');
      await page.keyboard.press('Tab');
      await page.keyboard.type('wrong');
      await page.keyboard.press('Enter');
      await page.waitForURL(/error=CredentialsSignin/);

      expect(await page.getByLabel('Email address').inputValue()).toBe('ada@example.com');
      expect(await focused().getAttribute('name')).toBe('password');
      const described = (await focused().getAttribute('aria-describedby')) ?? '';
      expect(await page.locator(`#${described}[role=alert]`).innerText()).toContain('incorrect');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${origin}/auth/session`);
      expect(await page.textContent('body')).toContain('ada@example.com');
    });

    it('reaches every way to sign in with the Tab key, in the order on the page', async () => {
      await open();
      await page.goto('/auth/signin');
      const reached: (string | null)[] = [];
      for (let step = 0; step < 14; step += 1) {
        await page.keyboard.press('Tab');
        reached.push(
          await focused().evaluate(
            (at) => at.textContent || at.getAttribute('name') || (at as HTMLElement).title,
          ),
        );
      }

      expect(reached).toEqual([
        'email',
        'password',
        'Show password',
        'Forgot password?',
        'Sign in',
        'Email me a link',
        'Use a passkey',
        'Continue with staff number',
        'Continue with GitHub',
        'Continue with Microsoft',
        'Create an account',
        'Create a passkey',
        'Terms',
        'Privacy',
      ]);
    });

    it('shows the password while its button is pressed, and hides it when the form is sent', async () => {
      await open();
      await page.goto('/auth/signin');
      const field = page.locator('[name=password]');
      const eye = page.getByRole('button', { name: 'Show password' }).first();
      const type = () => field.getAttribute('type');

      await eye.click();
      expect([await type(), await eye.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
      await eye.click();
      expect([await type(), await eye.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
      await eye.click();
      await field.evaluate((input: HTMLInputElement) => {
        input.form?.addEventListener('submit', (event) => event.preventDefault());
      });
      await page.getByLabel('Email address').fill('ada@example.com');
      await field.fill('wrong');
      await page.keyboard.press('Enter');
      expect(await type()).toBe('password');
    });

    it('posts no empty form: neither a password nor a link without an address', async () => {
      await open();
      await page.goto('/auth/signin');
      const posts: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') posts.push(request.url());
      });

      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: 'Email me a link' }).click();

      expect(await focused().getAttribute('name')).toBe('email');
      expect(posts).toEqual([]);
    });

    it('counts down to the next attempt, and removes the warning when it may be made', async () => {
      await open();
      await page.clock.install();
      await page.goto('/auth/signin?error=RateLimited&retryAfter=75');
      const box = page.locator('#sign-in-error');

      expect(await box.innerText()).toMatch(/Try again in 2 minutes\.\s+1:15$/);
      await page.clock.runFor(10_000);
      expect(await box.innerText()).toContain('1:05');
      await page.clock.runFor(65_500);
      expect(await box.isVisible()).toBe(false);
      expect(await page.getByLabel('Email address').isVisible()).toBe(true);
    });

    it('requires the address in the shared field before a passkey is created', async () => {
      await open();
      await page.goto('/auth/signin');

      await page.getByRole('button', { name: 'Create a passkey' }).click();

      expect(await focused().getAttribute('name')).toBe('email');
    });

    it('without JavaScript, sends a link and opens a form, but offers no passkey', async () => {
      await open({ javaScriptEnabled: false });
      await page.goto('/auth/signin');

      expect(await page.getByText('passkey').filter({ visible: true }).count()).toBe(0);
      await page.locator('summary', { hasText: 'Continue with staff number' }).click();
      await page.getByLabel('number').fill('7');
      await page.locator('#input-pin-for-staff-provider').fill('1');
      await page.keyboard.press('Enter');
      await page.waitForURL(/error=CredentialsSignin/);
      expect(await page.getByLabel('number').inputValue()).toBe('7');
      await page.getByLabel('Email address').fill(`${JANE.username}@example.com`);
      await page.getByRole('button', { name: 'Email me a link' }).click();
      await page.waitForURL(/verify-request/);
    });

    it('is 390 pixels wide without wrapped labels or horizontal scrolling', async () => {
      await open({ viewport: { width: 390, height: 844 } });
      for (const locale of ['en', 'de']) {
        await context.setExtraHTTPHeaders({ 'accept-language': locale });
        await page.goto('/auth/signin');

        const heights = await page
          .locator('.button')
          .filter({ visible: true })
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
        expect(Math.max(...heights)).toBeLessThan(50);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(390);
      }
    });

    it('keeps the white behind a logo when the system replaces all colours', async () => {
      await open({ forcedColors: 'active', colorScheme: 'dark' });
      await page.goto('/auth/signin?show=own');

      const plate = page.locator('.logo-mark');
      expect(await plate.evaluate((at) => getComputedStyle(at).backgroundColor)).toBe(
        'rgb(255, 255, 255)',
      );
    });

    // The results of axe do not depend on the platform.
    if (platform !== platforms()[0]) return;

    const PAGES = [
      ...Object.keys(SHOWN).map((show) => `signin?show=${show}`),
      'signin?error=CredentialsSignin',
      'signin?error=WebAuthnVerificationError',
      'signout',
      'verify-request?provider=email&type=email',
      'error?error=AccessDenied',
      'error?error=Configuration',
      'error?error=Verification',
    ];

    it.each(['light', 'dark'] as const)('passes the checks of axe, %s', async (colorScheme) => {
      await open({ colorScheme });
      for (const path of PAGES) {
        await page.goto(`/auth/${path}`);
        expect([path, await violations()]).toEqual([path, []]);
      }
      await page.goto('/auth/signin');
      await page.locator('summary', { hasText: 'Continue with staff number' }).click();
      expect(['unfolded', await violations()]).toEqual(['unfolded', []]);
    });

    it.each(['light', 'dark'] as const)(
      'passes the checks of axe during and after a sign-in, %s',
      async (colorScheme) => {
        await open({ colorScheme });
        await page.goto('/auth/signin?callbackUrl=/auth/session');
        await page.getByLabel('Email address').fill('ada@example.com');
        sent.length = 0;
        await page.getByRole('button', { name: 'Email me a link' }).click();
        await page.waitForURL(/verify-request/);
        expect(['verify', await violations()]).toEqual(['verify', []]);
        await context.clearCookies();
        await page.goto(`${sent[0]}`.replace(/^https?:\/\/[^/]*/, origin));
        expect(['confirm', await violations()]).toEqual(['confirm', []]);
        await page.click('#submitButton');
        await page.waitForURL(`${origin}/auth/session`);
        await page.goto('/auth/signout');
        expect(['sign-out', await violations()]).toEqual(['sign-out', []]);
      },
    );

    async function violations(): Promise<string[]> {
      // Evaluated through the debugger, which the content security policy does not block.
      await page.evaluate(axe.source);
      const found = await page.evaluate(async () => {
        const { axe: there } = globalThis as unknown as { axe: typeof axe };
        return (await there.run(document)).violations.map(({ id, nodes }) => ({
          id,
          at: nodes.map(({ html }) => html),
        }));
      });
      return found.map(({ id, at }) => `${id}: ${at.join(' ')}`);
    }
  });
});
