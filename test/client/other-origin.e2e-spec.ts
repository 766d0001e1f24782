import { type AuthConfig, OIDC, Passkey } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { createServer } from 'node:http';
import type { Browser } from 'playwright-core';
import { CHROMIUM, launchChromium } from '../browser/chromium.js';
import { VirtualAuthenticator } from '../browser/virtual-authenticator.js';
import { allow, authFor } from '../fixtures/spa-api.sample.js';
import { LoopbackServer } from '../support/loopback-server.js';
import { describeWith } from '../support/services.js';
import { credentials, JANE, type Platform, SECRET, TestApp } from '../support/test-app.js';
import { pageOf } from './build-page.js';
import { Tab } from './shop.js';

/** A site of its own, on another port. */
class Site extends LoopbackServer {
  static start(html: string): Promise<Site> {
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end(html);
    });
    return new Site(server).listen();
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }
}

describeWith(CHROMIUM, 'the client on another origin of the same site', () => {
  let browser: Browser;
  let idp: FakeOAuthServer;
  let site: Site;
  let stranger: Site;

  beforeAll(async () => {
    browser = await launchChromium();
    idp = await FakeOAuthServer.start();
    idp.claims = { sub: 'ada', name: 'ada', email: 'ada@example.com' };
    const html = await pageOf('elsewhere');
    [site, stranger] = await Promise.all([Site.start(html), Site.start(html)]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([idp, site, stranger].map((each) => each?.close()));
  });

  describe.each<[Platform, AuthConfig['csrf']]>([
    ['express', 'token'],
    ['fastify', 'origin'],
  ])('with %s and csrf: %s', (platform, csrf) => {
    let app: TestApp;

    beforeAll(async () => {
      const providers = [credentials(), OIDC({ id: 'idp', name: 'IdP', ...idp.client }), Passkey()];
      app = await TestApp.start({
        platform,
        input: authFor(site.origin, {
          secret: SECRET,
          trustHost: true,
          adapter: new MemoryAdapter(),
          session: { strategy: 'jwt' },
          experimental: { enableWebAuthn: true },
          providers,
          csrf,
        }),
        // The stranger may read responses, as if CORS were too generous.
        configure: (nest) => {
          if (platform === 'express') return allow(site.origin, nest);
          nest.enableCors({ origin: [site.origin, stranger.origin], credentials: true });
        },
      });
    });
    afterAll(() => app?.close());

    async function visit(origin: string, shows: string): Promise<Tab> {
      const context = await browser.newContext({ baseURL: origin });
      const api = app.url.replace('127.0.0.1', 'localhost');
      await context.addInitScript((url) => Object.assign(globalThis, { api: url }), api);
      const tab = new Tab(await context.newPage());
      await tab.page.goto('/shop?item=1');
      await tab.shows(shows);
      return tab;
    }

    it('makes every call, with preflights (K72)', async () => {
      const tab = await visit(site.origin, 'unauthenticated');
      const fields = { ...JANE, redirect: false };
      const results = await tab.page.evaluate(async (given) => {
        const { signIn, signOut, getSession, ...client } = elsewhere;
        return {
          refused: await signIn('credentials', { ...given, password: 'wrong' }),
          signedIn: await signIn('credentials', given),
          session: await getSession(),
          providers: await client.getProviders(),
          token: await client.getCsrfToken(),
          updated: await client.updateSession('data'),
          sessions: await client.sessions.list(),
          signedOut: await signOut({ redirect: false }),
        };
      }, fields);

      expect(results).toMatchObject({
        refused: { error: 'CredentialsSignin', code: 'credentials' },
        signedIn: { ok: true, url: `${site.origin}/shop?item=1` },
        session: { session: { user: { name: 'jane' } } },
        providers: { ok: true },
        token: { ok: true },
        updated: { session: { user: { name: 'jane' } } },
        sessions: { error: 'NotFound', status: 404 },
        signedOut: { ok: true, url: `${site.origin}/shop?item=1` },
      });
      await tab.shows('unauthenticated');
      await tab.page.context().close();
    });

    it('comes back from a provider, and adds a passkey to the user (K72)', async () => {
      const tab = await visit(site.origin, 'unauthenticated');
      await tab.page.evaluate(() => void elsewhere.signIn('idp'));
      await tab.shows('authenticated ada');
      expect(tab.page.url()).toBe(`${site.origin}/shop?item=1`);

      await VirtualAuthenticator.plugIn(tab.page);
      const results = await tab.page.evaluate(async () => {
        const client = elsewhere;
        return [
          await calls.registerPasskey({ client }),
          await client.signOut({ redirect: false }),
          await calls.signInWithPasskey({ client, redirect: false }),
        ];
      });
      expect(results).toMatchObject(results.map(() => ({ ok: true })));
      await tab.shows('authenticated ada');
      await tab.page.context().close();
    });

    it('states what is wrong on an origin that is not trusted (K72)', async () => {
      const tab = await visit(
        stranger.origin,
        platform === 'express' ? 'unavailable' : 'unauthenticated',
      );
      const result = await tab.page.evaluate(
        (fields) => elsewhere.signIn('credentials', { ...fields, redirect: false }),
        JANE,
      );

      expect(result).toMatchObject(
        platform === 'express'
          ? { error: 'Unreachable', message: expect.stringContaining('CORS') as string }
          : { error: 'UntrustedOrigin', status: 403 },
      );
      await tab.page.context().close();
    });
  });
});
