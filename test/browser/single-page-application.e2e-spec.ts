import { type AuthConfig, Credentials, OIDC } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { bundled } from '../client/bundled.js';
import { allow, authFor } from '../fixtures/spa-api.sample.js';
import { LoopbackServer } from '../support/loopback-server.js';
import { describeWith } from '../support/services.js';
import { JANE, type Platform, platforms, SECRET, TestApp } from '../support/test-app.js';
import { CHROMIUM, launchChromium } from './chromium.js';

/** Returns a page with a module script, as Vite builds it, that shows who is signed in. */
const pageFor = (api: string): string => `<!DOCTYPE html><title>Shop</title>
<p role="status"></p>
<form><label>Name <input name="username"></label>
<label>Password <input name="password" type="password"></label><button>Sign in</button></form>
<button id="idp">Continue with IdP</button><button id="out">Sign out</button>
<script type="module">
import { authClient } from '/client.js';
const auth = authClient(${JSON.stringify(api)});
const say = (text) => { document.querySelector('[role=status]').textContent = text; };
const show = ({ status, session }) => {
  if (status === 'unavailable') say('refused');
  else if (status !== 'loading') say('hello ' + (session?.user?.name ?? 'nobody'));
};
document.forms[0].onsubmit = (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target));
  auth.signInWithPassword(fields).then((problem) => problem && say(problem));
};
document.querySelector('#idp').onclick = () => auth.signIn('idp');
document.querySelector('#out').onclick = () => auth.signOut({ redirect: false });
auth.onSession(show);
</script>`;

/** Serves the page. `api` is set later, once the application listens. */
class Site extends LoopbackServer {
  api = '';

  static async start(): Promise<Site> {
    const client = await bundled("export * from './apps/example/src/other-origin/auth-client.ts';");
    const server = createServer((request, response) => {
      const isClient = request.url === '/client.js';
      response.setHeader('Content-Type', isClient ? 'text/javascript' : 'text/html');
      response.end(isClient ? client : pageFor(site.api));
    });
    const site = new Site(server);
    return site.listen();
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }
}

describeWith(CHROMIUM, 'a single-page application on another origin (U7)', () => {
  let browser: Browser;
  let server: FakeOAuthServer;
  let site: Site;
  let stranger: Site;

  beforeAll(async () => {
    browser = await launchChromium();
    server = await FakeOAuthServer.start();
    server.claims = { sub: 'ada', name: 'ada', email: 'ada@example.com' };
    [site, stranger] = [await Site.start(), await Site.start()];
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([server, site, stranger].map((each) => each?.close()));
  });

  it.each(platforms())(
    'signs in with a password and with a provider, and signs out, on %s',
    async (platform) => {
      const app = await start(platform);
      const page = await browser.newPage();
      const isShown = (text: string) => page.getByRole('status').getByText(text).waitFor();
      await page.goto(`${site.origin}/shop?item=1`);
      await isShown('hello nobody');

      await signIn(page, 'wrong');
      await isShown('These details are incorrect.');
      await signIn(page, JANE.password);
      await isShown('hello jane');
      await page.reload();
      await isShown('hello jane');
      await page.click('#out');
      await isShown('hello nobody');

      await page.click('#idp');
      await isShown('hello ada');
      expect(page.url()).toBe(`${site.origin}/shop?item=1`);

      await page.goto(stranger.origin);
      await isShown('refused');
      await page.close();
      await app.close();
    },
  );

  it.each(platforms())(
    'takes nobody for signed out who could not be looked up, on %s',
    async (on) => {
      let isDown = false;
      const app = await start(on, {
        session: ({ session }) => {
          if (isDown) throw new Error('the store of roles is down');
          return session;
        },
      });
      const page = await browser.newPage();
      const isShown = (text: string) => page.getByRole('status').getByText(text).waitFor();
      await page.goto(site.origin);
      await isShown('hello nobody');
      await signIn(page, JANE.password);
      await isShown('hello jane');

      isDown = true;
      await page.reload();
      await isShown('refused');

      isDown = false;
      await page.reload();
      await isShown('hello jane');
      await page.close();
      await app.close();
    },
  );

  async function start(
    platform: Platform,
    callbacks: AuthConfig['callbacks'] = {},
  ): Promise<TestApp> {
    const providers = [
      Credentials({
        id: 'password',
        credentials: { username: {}, password: { type: 'password' } },
        authorize: ({ username, password }) =>
          password === JANE.password ? { id: '1', name: String(username) } : null,
      }),
      OIDC({ id: 'idp', name: 'IdP', ...server.client }),
    ];
    const app = await TestApp.start({
      platform,
      input: authFor(site.origin, { secret: SECRET, trustHost: true, providers, callbacks }),
      configure: (nest) => allow(site.origin, nest),
    });
    site.api = stranger.api = app.url.replace('127.0.0.1', 'localhost');
    return app;
  }

  async function signIn(page: Page, password: string): Promise<void> {
    await page.getByLabel('Name').fill(JANE.username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
});
