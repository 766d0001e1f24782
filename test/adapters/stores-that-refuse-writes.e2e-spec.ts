import { UnstorageAdapter } from '@auth/unstorage-adapter';
import type { Adapter } from '@authnest/core';
import { RecordStoreAdapter } from '@authnest/record-store';
import { createStorage } from 'unstorage';
import redisDriver from 'unstorage/drivers/redis';
import { InterruptedClient } from '../record-store/interrupted-client.js';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { PATIENCE } from '../support/patience.js';
import { describeWith, type Service } from '../support/services.js';
import { cookieHeader, MeController, SESSION } from '../support/signed-out.js';
import { SurrealStore } from '../support/surreal-store.js';
import { type CheckedClient, JANE, OTTO, platforms, TestApp } from '../support/test-app.js';

/** A store whose writes can be made to fail while reads succeed. */
interface SwitchedStore {
  readonly adapter: Adapter;
  refuseWrites(isRefused: boolean): Promise<void>;
  close(): Promise<void>;
}

async function recordStore(): Promise<SwitchedStore> {
  const store = await SurrealStore.open();
  const client = new InterruptedClient(store, Infinity);
  return {
    adapter: new RecordStoreAdapter(client),
    refuseWrites: async (isRefused) => {
      client.writesLeft = isRefused ? 0 : Infinity;
    },
    close: () => store.close(),
  };
}

async function redisStore(): Promise<SwitchedStore> {
  const redis = await OwnRedis.start();
  const storage = createStorage({ driver: redisDriver({ url: redis.url, base: 'auth' }) });
  return {
    adapter: UnstorageAdapter(storage),
    refuseWrites: (isRefused) => redis.refuseWrites(isRefused),
    close: async () => {
      await storage.dispose();
      await redis.remove();
    },
  };
}

const stores: readonly [service: Service, open: () => Promise<SwitchedStore>][] = [
  [{ name: 'the record store' }, recordStore],
  [{ ...redisProgram, name: 'Redis' }, redisStore],
];

for (const [service, open] of stores) {
  describeWith(service, `${service.name} while it refuses writes`, () => {
    let store: SwitchedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    describe.each(platforms())('on %s', (platform) => {
      let app: TestApp;
      let browser: CheckedClient;
      let ended: string;

      beforeAll(async () => {
        // Each read renews the session, and each renewal is a write.
        const session = { strategy: 'database', updateAge: 0 } as const;
        app = await TestApp.start({
          platform,
          config: { adapter: store.adapter, session, timeout: PATIENCE },
          module: { controllers: [MeController] },
        });
      });
      beforeEach(async () => {
        const other = app.client();
        await other.signIn('credentials', JANE);
        ended = cookieHeader({ [SESSION]: other.cookies.get(SESSION) ?? '' });
        expect((await other.signOut()).status).toBe(302);
        browser = app.client();
        await browser.signIn('credentials', JANE);
        expect(browser.cookies.has(SESSION)).toBe(true);
        await browser.csrfToken();
      });
      afterEach(() => store.refuseWrites(false));
      afterAll(() => app.close());

      it('valid sessions and their cookies are kept, and ended sessions are refused (Q9)', async () => {
        await store.refuseWrites(true);

        for (const path of ['/auth/session', '/me']) {
          const shown = await browser.get(path);
          expect(shown.status).toBe(200);
          expect(shown.text).toContain('jane');
          expect(shown.headers['set-cookie']).toBeUndefined();
        }
        expect((await app.client().get('/me', { cookie: ended })).status).toBe(401);
      });

      it('requests to sign in or out fail, and change no session (Q9)', async () => {
        const other = app.client();
        await other.csrfToken();
        await store.refuseWrites(true);

        expect((await browser.signOut()).status).toBe(503);
        const { location } = await other.signIn('credentials', OTTO);
        await store.refuseWrites(false);

        expect(location).toContain('error=Configuration');
        expect(other.cookies.has(SESSION)).toBe(false);
        expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
        expect((await browser.signOut()).status).toBe(302);
        expect((await browser.get('/me')).status).toBe(401);
      });
    });
  });
}
