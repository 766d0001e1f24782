import {
  type AuthConfig,
  type CallbacksOptions,
  Credentials,
  CurrentUser,
  OIDC,
  SessionGuard,
  type User,
} from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { Controller, Get, UseGuards } from '@nestjs/common';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../browser/chromium.js';
import { withEnvironment } from '../support/environment.js';
import { describeWith } from '../support/services.js';
import { PASSWORD, type Platform, platforms, SECRET, TestApp } from '../support/test-app.js';
import { NEXT_IN_CHROMIUM, NextSite } from './next-site.js';

@Controller('orders')
@UseGuards(SessionGuard)
class OrdersController {
  @Get() list(@CurrentUser() { id, name, email }: User): object {
    return { of: { id, name, email } };
  }
}

const callbacks: Partial<CallbacksOptions> = {
  jwt: ({ token, trigger, session }) =>
    trigger === 'update' ? { ...token, ...(session as object) } : token,
  session: ({ session, token }) => ({ ...session, locale: token?.['locale'] }),
};

describeWith(NEXT_IN_CHROMIUM, 'a Next.js front end with next-auth, and a NestJS API', () => {
  let browser: Browser;
  let site: NextSite;
  let server: FakeOAuthServer;
  let context: BrowserContext;
  let page: Page;
  let app: TestApp;

  beforeAll(async () => {
    browser = await launchChromium();
    server = await FakeOAuthServer.start();
    server.claims = { sub: 'grace', name: 'grace', email: 'grace@example.com' };
    site = await NextSite.start();
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([server, site].map((each) => each?.close()));
  });

  beforeEach(async () => {
    context = await browser.newContext({ baseURL: site.url });
    page = await context.newPage();
  });
  afterEach(async () => {
    await context?.close();
    await app?.close();
  });

  it.each(platforms())(
    'Next.js signs in, and Nest reads and extends the session, on %s',
    async (platform) => {
      await start(platform, { providers: [], session: { strategy: 'jwt', updateAge: 0 } });
      await page.goto('/own');
      await isShown('unauthenticated');
      expect(await outputOf('Show orders')).toMatchObject({ statusCode: 401 });

      await signIn(PASSWORD);
      await isShown('hello ada');
      const issued = await sessionCookie();
      expect(await outputOf('Show orders')).toEqual({
        of: { id: 'next-ada', name: 'ada', email: 'ada@example.com' },
      });
      expect(await sessionCookie()).not.toBe(issued);

      // Next.js reads the token that Nest issued, on the server and in the browser.
      await page.reload();
      await isShown('hello ada');
      expect(await page.locator('h1').textContent()).toBe('ada');

      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await isShown('unauthenticated');
      expect(await outputOf('Show orders')).toMatchObject({ statusCode: 401 });
    },
  );

  it.each(platforms())(
    'Nest signs in with a password, and Next.js shows it, on %s',
    async (platform) => {
      await start(platform, { callbacks });
      await page.goto('/nest');
      await isShown('unauthenticated');
      await signIn('wrong');
      expect(await output()).toMatchObject({ error: 'CredentialsSignin', url: null });

      await signIn(PASSWORD);
      await isShown('hello ada');
      expect(await output()).toMatchObject({ ok: true, status: 200, url: `${site.url}/nest` });
      expect(await outputOf('Show orders')).toMatchObject({ of: { id: 'nest-ada' } });
      await page.getByRole('button', { name: 'Speak French' }).click();
      await isShown('hello ada fr');
      await page.reload();
      await isShown('hello ada fr');
      expect(await page.locator('h1').textContent()).toBe('ada');

      await page.getByRole('button', { name: 'Sign out and reload' }).click();
      await isShown('unauthenticated');
      expect(await page.locator('h1').textContent()).toBe('nobody');
      expect(await sessionCookie()).toBeUndefined();
    },
  );

  it.each(platforms())(
    'Nest signs in at a provider, and Next.js shows it, on %s',
    async (platform) => {
      await start(platform, {});
      await page.goto('/nest?item=1');
      await page.getByRole('button', { name: 'Sign in with IdP' }).click();
      await isShown('hello grace');
      expect(page.url()).toBe(`${site.url}/nest?item=1`);

      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await isShown('unauthenticated');
      await page.getByRole('button', { name: 'Open the sign-in page' }).click();
      await page.getByRole('button', { name: 'Continue with IdP' }).click();
      await isShown('hello grace');
      expect(page.url()).toBe(`${site.url}/nest?item=1`);
    },
  );

  async function start(platform: Platform, config: Partial<AuthConfig>): Promise<void> {
    const providers = [
      Credentials({
        credentials: { username: {}, password: { type: 'password' } },
        authorize: ({ username, password }) =>
          password === PASSWORD
            ? { id: `nest-${String(username)}`, name: String(username), email: 'ada@example.com' }
            : null,
      }),
      OIDC({ id: 'idp', name: 'IdP', ...server.client }),
    ];
    app = await withEnvironment({ AUTH_URL: site.url }, () =>
      TestApp.start({
        platform,
        port: site.nestPort,
        module: { controllers: [OrdersController] },
        config: { secret: SECRET, providers, ...config },
      }),
    );
  }

  async function signIn(password: string): Promise<void> {
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  const isShown = (text: string) => page.getByText(text, { exact: true }).waitFor();

  async function sessionCookie(): Promise<string | undefined> {
    const cookies = await context.cookies();
    return cookies.find(({ name }) => name === 'authjs.session-token')?.value;
  }

  async function outputOf(name: string): Promise<unknown> {
    await page.getByRole('button', { name, exact: true }).click();
    return output();
  }

  /** Returns the result of the last button, which replaces that of the button before. */
  async function output(): Promise<unknown> {
    const shown = page.locator('output:not(:empty)');
    return JSON.parse((await shown.textContent()) ?? '');
  }
});
