import { request } from 'node:http';
import { Deferred } from '../support/deferred.js';
import { credentials, JANE, OTTO, TestApp } from '../support/test-app.js';
import { platformsAndStores, WatchedStore } from '../support/watched-store.js';

describe.each(platformsAndStores())(
  'a client that disconnects on %s with %s (H24)',
  (platform, kind) => {
    let store: WatchedStore;
    let app: TestApp;

    afterEach(async () => {
      await app.close();
      await store.close();
    });

    it('during the callback leaves a complete sign-in and an application that still works', async () => {
      const reached = new Deferred();
      const go = new Deferred();
      const done = new Deferred();
      store = await WatchedStore.open(kind);
      app = await TestApp.start({
        platform,
        config: {
          adapter: store.adapter,
          events: { signIn: () => done.resolve() },
          providers: [
            {
              ...credentials(),
              authorize: async (fields: { username?: string; password?: string }) => {
                reached.resolve();
                await go.promise;
                return credentials().authorize(fields);
              },
            },
          ],
        },
      });
      const browser = app.client();
      const body = `${new URLSearchParams({ csrfToken: await browser.csrfToken(), ...JANE })}`;
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const sent = request(`${app.url}/auth/callback/credentials`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      });
      const gone = new Promise((resolve) => {
        sent.on('error', resolve);
      });
      sent.end(body);
      await reached.promise;
      sent.destroy();
      await gone;
      go.resolve();
      await done.promise;

      const user = await store.real.getUserByEmail('jane@example.com');
      expect(await store.real.listAccountsByUserId(user?.id ?? '')).toHaveLength(1);
      const other = app.client();
      await other.signIn('credentials', OTTO);
      expect(await other.session()).toMatchObject({ user: { name: 'otto' } });
      // The first attempt does not prevent the user from signing in again.
      await browser.signIn('credentials', JANE);
      expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
      expect(app.logs.errors).toEqual([]);
    });
  },
);
