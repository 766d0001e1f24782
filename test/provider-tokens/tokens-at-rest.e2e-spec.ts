import { inspect } from 'node:util';
import { UnstorageAdapter } from '@auth/unstorage-adapter';
import { type Account, type Adapter, type AuthConfig, OIDC } from '@authnest/core';
import { FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import { databaseServers, describeDatabases, openMigrated } from '../support/databases.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

const ENCRYPTION_SECRET = 'canary-encryption-secret-of-many-characters';

/** An adapter, with a dump of everything in its store as one string. */
interface Store {
  readonly adapter: Adapter;
  dump(): Promise<string>;
  close(): Promise<void>;
}

describe('in memory', () => {
  describeTokensAtRest(async () => {
    const adapter = new MemoryAdapter();
    const dump = async () => inspect(adapter, { depth: 12 });
    return { adapter, dump, close: async () => undefined };
  });
});

describe('@auth/unstorage-adapter', () => {
  describeTokensAtRest(async () => {
    const storage = createStorage({ driver: memoryDriver() });
    const dump = async () => {
      const keys = await storage.getKeys();
      return inspect(await Promise.all(keys.map((key) => storage.getItem(key))), { depth: 5 });
    };
    return { adapter: UnstorageAdapter(storage), dump, close: () => storage.dispose() };
  });
});

describeDatabases(await databaseServers(), (server) => {
  describeTokensAtRest(async () => {
    const database = await server.create();
    const dataSource = await openMigrated(database.options);
    return {
      adapter: new TypeOrmAdapter(dataSource),
      dump: () => everythingIn(dataSource),
      close: async () => {
        await dataSource.destroy();
        await database.drop();
      },
    };
  });
});

function describeTokensAtRest(openStore: () => Promise<Store>): void {
  describe.each(platforms())('on %s', (platform) => {
    let idp: FakeOAuthServer;
    let store: Store;
    let app: TestApp;
    let seen: Account[];

    async function start(config: Partial<AuthConfig> = {}): Promise<void> {
      seen = [];
      app = await TestApp.start({
        platform,
        config: {
          adapter: store.adapter,
          providers: [OIDC({ id: 'idp', name: 'idp', ...idp.client })],
          providerTokens: 'encrypt',
          encryptionSecret: ENCRYPTION_SECRET,
          callbacks: {
            signIn: ({ account }) => seen.push(account as Account) > 0,
          },
          events: { linkAccount: ({ account }) => seen.push(account) },
          ...config,
        },
      });
    }

    async function signIn(): Promise<CheckedClient> {
      const browser = app.client();
      const { location = '' } = await browser.signIn('idp');
      const { url } = await idp.authorize(location);
      expect((await browser.get(url.pathname + url.search)).location).toBe(app.url);
      return browser;
    }

    beforeAll(async () => {
      idp = await FakeOAuthServer.start();
    });
    beforeEach(async () => {
      idp.reset();
      idp.tokens = { refresh_token: 'canary-refresh-token-7b1e' };
      store = await openStore();
    });
    afterEach(async () => {
      await app.close();
      await store.close();
    });
    afterAll(() => idp.close());

    it('stores no token in plaintext, at registration or at the next sign-in (J62)', async () => {
      await start();
      await signIn();
      await signIn();

      const stored = await store.dump();

      expect(seen).toHaveLength(3);
      for (const { access_token, refresh_token, id_token } of seen) {
        expect(stored).not.toContain(access_token);
        expect(stored).not.toContain(refresh_token);
        expect(stored).not.toContain(id_token);
      }
      expect(stored.match(/an1\.[\w-]{8}\./g)?.length).toBe(3);
      expect(stored).not.toContain(ENCRYPTION_SECRET);
      expect(app.logs.lines.join('\n')).not.toContain('canary-refresh-token');
    });

    it('passes the tokens to callbacks and events as the provider sent them (J66)', async () => {
      await start();

      await signIn();

      const [asked, linked] = seen;
      expect(asked?.refresh_token).toBe('canary-refresh-token-7b1e');
      expect(linked).toMatchObject({
        access_token: asked?.access_token,
        id_token: asked?.id_token,
      });
    });

    it('warns if `secret` seals the tokens too (J65)', async () => {
      await start({ encryptionSecret: undefined });

      expect(app.logs.warnings).toContain('encryption-follows-secret');
    });

    it('stores tokens in plaintext if providerTokens is `store`', async () => {
      await start({ providerTokens: 'store' });

      await signIn();

      expect(await store.dump()).toContain('canary-refresh-token-7b1e');
      expect(app.logs.warnings).not.toContain('encryption-follows-secret');
    });
  });
}

async function everythingIn(dataSource: DataSource): Promise<string> {
  const rows = await Promise.all(
    dataSource.entityMetadatas.map(({ target }) => dataSource.getRepository(target).find()),
  );
  return inspect(rows, { depth: 6, maxArrayLength: null, maxStringLength: null });
}
