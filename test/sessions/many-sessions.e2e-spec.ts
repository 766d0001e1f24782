import { randomUUID } from 'node:crypto';
import type { AdapterSession, AuthConfig, SessionList } from '@authnest/core';
import {
  authEntities,
  authMigrations,
  TypeOrmAdapter,
  TypeOrmSessionRegistry,
} from '@authnest/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { databaseServers, describeDatabases, openMigrated } from '../support/databases.js';
import type { TestDatabase } from '../support/databases.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';

const SETS = { with: ['sessionRegistry'] } as const;
const DAY = 24 * 60 * 60 * 1000;
const [platform = 'express'] = platforms();

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await server.create();
    source = await openMigrated({
      ...database.options,
      entities: [...authEntities(SETS)],
      migrations: authMigrations(SETS),
    } as DataSourceOptions);
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  describe.each(['database', 'jwt'] as const)('hundreds of %s sessions of one user', (strategy) => {
    /** How many rows the store returned at once. */
    const read: number[] = [];
    let app: TestApp;
    let userId: string;
    let adapter: TypeOrmAdapter;
    let registry: TypeOrmSessionRegistry;

    async function start(session: AuthConfig['session'] = {}): Promise<CheckedClient> {
      adapter = counted(new TypeOrmAdapter(source), 'listSessionsByUserId', read);
      registry = counted(new TypeOrmSessionRegistry(source), 'list', read);
      const revocation = strategy === 'jwt' ? { revocation: registry } : {};
      const config = { adapter, session: { strategy, ...revocation, ...session } };
      app = await TestApp.start({ platform, config });
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      const table = strategy === 'jwt' ? 'session_records' : 'sessions';
      const rows = await source.getRepository(table).find();
      userId = (rows as { userId: string }[])[0]?.userId ?? '';
      read.length = 0;
      return browser;
    }

    /** Stores sessions that began a second apart, two at a time; every tenth has expired. */
    async function addSessions(count: number): Promise<void> {
      for (let nth = 0; nth < count; nth += 1) {
        const createdAt = new Date(Date.now() - DAY - Math.floor(nth / 2) * 1000);
        const expires = new Date(nth % 10 === 9 ? Date.now() - 1000 : Date.now() + DAY);
        const facts = { userId, createdAt, expires, provider: 'credentials' };
        await (strategy === 'jwt'
          ? registry.record({ ...facts, id: randomUUID() })
          : adapter.createSession({ ...facts, sessionToken: randomUUID() } as AdapterSession));
      }
    }

    afterEach(async () => {
      await app.close();
      for (const { name } of source.entityMetadatas) {
        if (/session/i.test(name)) await source.getRepository(name).deleteAll();
      }
    });

    it('are listed a hundred at a time, each once, newest first (ID12, DT29)', async () => {
      const browser = await start({ maxPerUser: 1000 });
      await addSessions(280);
      const pages: SessionList[] = [];

      for (let next: string | undefined = ''; next !== undefined; next = pages.at(-1)?.next) {
        const query = next && `?after=${encodeURIComponent(next)}`;
        pages.push((await browser.get(`/auth/sessions${query}`)).json<SessionList>());
      }

      expect(pages.map(({ items }) => items.length)).toEqual([100, 100, 53]);
      const all = pages.flatMap(({ items }) => items);
      expect(new Set(all.map(({ id }) => id)).size).toBe(253);
      const times = all.map(({ createdAt }) => `${createdAt}`);
      expect(times).toEqual([...times].sort().reverse());
      expect(all.filter(({ current }) => current)).toEqual([all[0]]);
      expect(Math.max(...read)).toBeLessThanOrEqual(201);
    });

    it('give way to new ones beyond a hundred by default (ID12)', async () => {
      const browser = await start();
      await addSessions(280);
      const other = app.client();

      await other.signIn('credentials', JANE);

      const { items, next } = (await other.get('/auth/sessions')).json<SessionList>();
      expect([items.length, next]).toEqual([100, undefined]);
      expect([items[0]?.current, await browser.session()]).toEqual([true, expect.anything()]);
      expect(Math.max(...read)).toBeLessThanOrEqual(201);
    });

    it('are not listed after anything but a cursor', async () => {
      const browser = await start();

      for (const after of ['', 'x', '1.', `${'9'.repeat(14)}.${'a'.repeat(22)}`, "1' OR 1=1 --"]) {
        const { status } = await browser.get(`/auth/sessions?after=${encodeURIComponent(after)}`);
        expect([after, status]).toEqual([after, 400]);
      }
    });
  });
});

/** Records how many rows a method returns. */
function counted<Store extends object>(
  store: Store,
  method: keyof Store & string,
  sizes: number[],
): Store {
  const read = store[method] as (...args: unknown[]) => Promise<unknown[]>;
  const list = async (...args: unknown[]): Promise<unknown[]> => {
    const rows = await Reflect.apply(read, store, args);
    sizes.push(rows.length);
    return rows;
  };
  return Object.assign(store, { [method]: list });
}
