import type { Browser } from 'playwright-core';
import { CHROMIUM, launchChromium } from '../browser/chromium.js';
import { VirtualAuthenticator } from '../browser/virtual-authenticator.js';
import { platforms } from '../support/platforms.js';
import { describeWith } from '../support/services.js';
import { ENTRIES, pageOf } from './build-page.js';
import { Shop, type Tab, type Visitor } from './shop.js';

const JANE = { user: { name: 'jane' }, expires: '2100-01-01T00:00:00.000Z' };
const handing = (html: string, session: unknown) =>
  html.replace('<main>', `<script>handedOver = ${JSON.stringify(session)}</script><main>`);

describeWith(CHROMIUM, 'a page in Chromium', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  describe.each(ENTRIES)('with the entry %s', (entry) => {
    let html: string;
    let shop: Shop;
    let visitor: Visitor;

    beforeAll(async () => {
      html = await pageOf(entry);
      const [platform = 'express'] = platforms();
      shop = await Shop.open(platform, browser, html);
    });
    beforeEach(async () => {
      shop.isDown = false;
      visitor = await shop.visitor();
    });
    afterEach(() => visitor.leave());
    afterAll(() => shop?.close());

    /** Opens a tab of somebody who has signed in. */
    async function signedIn(): Promise<Tab> {
      const tab = await visitor.tab();
      await tab.signIn();
      await tab.shows('authenticated jane');
      return tab;
    }

    describe('first', () => {
      it('shows that nobody is signed in, after one request', async () => {
        const tab = await visitor.tab('unauthenticated');

        expect(tab.requests).toEqual(['session']);
        expect(new Set(await tab.renders())).toEqual(new Set(['loading', 'unauthenticated']));
        expect(tab.problems).toEqual([]);
      });

      it('shows who is signed in, after one request', async () => {
        const tab = await signedIn();
        tab.requests.length = 0;
        await tab.page.reload();
        await tab.shows('authenticated jane');

        expect(tab.requests).toEqual(['session']);
        expect(new Set(await tab.renders())).toEqual(new Set(['loading', 'authenticated jane']));
      });

      it.each([
        ['authenticated jane', JANE],
        ['unauthenticated', null],
      ])('shows %s, handed over, without a request or another rendering', async (text, session) => {
        const other = await shop.visitor(handing(html, session));
        const tab = await other.tab(text);

        expect(new Set(await tab.renders())).toEqual(new Set([text]));
        expect(tab.requests).toEqual([]);
        await other.leave();
      });
    });

    describe('sign-in', () => {
      it('with a password is shown without another page', async () => {
        const tab = await visitor.tab();

        expect(await tab.signIn({ callbackUrl: '/shop/cart' })).toEqual({
          ok: true,
          url: `${shop.origin}/shop/cart`,
        });
        await tab.shows('authenticated jane');
        expect(tab.page.url()).toBe(`${shop.origin}/shop`);
      });

      it('goes to `callbackUrl`, without the error of an earlier attempt', async () => {
        const tab = await visitor.tab('unauthenticated', '/shop?item=1&error=CredentialsSignin');
        const arrived = tab.page.waitForURL(`${shop.origin}/shop?item=1`);
        await tab.page.evaluate((fields) => void calls.signIn('credentials', fields), PASSWORD);
        await arrived;

        await tab.shows('authenticated jane');
      });

      it('that is refused stays on the page, with a code, and a text in its language', async () => {
        const tab = await visitor.tab();

        expect(await tab.signIn({ password: 'wrong', redirect: true })).toMatchObject({
          ok: false,
          error: 'CredentialsSignin',
        });
        await tab.page.evaluate(() => (document.documentElement.lang = 'de'));
        expect(await tab.signIn({}, 'locked')).toMatchObject({
          code: 'locked',
          message: expect.stringMatching(/^Diese Angaben/) as string,
        });
        expect(tab.page.url()).toBe(`${shop.origin}/shop`);
        await tab.shows('unauthenticated');
      });

      it('at a provider comes back to the page', async () => {
        const tab = await visitor.tab('unauthenticated', '/shop?item=1');
        await tab.page.evaluate(() => void calls.signIn('idp'));

        await tab.shows('authenticated ada');
        expect(tab.page.url()).toBe(`${shop.origin}/shop?item=1`);
      });

      it('at a provider may return its address instead', async () => {
        const tab = await visitor.tab();

        expect(await tab.signIn({}, 'idp')).toEqual({
          ok: true,
          next: 'provider',
          url: expect.stringContaining(shop.idp.issuer) as string,
        });
        await tab.shows('unauthenticated');
      });

      it('by mail ends in the browser that requested the link', async () => {
        const tab = await visitor.tab();
        const email = `${entry}@example.com`;
        expect(await tab.signIn({ email, callbackUrl: '/shop' }, 'email')).toEqual({
          ok: true,
          next: 'email',
          url: `${shop.origin}/auth/verify-request?provider=email&type=email`,
        });

        await tab.page.goto(shop.links.at(-1)?.replace('127.0.0.1', 'localhost') ?? '');
        await tab.page.waitForURL(`${shop.origin}/shop`);
        await tab.shows('authenticated');
      });

      it('without a provider shows the page of the server', async () => {
        const tab = await visitor.tab();
        await tab.page.evaluate(() => void calls.signIn());

        await tab.page.waitForURL(/\/auth\/signin\?callbackUrl=.*%2Fshop$/);
      });

      it('sends a request again whose CSRF token another tab has replaced', async () => {
        const tab = await visitor.tab();
        let posts = 0;
        await tab.page.route('**/auth/callback/**', async (route) => {
          posts += 1;
          if (posts === 1) await visitor.context.clearCookies({ name: 'authjs.csrf-token' });
          await route.continue();
        });

        expect(await tab.signIn()).toMatchObject({ ok: true });
        expect(posts).toBe(2);
        await tab.shows('authenticated jane');
      });

      it('returns how long to wait after too many attempts', async () => {
        const tab = await visitor.tab();
        const last = await tab.page.evaluate(async () => {
          const fields = { username: 'jane', password: 'wrong', redirect: false };
          for (;;) {
            const result = await calls.signIn('credentials', fields);
            if (result.ok || result.error !== 'CredentialsSignin') return result;
          }
        });

        expect(last).toMatchObject({
          error: 'RateLimited',
          status: 429,
          message: expect.stringMatching(/^Too many attempts/) as string,
        });
        expect(!last.ok && last.retryAfter).toBeGreaterThan(0);
      });
    });

    describe('a passkey', () => {
      it('is created by a new user, and signs in', async () => {
        const tab = await visitor.tab();
        await VirtualAuthenticator.plugIn(tab.page);
        const email = `new-${entry}@example.com`;
        const register = (address: string) =>
          tab.page.evaluate((to) => calls.registerPasskey({ email: to }), address);

        expect(await register(email)).toMatchObject({ ok: true });
        await tab.shows('authenticated');
        await tab.signOut();
        await tab.shows('unauthenticated');
        expect(
          await tab.page.evaluate(() => calls.signInWithPasskey({ redirect: false })),
        ).toMatchObject({ ok: true });
        await tab.shows('authenticated');
      });

      it('is added to the signed-in user, once', async () => {
        const tab = await signedInAtProvider();
        await VirtualAuthenticator.plugIn(tab.page);

        expect(await tab.page.evaluate(() => calls.registerPasskey())).toMatchObject({ ok: true });
        expect(await tab.page.evaluate(() => calls.registerPasskey())).toMatchObject({
          error: 'InvalidStateError',
        });
        await tab.shows('authenticated ada');
      });

      it('from the autofill ends with the next call, and signs in', async () => {
        const tab = await visitor.tab();
        await VirtualAuthenticator.plugIn(tab.page);
        await tab.page.evaluate(
          (to) => calls.registerPasskey({ email: to }),
          `${entry}@auto.example`,
        );
        await tab.signOut();
        const [first, second] = await tab.page.evaluate(async () => {
          const options = { autofill: true, redirect: false };
          const one = calls.signInWithPasskey(options);
          const other = calls.signInWithPasskey(options);
          return Promise.all([one, other]);
        });

        expect(first).toMatchObject({ ok: false, error: 'AbortError' });
        expect(second).toMatchObject({ ok: true });
        await tab.shows('authenticated');
      });

      it('that the person refuses is a result', async () => {
        const tab = await visitor.tab();
        await tab.page.evaluate(() => {
          navigator.credentials.get = () =>
            Promise.reject(new DOMException('cancelled', 'NotAllowedError'));
        });

        expect(await tab.page.evaluate(() => calls.signInWithPasskey())).toEqual({
          ok: false,
          error: 'NotAllowedError',
          message: 'cancelled',
        });
      });

      async function signedInAtProvider(): Promise<Tab> {
        const tab = await visitor.tab();
        await tab.page.evaluate(() => void calls.signIn('idp'));
        await tab.shows('authenticated ada');
        return tab;
      }
    });

    describe('other tabs', () => {
      it('follow a sign-out without a request, one of them offline (K73)', async () => {
        const first = await signedIn();
        const [second, third] = [
          await visitor.tab('authenticated jane'),
          await visitor.tab('authenticated jane'),
        ];
        await third.page.route('**', (route) => route.abort());
        for (const tab of [second, third]) tab.requests.length = 0;

        expect(await first.signOut()).toMatchObject({ ok: true });
        for (const tab of [first, second, third]) await tab.shows('unauthenticated');
        expect([...second.requests, ...third.requests]).toEqual([]);
      });

      it('follow a sign-in without a request', async () => {
        const [first, second] = [await visitor.tab(), await visitor.tab()];
        second.requests.length = 0;
        await first.signIn();

        await second.shows('authenticated jane');
        expect(second.requests).toEqual([]);
      });

      it('follow an update of the session', async () => {
        const first = await signedIn();
        const second = await visitor.tab('authenticated jane');
        const updated = await first.page.evaluate(() => calls.updateSession('joan'));

        expect(updated).toMatchObject({ session: { user: { name: 'joan' } } });
        for (const tab of [first, second]) await tab.shows('authenticated joan');
      });

      it('follow by one message, which contains no token', async () => {
        const first = await visitor.tab();
        const second = await visitor.tab();
        await second.page.evaluate(() => {
          const seen: unknown[] = [];
          Object.assign(globalThis, { seen });
          new BroadcastChannel('authnest:/auth').onmessage = ({ data }) => seen.push(data);
        });
        await first.signIn();
        await second.shows('authenticated jane');

        const seen = await second.page.evaluate(() => Reflect.get(globalThis, 'seen') as unknown);
        expect(seen).toEqual([
          {
            event: 'session',
            data: { trigger: 'getSession' },
            session: expect.objectContaining({ user: expect.anything() as object }) as object,
          },
        ]);
      });
    });

    describe('a fault', () => {
      it('of the store at first is not shown as a sign-out', async () => {
        const tab = await signedIn();
        shop.isDown = true;
        await tab.page.reload();
        await tab.shows('unavailable');

        shop.isDown = false;
        await tab.page.evaluate(() => calls.getSession());
        expect(await tab.renders()).not.toContain('unauthenticated');
      });

      it('of the store later signs nobody out in any tab', async () => {
        const tab = await signedIn();
        const other = await visitor.tab('authenticated jane');
        shop.isDown = true;

        expect(await tab.page.evaluate(() => calls.getSession())).toMatchObject({
          error: 'Unavailable',
          status: 503,
        });
        for (const each of [tab, other]) await each.shows('authenticated jane');
      });

      it('of the network is a result of every call', async () => {
        const tab = await signedIn();
        await tab.page.route('**/auth/**', (route) => route.abort());
        const results = await tab.page.evaluate(() =>
          Promise.all([calls.getSession(), calls.updateSession(1), calls.sessions.list()]),
        );

        expect(results.map((result) => !result.ok && result.error)).toEqual(
          results.map(() => 'Unreachable'),
        );
        await tab.shows('authenticated jane');
      });

      it('of a proxy, HTML in place of JSON, signs nobody out (K73)', async () => {
        const tab = await signedIn();
        await tab.page.route('**/auth/**', (route) =>
          route.fulfill({ body: '<h1>Bad gateway</h1>', contentType: 'text/html', status: 502 }),
        );

        expect(await tab.page.evaluate(() => calls.getSession())).toMatchObject({
          error: 'UnexpectedResponse',
          status: 502,
        });
        expect(await tab.signOut()).toMatchObject({ ok: false, error: 'UnexpectedResponse' });
        await tab.shows('authenticated jane');
      });
    });

    describe('the session in the page', () => {
      it('is dropped by a sign-out without a network, in all tabs', async () => {
        const tab = await signedIn();
        const other = await visitor.tab('authenticated jane');
        await tab.page.route('**/auth/**', (route) => route.abort());

        expect(await tab.signOut()).toMatchObject({ ok: false, error: 'Unreachable' });
        for (const each of [tab, other]) await each.shows('unauthenticated');
      });

      it('is not rendered again if it is the same', async () => {
        const tab = await signedIn();
        const before = await tab.renders();
        await tab.page.evaluate(() => calls.getSession());

        expect(await tab.renders()).toEqual(before);
      });

      it('is not undone by a response that was sent before a sign-out', async () => {
        const tab = await signedIn();
        let release = (): void => undefined;
        const held = new Promise<void>((resolve) => (release = resolve));
        await tab.page.route('**/auth/session', async (route) => {
          const response = await route.fetch();
          await held;
          await route.fulfill({ response });
        });
        const asked = tab.page.waitForRequest('**/auth/session');
        const reading = tab.page.evaluate(() => calls.getSession());
        await asked;
        await tab.signOut();
        release();

        expect(await reading).toEqual({ ok: true, session: null });
        await tab.shows('unauthenticated');
      });

      it('is read again when it expires', async () => {
        const tab = await signedIn();
        await tab.page.clock.install();
        await tab.page.reload();
        await tab.shows('authenticated jane');
        await visitor.context.clearCookies();
        // The longest timer of a browser is shorter than a session.
        for (const days of [25, 6]) await tab.page.clock.fastForward(days * 24 * 3_600_000);

        await tab.shows('unauthenticated');
      });

      it('is not read at focus', async () => {
        const tab = await signedIn();
        tab.requests.length = 0;
        await tab.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

        expect(tab.requests).toEqual([]);
      });

      it('is read when the page returns from the back-forward cache', async () => {
        const tab = await signedIn();
        await visitor.context.clearCookies();
        await tab.page.evaluate(() =>
          dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
        );

        await tab.shows('unauthenticated');
      });

      it('is kept nowhere else, and no global function is replaced', async () => {
        const tab = await signedIn();
        const kept = await tab.page.evaluate(async () => ({
          stored: [localStorage.length, sessionStorage.length, document.cookie],
          databases: await indexedDB.databases(),
          native: [fetch, BroadcastChannel, setTimeout, history.pushState].map((each) =>
            `${each}`.includes('[native code]'),
          ),
        }));

        expect(kept).toEqual({
          stored: [0, 0, ''],
          databases: [],
          native: [true, true, true, true],
        });
      });

      it('is not observed any more by a page that is gone', async () => {
        const tab = await signedIn();
        const other = await visitor.tab('authenticated jane');
        await tab.unmount();
        const before = await tab.renders();
        await other.signOut();
        await other.shows('unauthenticated');

        expect(await tab.renders()).toEqual(before);
        expect(tab.problems).toEqual([]);
      });
    });
  });
});

const PASSWORD = { username: 'jane', password: 'canary-password-77b1' };
