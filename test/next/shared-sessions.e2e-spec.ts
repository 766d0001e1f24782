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
    context.setDefaultTimeout(20_000);
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

  describe('with the client of Authnest', () => {
    /** Counts what a page renders, and its requests for the session. */
    async function observed(): Promise<{ requests: string[]; problems: string[] }> {
      const [requests, problems]: [string[], string[]] = [[], []];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text());
      });
      await page.addInitScript(() => {
        const tags = new Set<string>();
        new MutationObserver(() => {
          const main = document.querySelector('form, p');
          if (main) tags.add(main.tagName);
        }).observe(document, { subtree: true, childList: true });
        Object.assign(globalThis, { tags });
      });
      return { requests, problems };
    }
    const shown = () =>
      page.evaluate(() => [...(Reflect.get(globalThis, 'tags') as Set<string>)].join());
    const calls = (paths: string[]) => paths.filter((path) => path.startsWith('/auth/'));

    it('the server hands the session over: no request, and nobody else is shown (K73)', async () => {
      await start('express', {});
      const { requests, problems } = await observed();
      await page.goto('/client');
      await page.getByLabel('Password').waitFor();
      await page.waitForLoadState('networkidle');
      expect({ requests: calls(requests), shown: await shown(), problems }).toEqual({
        requests: [],
        shown: 'FORM',
        problems: [],
      });
      await signInOnPage(PASSWORD);
      await isShown('Hello ada Sign out');
      requests.length = 0;

      const response = await page.reload();
      expect(await response?.text()).toMatch(/Hello <!-- -->ada/);
      await page.waitForLoadState('networkidle');
      expect({ requests: calls(requests), shown: await shown(), problems }).toEqual({
        requests: [],
        shown: 'P',
        problems: [],
      });
    });

    it('a session of one rendering is never shown in another at the same time', async () => {
      await start('fastify', {});
      const names = ['ada', 'grace', 'mary'];
      const visitors = await Promise.all(
        names.map(async (name) => {
          const visitor = await browser.newContext({ baseURL: site.url });
          const csrf = await (await visitor.request.get('/auth/csrf')).json();
          const { csrfToken } = csrf as { csrfToken: string };
          await visitor.request.post('/auth/callback/password', {
            form: { csrfToken, email: name, password: PASSWORD },
          });
          return visitor;
        }),
      );
      const inTurn = Array.from({ length: 24 }, (_, index) => index % names.length);

      const pages = await Promise.all(
        inTurn.map(async (index) => (await visitors[index]?.request.get('/client'))?.text()),
      );

      const greeted = pages.map((html) => html?.match(/Hello <!-- -->(\w+)/)?.[1]);
      expect(greeted).toEqual(inTurn.map((index) => names[index]));
      await Promise.all(visitors.map((visitor) => visitor.close()));
    });

    it('a page that the server rendered without the session causes one request', async () => {
      let isDown = false;
      const session: CallbacksOptions['session'] = ({ session: read }) => {
        if (isDown) throw new Error('the store of roles is down');
        return read;
      };
      await start('express', { callbacks: { session } });
      const { requests, problems } = await observed();
      await page.goto('/client');
      await signInOnPage(PASSWORD);
      await isShown('Hello ada Sign out');
      isDown = true;
      requests.length = 0;
      await page.route('**/auth/session', (route) => {
        isDown = false;
        return route.continue();
      });
      await page.reload();
      await isShown('Hello ada Sign out');

      expect({ requests: calls(requests), shown: await shown(), problems }).toEqual({
        requests: ['/auth/session'],
        shown: 'P',
        problems: [],
      });
    });

    it('a store that is down when the server renders is not shown as a sign-out', async () => {
      let isDown = false;
      const session: CallbacksOptions['session'] = ({ session: read }) => {
        if (isDown) throw new Error('the store of roles is down');
        return read;
      };
      await start('fastify', { callbacks: { session } });
      await page.goto('/client');
      await signInOnPage(PASSWORD);
      await isShown('Hello ada Sign out');
      isDown = true;
      const response = await page.reload();
      expect(await response?.text()).not.toMatch(/<form|Hello/);
    });

    it('a sign-out in another tab is followed, and too many attempts are told', async () => {
      await start('fastify', { limits: { address: () => '192.0.2.1' } });
      const other = await context.newPage();
      // Only a page that runs hears the others.
      for (const each of [page, other]) await each.goto('/client', { waitUntil: 'networkidle' });
      await signInOnPage(PASSWORD);
      await other.getByText('Hello ada Sign out').waitFor();
      await other.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Password').waitFor();

      const alert = page.getByRole('alert').and(page.locator('p'));
      const told = alert.getByText(/^Too many attempts/);
      // A slow machine may have waited long enough for the next one; each wait is twice the last.
      for (let attempt = 0; attempt < 30 && !(await told.isVisible()); attempt += 1) {
        await signInOnPage('wrong');
        // React empties the form at the end of its action.
        await page.getByRole('button', { name: 'Sign in', exact: true, disabled: false }).waitFor();
      }
      await told.waitFor();
    });

    async function signInOnPage(password: string): Promise<void> {
      await page.getByLabel('Email').fill('ada');
      await page.getByLabel('Password').fill(password);
      const answered = page.waitForResponse('**/auth/callback/password?');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await answered;
    }
  });

  async function start(platform: Platform, config: Partial<AuthConfig>): Promise<void> {
    const providers = [
      ...['credentials', 'password'].map((id) =>
        Credentials({
          id,
          credentials: { email: {}, username: {}, password: { type: 'password' } },
          authorize: ({ email, username = email, password }) =>
            password === PASSWORD
              ? { id: `nest-${String(username)}`, name: String(username), email: 'ada@example.com' }
              : null,
        }),
      ),
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
