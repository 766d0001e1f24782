import type { AuthConfig } from '@authnest/core';
import { CookieClient } from '@authnest/testing';
import { never, PATIENCE, runOutAll } from '../support/patience.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { WatchedStore } from '../support/watched-store.js';
import { OrdersController } from '../support/whole-job.js';

describe.each(platforms())('a call that never settles on %s (H02)', (platform) => {
  let store: WatchedStore;
  let app: TestApp;

  beforeEach(async () => {
    store = await WatchedStore.open('memory');
  });
  afterEach(() => app.close());

  const start = async (config: Partial<AuthConfig>): Promise<TestApp> =>
    (app = await TestApp.start({
      platform,
      config: { timeout: PATIENCE, ...config },
      module: { controllers: [OrdersController] },
    }));

  it('to the store fails a read with 503 and signs nobody out', async () => {
    await start({ adapter: store.adapter });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    store.replace('getSessionAndUser', never);

    expect((await browser.get('/auth/session')).status).toBe(503);
    expect(browser.lastSetCookies).toEqual([]);
    expect((await browser.get('/orders')).status).toBe(503);
    store.heal();
    expect((await browser.get('/orders')).status).toBe(200);
    expect(app.logs.types).toEqual(['SessionTokenError', 'SessionTokenError']);
  });

  it('to the store fails a sign-in with the error page and a sign-out with 503', async () => {
    await start({ adapter: store.adapter });
    const browser = app.client();
    store.replace('getUserByAccount', never);
    expect((await browser.signIn('credentials', JANE)).location).toBe(
      `${app.url}/auth/error?error=Configuration`,
    );
    store.heal();
    await browser.signIn('credentials', JANE);
    store.replace('deleteSession', never);

    expect((await browser.signOut()).status).toBe(503);
    store.heal();
    expect(await browser.session()).not.toBeNull();
  });

  it.each(['jwt', 'session'] as const)(
    'to the callback %s fails a read with 503 and signs nobody out',
    async (name) => {
      let stuck = false;
      await start({
        callbacks: {
          jwt: ({ token }) => (stuck && name === 'jwt' ? never() : token),
          session: ({ session }) => (stuck && name === 'session' ? never() : session),
        },
      });
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      stuck = true;

      expect((await browser.get('/auth/session')).status).toBe(503);
      expect((await browser.get('/orders')).status).toBe(503);
      expect(browser.lastSetCookies).toEqual([]);
      stuck = false;
      expect((await browser.get('/orders')).status).toBe(200);
    },
  );

  it('does not block other requests, even if 500 are stuck', async () => {
    await start({ adapter: store.adapter });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    let stuck = 0;
    const allStuck = new Promise<void>((resolve) => {
      store.replace('getSessionAndUser', () => {
        stuck += 1;
        if (stuck === 500) resolve();
        return new Promise(() => undefined);
      });
    });
    let responded = 0;
    const waiting = Array.from({ length: 500 }, () =>
      new CookieClient(app.url).get('/auth/session', { cookie }).finally(() => (responded += 1)),
    );
    await allStuck;

    expect((await app.client().get('/auth/providers')).status).toBe(200);
    expect(responded).toBe(0);
    runOutAll();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
  });
});
