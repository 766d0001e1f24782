import type { Browser } from 'playwright-core';
import { CHROMIUM, launchChromium } from '../browser/chromium.js';
import { describeWith } from '../support/services.js';
import { pageOf } from './build-page.js';
import { Shop, type Tab } from './shop.js';

describeWith(CHROMIUM, 'a tab beside one of next-auth/react', () => {
  let browser: Browser;
  let shop: Shop;

  beforeAll(async () => {
    browser = await launchChromium();
    shop = await Shop.open('express', browser, await pageOf('plain'));
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  const listen = (tab: Tab) =>
    tab.page.evaluate(() => {
      const client = calls.createAuthClient({ channel: 'next-auth' });
      client.onSession(({ status }) => (document.title = status));
      Object.assign(globalThis, { client });
    });
  const titled = (tab: Tab, status: string) =>
    tab.page.waitForFunction((text) => document.title === text, status);

  it('reads the session once for a message of the other, and sends none (K73)', async () => {
    const visitor = await shop.visitor();
    const [first, second] = [await visitor.tab(), await visitor.tab()];
    await first.signIn();
    for (const tab of [first, second]) {
      await listen(tab);
      await titled(tab, 'authenticated');
      tab.requests.length = 0;
    }
    const other = await visitor.context.newPage();
    await other.goto('/shop');
    await visitor.context.clearCookies();
    await other.evaluate(() => {
      const channel = new BroadcastChannel('next-auth');
      channel.onmessage = ({ data }) => renders.push(JSON.stringify(data));
      renders.length = 0;
      // As next-auth/react 5 sends it after a sign-out.
      channel.postMessage({ event: 'session', data: { trigger: 'signout' } });
    });

    for (const tab of [first, second]) {
      await titled(tab, 'unauthenticated');
      expect(tab.requests).toEqual(['session']);
    }
    expect(await other.evaluate(() => renders)).toEqual([]);
    await visitor.leave();
  });

  it('sends what the other expects after a sign-out (K73)', async () => {
    const visitor = await shop.visitor();
    const tab = await visitor.tab();
    await tab.signIn();
    await listen(tab);
    await titled(tab, 'authenticated');
    const other = await visitor.context.newPage();
    await other.goto('/shop');
    const received = other.evaluate(
      () =>
        new Promise((resolve) => {
          new BroadcastChannel('next-auth').onmessage = ({ data }) => resolve(data);
        }),
    );
    await tab.page.evaluate(() =>
      (Reflect.get(globalThis, 'client') as typeof calls).signOut({ redirect: false }),
    );

    expect(await received).toEqual({
      event: 'session',
      data: { trigger: 'signout' },
      session: null,
    });
    await visitor.leave();
  });
});
