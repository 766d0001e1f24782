import { type AuthConfig, OIDC, Passkey } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { Browser } from 'playwright-core';
import { CHROMIUM, launchChromium } from '../browser/chromium.js';
import { VirtualAuthenticator } from '../browser/virtual-authenticator.js';
import { authFor } from '../fixtures/spa-api.sample.js';
import { withEnvironment } from '../support/environment.js';
import { LoopbackServer } from '../support/loopback-server.js';
import { FOREIGN_TARGETS } from '../support/redirect-targets.js';
import { describeWith } from '../support/services.js';
import { credentials, JANE, type Platform, SECRET, TestApp } from '../support/test-app.js';
import { TLS_CERTIFICATE, TLS_KEY } from '../support/tls.js';
import { until } from '../support/until.js';
import { pageOf } from './build-page.js';
import { Tab } from './shop.js';

/** One site over https: pages on any of its hosts, and the application behind `api`. */
class Site extends LoopbackServer {
  readonly app = 'https://app.shop.example';
  readonly api = 'https://api.shop.example';
  /** A host of the same site that is not trusted. */
  readonly sibling = 'https://blog.shop.example';
  /** Trusted too, but on another site. */
  readonly foreign = 'https://shop.other.example';
  /** Origin of each POST request, and the status of the response. */
  readonly answers: [origin: string | undefined, status: number | undefined][] = [];
  /** Where the application listens. */
  target = '';

  static async start(html: string): Promise<Site> {
    const tls = { key: TLS_KEY, cert: TLS_CERTIFICATE };
    const server = createServer(tls, (incoming, outgoing) => {
      if (incoming.headers.host !== new URL(site.api).host) {
        outgoing.setHeader('Content-Type', 'text/html').end(html);
        return;
      }
      const { method, url, headers } = incoming;
      const onward = request(`${site.target}${url}`, { method, headers }, (response) => {
        if (method === 'POST') site.answers.push([headers.origin, response.statusCode]);
        outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
        response.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    });
    const site = new Site(server);
    return site.listen();
  }

  /** A browser that finds the hosts of the site here. */
  browser(): Promise<Browser> {
    return launchChromium(`--host-resolver-rules=MAP *.example 127.0.0.1:${this.port}`);
  }
}

describeWith(CHROMIUM, 'the client on another origin of the same site, over https', () => {
  let browser: Browser;
  let idp: FakeOAuthServer;
  let site: Site;

  beforeAll(async () => {
    idp = await FakeOAuthServer.start();
    idp.claims = { sub: 'ada', name: 'ada', email: 'ada@example.com' };
    site = await Site.start(await pageOf('elsewhere'));
    browser = await site.browser();
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([idp, site].map((each) => each?.close()));
  });

  describe.each<[Platform, AuthConfig['csrf']]>([
    ['express', 'token'],
    ['fastify', 'origin'],
  ])('with %s and csrf: %s', (platform, csrf) => {
    let app: TestApp;

    beforeAll(async () => {
      const providers = [
        credentials(),
        OIDC({ id: 'idp', name: 'IdP', ...idp.client }),
        Passkey({ relayingParty: { id: 'shop.example' } }),
      ];
      app = await withEnvironment({ AUTH_URL: site.api }, () => start(providers));
      site.target = app.url;
    });
    afterAll(() => app?.close());

    const start = (providers: AuthConfig['providers']) =>
      TestApp.start({
        platform,
        input: {
          ...authFor(site.app, {
            secret: SECRET,
            adapter: new MemoryAdapter(),
            session: { strategy: 'jwt' },
            experimental: { enableWebAuthn: true },
            providers,
            csrf,
          }),
          trustedOrigins: [site.app, site.foreign],
        },
        // The sibling may read responses, as if CORS were too generous.
        configure: (nest) => {
          const origin = [
            site.app,
            site.foreign,
            ...(platform === 'fastify' ? [site.sibling] : []),
          ];
          nest.enableCors({ origin, credentials: true });
        },
      });

    async function visit(origin: string, shows: string): Promise<Tab> {
      const context = await browser.newContext({ baseURL: origin, ignoreHTTPSErrors: true });
      await context.addInitScript((url) => Object.assign(globalThis, { api: url }), site.api);
      const tab = new Tab(await context.newPage());
      await tab.page.goto('/shop?item=1');
      await tab.shows(shows);
      return tab;
    }

    it('makes every call, with preflights (K72)', async () => {
      const tab = await visit(site.app, 'unauthenticated');
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
        signedIn: { ok: true, url: `${site.app}/shop?item=1` },
        session: { session: { user: { name: 'jane' } } },
        providers: { ok: true },
        token: { ok: true },
        updated: { session: { user: { name: 'jane' } } },
        sessions: { error: 'NotFound', status: 404 },
        signedOut: { ok: true, url: `${site.app}/shop?item=1` },
      });
      await tab.shows('unauthenticated');
      await tab.page.context().close();
    });

    it('comes back from a provider, and adds a passkey to the user (K72)', async () => {
      const tab = await visit(site.app, 'unauthenticated');
      await tab.page.evaluate(() => void elsewhere.signIn('idp'));
      await tab.shows('authenticated ada');
      expect(tab.page.url()).toBe(`${site.app}/shop?item=1`);

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

    it('has cookies of the API alone, which no script reads (K72)', async () => {
      const tab = await visit(site.app, 'unauthenticated');
      await tab.page.evaluate((given) => elsewhere.signIn('credentials', given), {
        ...JANE,
        redirect: false,
      });
      const cookies = await tab.page.context().cookies();
      const sent = cookies.filter(({ value }) => value !== '');

      expect(sent.length).toBeGreaterThan(1);
      expect(sent.every(({ name }) => /^__(Host|Secure)-authjs\./.test(name))).toBe(true);
      for (const cookie of sent) {
        expect(cookie).toMatchObject({
          domain: new URL(site.api).host,
          secure: true,
          httpOnly: true,
          sameSite: 'Lax',
        });
      }
      await tab.page.context().close();
    });

    it('ends on trusted origins alone, whatever the page asks for (K74)', async () => {
      const tab = await visit(site.app, 'unauthenticated');
      const foreign = FOREIGN_TARGETS.map((target) =>
        target.replaceAll('app.example', 'app.shop.example'),
      );
      const results = await tab.page.evaluate(
        async ([fields, targets]) => {
          const urls: string[] = [];
          for (const callbackUrl of targets) {
            const signedIn = await elsewhere.signIn('credentials', { ...fields, callbackUrl });
            const signedOut = await elsewhere.signOut({ callbackUrl, redirect: false });
            for (const result of [signedIn, signedOut])
              urls.push(result.ok ? result.url : 'refused');
          }
          return urls;
        },
        [
          { ...JANE, redirect: false },
          [...foreign, site.sibling, `${site.app}/cart`, site.api],
        ] as const,
      );
      const origins = results.map((url) => (url === 'refused' ? url : new URL(url).origin));

      expect(new Set(origins)).toEqual(new Set([site.app, site.api]));
      expect(results.slice(-4)).toEqual([
        `${site.app}/cart`,
        `${site.app}/cart`,
        `${site.api}/`,
        `${site.api}/`,
      ]);
      await tab.page.context().close();
    });

    it('refuses a page without an origin, such as a sandboxed frame (K72)', async () => {
      const tab = await visit(site.app, 'unauthenticated');
      site.answers.length = 0;
      await tab.page.evaluate((url) => {
        const frame = document.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-scripts');
        frame.srcdoc =
          `<script>fetch('${url}', { method: 'POST', mode: 'no-cors', body: 'x=1',
          credentials: 'include' })</scr` + 'ipt>';
        document.body.append(frame);
      }, `${site.api}/auth/signout`);
      await until('the frame was answered', () => site.answers.length > 0);

      expect(site.answers).toEqual([['null', 403]]);
      await tab.page.context().close();
    });

    it('states on another site that the browser keeps no cookies (K72)', async () => {
      const tab = await visit(site.foreign, 'unauthenticated');
      const fields = { ...JANE, redirect: false };
      const result = await tab.page.evaluate(
        (given) => elsewhere.signIn('credentials', given),
        fields,
      );

      expect(result).toMatchObject(
        csrf === 'token'
          ? { error: 'MissingCSRF' }
          : {
              error: 'CookiesBlocked',
              message: expect.stringMatching(`^${site.api}/auth: .* another site`) as string,
            },
      );
      expect(tab.page.url()).toBe(`${site.foreign}/shop?item=1`);
      await tab.shows('unauthenticated');
      await tab.page.context().close();
    });

    it('states what is wrong on an origin that is not trusted (K72)', async () => {
      const tab = await visit(
        site.sibling,
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
