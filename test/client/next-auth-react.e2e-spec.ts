import type { Browser } from 'playwright-core';
import { launchChromium } from '../browser/chromium.js';
import { NEXT_IN_CHROMIUM } from '../next/next-site.js';
import { describeWith } from '../support/services.js';
import { nextAuthPage, pageOf } from './build-page.js';
import { Shop, type Tab, type Visitor } from './shop.js';

const JANE = { user: { name: 'jane' }, expires: '2100-01-01T00:00:00.000Z' };

// The cases of the other entries that next-auth/react promises too: it reads the session twice,
// takes a fault for a sign-out, and follows other tabs by a request.
describeWith(NEXT_IN_CHROMIUM, 'a page of next-auth/react', () => {
  let browser: Browser;
  let html: string;
  let shop: Shop;
  let visitor: Visitor;

  beforeAll(async () => {
    browser = await launchChromium();
    html = await nextAuthPage();
    shop = await Shop.open('express', browser, html);
  });
  beforeEach(async () => {
    visitor = await shop.visitor();
  });
  afterEach(() => visitor.leave());
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  async function signedIn(): Promise<Tab> {
    const tab = await visitor.tab();
    await tab.signIn();
    await tab.shows('authenticated jane');
    return tab;
  }

  it('shows who is signed in, first nobody', async () => {
    const tab = await visitor.tab('unauthenticated');
    await tab.signIn();
    await tab.page.reload();
    await tab.shows('authenticated jane');

    expect(tab.problems).toEqual([]);
  });

  it.each([
    ['authenticated jane', JANE],
    ['unauthenticated', null],
  ])('shows %s, handed over, without a request', async (text, session) => {
    const handed = `<script>handedOver = ${JSON.stringify(session)}</script>`;
    const tab = await visitor.tab(text, '/shop', handed + html);

    expect(new Set(await tab.renders())).toEqual(new Set([text]));
    expect(tab.requests).toEqual([]);
  });

  it('signs in with a password on the page', async () => {
    const tab = await visitor.tab();

    expect(await tab.signIn({ redirectTo: '/shop/cart' })).toMatchObject({
      ok: true,
      status: 200,
      url: `${shop.origin}/shop/cart`,
    });
    await tab.shows('authenticated jane');
    expect(tab.page.url()).toBe(`${shop.origin}/shop`);
  });

  it('goes to the target after a sign-in', async () => {
    const tab = await visitor.tab();
    const arrived = tab.page.waitForURL(`${shop.origin}/shop?item=1`);
    await tab.page.evaluate((fields) => void calls.signIn('credentials', fields), {
      username: 'jane',
      password: 'canary-password-77b1',
      redirectTo: '/shop?item=1',
    });
    await arrived;

    await tab.shows('authenticated jane');
  });

  it('stays on the page after a refusal, with its code', async () => {
    const tab = await visitor.tab();

    expect(await tab.signIn({ password: 'wrong' })).toMatchObject({
      error: 'CredentialsSignin',
      code: 'credentials',
      url: null,
    });
    expect(await tab.signIn({}, 'locked')).toMatchObject({ code: 'locked' });
    await tab.shows('unauthenticated');
  });

  it('comes back from a provider', async () => {
    const tab = await visitor.tab('unauthenticated', '/shop?item=1');
    await tab.page.evaluate(() => void calls.signIn('idp'));

    await tab.shows('authenticated ada');
    expect(tab.page.url()).toBe(`${shop.origin}/shop?item=1`);
  });

  it('gets the address of a provider', async () => {
    const tab = await visitor.tab();

    expect(await tab.signIn({}, 'idp')).toMatchObject({
      ok: true,
      url: expect.stringContaining(shop.idp.issuer) as string,
    });
  });

  it('signs in by mail', async () => {
    const tab = await visitor.tab();
    const given = { email: 'next-auth@example.com', redirectTo: '/shop' };
    expect(await tab.signIn(given, 'email')).toMatchObject({ ok: true });

    await tab.page.goto(shop.links.at(-1)?.replace('127.0.0.1', 'localhost') ?? '');
    await tab.page.waitForURL(`${shop.origin}/shop`);
    await tab.shows('authenticated');
  });

  it('shows the page of the server without a provider', async () => {
    const tab = await visitor.tab();
    await tab.page.evaluate(() => void calls.signIn());

    await tab.page.waitForURL(/\/auth\/signin\?callbackUrl=.*%2Fshop$/);
  });

  it('signs in although the CSRF cookie is gone', async () => {
    const tab = await visitor.tab();
    await tab.signIn({ password: 'wrong' });
    await visitor.context.clearCookies();

    expect(await tab.signIn()).toMatchObject({ ok: true });
  });

  it('reads a 429 after too many attempts', async () => {
    const tab = await visitor.tab();
    const results: unknown[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      results.push(await tab.signIn({ password: 'wrong' }));
    }

    expect(results.at(-1)).toMatchObject({ ok: false, status: 429, url: null });
  });

  it('shows an update of the session', async () => {
    const tab = await signedIn();
    await tab.page.evaluate(() => calls.updateSession('joan'));

    await tab.shows('authenticated joan');
  });

  it('keeps nothing in the storage of the browser', async () => {
    const tab = await signedIn();

    expect(
      await tab.page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]),
    ).toEqual([0, 0, '']);
  });

  it('is not told any more once it is gone', async () => {
    const tab = await signedIn();
    const other = await visitor.tab('authenticated jane');
    await tab.unmount();
    const before = await tab.renders();
    await other.signOut();
    await other.shows('unauthenticated');

    expect(await tab.renders()).toEqual(before);
    expect(tab.problems).toEqual([]);
  });

  describe('beside tabs of Authnest', () => {
    let own: string;

    beforeAll(async () => {
      own = await pageOf('next-auth-channel');
    });

    /** Signs in, and opens a page of each kind, and one that is offline. */
    async function tabs() {
      const theirs = await signedIn();
      // Theirs reads the session for each tab that is opened, maybe after that one shows it.
      const open = async () => {
        const read = theirs.page.waitForResponse('**/auth/session');
        const tab = await visitor.tab('authenticated jane', '/shop', own);
        await read;
        return tab;
      };
      const [ours, offline] = [await open(), await open()];
      await offline.page.route('**', (route) => route.abort());
      for (const tab of [theirs, ours, offline]) tab.requests.length = 0;
      return { theirs, ours, offline };
    }

    it('follows a sign-out of ours by one request; the others by none (K73)', async () => {
      const { theirs, ours, offline } = await tabs();
      await ours.signOut();

      for (const tab of [theirs, ours, offline]) await tab.shows('unauthenticated');
      expect(theirs.requests).toEqual(['session']);
      expect(ours.requests).toEqual(['csrf', 'signout']);
      expect(offline.requests).toEqual([]);
    });

    it('is followed by one request; a tab that cannot ask stays signed in (K73)', async () => {
      const { theirs, ours, offline } = await tabs();
      await theirs.signOut();

      for (const tab of [theirs, ours]) await tab.shows('unauthenticated');
      expect(ours.requests).toEqual(['session']);
      expect(offline.requests).toEqual(['session']);
      await offline.shows('authenticated jane');
    });
  });
});
