import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  optionsAt,
  type TestDatabase,
} from '../support/databases.js';
import { SharedConnections } from '../support/shared-connections.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { type CheckedClient, JANE, OTTO, platforms, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

const servers = (await databaseServers()).filter(({ name }) => name !== 'SQLite');
const TIMEOUT_SECONDS = 0.5;
const STUCK = 500;

describeDatabases(servers, (server) => {
  describe.each(platforms())('a database that fails, on %s', (platform) => {
    let database: TestDatabase;
    let proxy: TcpProxy;
    let dataSource: DataSource;
    let app: TestApp;
    let browser: CheckedClient;

    beforeEach(async () => {
      database = await server.create();
      const target = new URL(database.url);
      proxy = await TcpProxy.before(target);
      dataSource = await openMigrated({ ...optionsAt(proxy.urlOf(target)), logging: false });
      app = await TestApp.start({
        platform,
        config: { adapter: new TypeOrmAdapter(dataSource), timeout: TIMEOUT_SECONDS },
        module: { controllers: [MeController] },
      });
      browser = await signedIn(JANE);
    });
    afterEach(async () => {
      await app?.close();
      await dataSource?.destroy();
      await proxy?.close();
      await database?.drop();
    });

    /** Tries to sign in until it succeeds, as attempts can time out on a loaded machine. */
    async function signedIn(person: typeof JANE | typeof OTTO): Promise<CheckedClient> {
      const client = app.client();
      await until('somebody is signed in', async () => {
        await client.signIn('credentials', person);
        return client.cookies.has(SESSION);
      });
      return client;
    }

    async function sessionOf(client: CheckedClient): Promise<unknown> {
      await until('the store is back', async () => (await client.get('/me')).status === 200);
      return client.session();
    }

    async function expectUnavailable(): Promise<void> {
      const before = [...browser.cookies];
      for (const path of ['/auth/session', '/me']) {
        const response = await browser.get(path);
        expect(response.status).toBe(503);
        expect(response.headers['set-cookie']).toBeUndefined();
      }
      expect([...browser.cookies]).toEqual(before);
    }

    async function expectSignInToFail(): Promise<void> {
      const other = app.client();
      const { location } = await other.signIn('credentials', OTTO);
      expect(location).toContain('/auth/error?error=Configuration');
      expect(other.cookies.has(SESSION)).toBe(false);
    }

    it('causes 503 but no sign-in or sign-out while unavailable, and everything succeeds later (H01 H03)', async () => {
      await proxy.cut();
      await expectUnavailable();
      await expectSignInToFail();
      await proxy.restore();

      expect(await sessionOf(browser)).toMatchObject({ user: { name: 'jane' } });
      expect(await sessionOf(await signedIn(OTTO))).toMatchObject({ user: { name: 'otto' } });
    });

    it('delays no other requests while 500 wait for a silent connection, and those end in time (H02)', async () => {
      const connections = new SharedConnections(app.url, STUCK + 1);
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      proxy.hold();

      const stuck = Array.from({ length: STUCK }, () =>
        connections.send('/auth/session', { cookie }),
      );
      const providers = await connections.send('/auth/providers');
      const first = await Promise.race([
        Promise.all(stuck).then(() => 'the stuck'),
        Promise.resolve(providers.status),
      ]);
      const responses = await Promise.all(stuck);
      proxy.release();

      expect(first).toBe(200);
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
      expect(responses.some(({ headers }) => headers['set-cookie'])).toBe(false);
      connections.close();
      // The held requests are served first, which takes a while on a loaded machine.
      await until('the store is back', async () => (await browser.get('/me')).status === 200);
    });

    it('causes 503 until silent connections time out, then success on new connections (Q2)', async () => {
      proxy.silence();

      const first = await browser.get('/me');
      const statuses = [first.status];
      await until('the pool has renewed itself', async () => {
        statuses.push((await browser.get('/me')).status);
        return statuses.at(-1) === 200;
      });

      expect(first.status).toBe(503);
      expect(statuses.length).toBeLessThan(20);
      expect(await sessionOf(await signedIn(OTTO))).toMatchObject({ user: { name: 'otto' } });
    });
  });
});
