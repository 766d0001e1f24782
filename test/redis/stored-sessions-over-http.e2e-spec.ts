import type { SessionList } from '@authnest/core';
import { withRedisSessions } from '@authnest/redis';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { type Cluster, Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { databaseServers, describeDatabases, openMigrated } from '../support/databases.js';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { OwnCluster } from '../support/redis-cluster.js';
import { PATIENCE } from '../support/patience.js';
import { describeWith } from '../support/services.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, OTTO, platforms, TestApp } from '../support/test-app.js';

const servers = (await databaseServers()).filter(({ name }) => name !== 'MariaDB');
/** For the instance that gives up quickly; the others give a loaded machine time to respond. */
const SHORT_TIMEOUT_SECONDS = 0.5;

describeWith(redisProgram, 'stored sessions in Redis', () => {
  describeDatabases(servers, (server) => {
    // To cover both kinds, SQLite runs with a single Redis server, PostgreSQL with a cluster.
    const nodes = server.name === 'SQLite' ? 1 : 3;

    describe.each(platforms())(`Redis nodes: ${nodes}; two instances on %s`, (platform) => {
      const started: { close(): Promise<unknown> }[] = [];
      let redis: readonly OwnRedis[];
      let here: TestApp;
      let there: TestApp;
      /** Only for requests that must fail. */
      let hurried: TestApp;
      let users: DataSource;

      async function openRedis(): Promise<() => Redis | Cluster> {
        if (nodes === 1) {
          const own = await OwnRedis.start('--appendonly', 'yes', '--appendfsync', 'always');
          redis = [own];
          started.push({ close: () => own.remove() });
          return () => connected(new Redis(own.url));
        }
        const cluster = await OwnCluster.start(nodes);
        redis = cluster.nodes;
        started.push({ close: () => cluster.remove() });
        return () => cluster.client;
      }

      function connected(client: Redis): Redis {
        client.on('error', () => {}); // the application logs it
        started.push({ close: async () => client.disconnect() });
        return client;
      }

      beforeAll(async () => {
        const database = await server.create();
        started.push({ close: () => database.drop() });
        users = await openMigrated(database.options);
        started.push({ close: () => users.destroy() });
        const connect = await openRedis();
        const start = async (timeout: number) => {
          const adapter = withRedisSessions(new TypeOrmAdapter(users), connect());
          const session = { updateAge: 0, tokenAtRest: 'hashed' } as const;
          const config = { adapter, session, timeout };
          const module = { controllers: [MeController] };
          const app = await TestApp.start({ platform, config, module });
          started.push(app);
          return app;
        };
        [here, there] = [await start(PATIENCE), await start(PATIENCE)];
        hurried = await start(SHORT_TIMEOUT_SECONDS);
      });
      afterAll(async () => {
        for (const one of started.splice(0).reverse()) await one.close();
      });

      async function signedIn(app: TestApp, person: typeof JANE | typeof OTTO = JANE) {
        const browser = app.client();
        const { location } = await browser.signIn('credentials', person);
        expect([location, browser.cookies.has(SESSION)]).toEqual([app.url, true]);
        return browser;
      }
      async function signOut(browser: CheckedClient): Promise<void> {
        const { status } = await browser.signOut();
        expect([status, browser.cookies.has(SESSION)]).toEqual([302, false]);
      }
      /** Returns a client for another instance, with the same cookies. */
      function at(app: TestApp, { cookies }: CheckedClient): CheckedClient {
        const moved = app.client();
        for (const [name, value] of cookies) moved.cookies.set(name, value);
        return moved;
      }
      /** Expects that a new user cannot sign in, and is not stored. */
      async function expectNoRegistration(app: TestApp): Promise<void> {
        const before = await countUsers();
        const otto = app.client();
        const { location } = await otto.signIn('credentials', OTTO);
        expect([location, otto.cookies.has(SESSION)]).toEqual([
          `${app.url}/auth/error?error=Configuration`,
          false,
        ]);
        expect(await countUsers()).toBe(before);
      }
      const tokenOf = (browser: CheckedClient): string => browser.cookies.get(SESSION) ?? '';
      const countUsers = async (): Promise<number> =>
        (await users.query<unknown[]>('SELECT id FROM users')).length;
      async function revoke(browser: CheckedClient, which: 'others' | 'all') {
        const json = { csrfToken: await browser.csrfToken() };
        return browser.post(`/auth/sessions/revoke-${which}`, { json });
      }

      it('a session that began at one instance is valid at the other, and ends at both (K38)', async () => {
        const browser = await signedIn(here);
        const cookies = { [SESSION]: tokenOf(browser) };
        const copy = await at(there, browser).get('/me');
        expect(copy.status).toBe(200);
        expect(copy.json()).toMatchObject({ email: 'jane@example.com' });

        await signOut(browser);

        await expectSignedOut(here, cookies);
        await expectSignedOut(there, cookies);
        expect(await users.query('SELECT * FROM sessions')).toEqual([]);
      });

      it('ending the other sessions of a user does not affect other users (K38)', async () => {
        const [laptop, phone] = [await signedIn(here), await signedIn(there)];
        const otto = await signedIn(there, OTTO);
        expect((await laptop.get('/auth/sessions')).json<SessionList>().items).toHaveLength(2);

        expect((await revoke(laptop, 'others')).json()).toEqual({ revoked: 1 });

        await expectSignedOut(there, { [SESSION]: tokenOf(phone) });
        expect((await laptop.get('/me')).status).toBe(200);
        expect((await otto.get('/me')).status).toBe(200);
        expect((await revoke(laptop, 'all')).json()).toEqual({ revoked: 1 });
        await signOut(otto);
      });

      it('reading a session extends it', async () => {
        const browser = await signedIn(here);
        const first = await browser.session<{ expires: string }>();

        const second = await browser.session<{ expires: string }>();

        expect(Date.parse(second.expires)).toBeGreaterThan(Date.parse(first.expires));
        await signOut(browser);
      });

      it('a user who is deleted in SQL is signed out', async () => {
        const browser = await signedIn(here, OTTO);

        await users.query("DELETE FROM users WHERE email = 'otto@example.com'");

        await expectSignedOut(there, { [SESSION]: tokenOf(browser) });
      });

      it('a Redis that hangs causes 503: nobody is signed out or registered (K44)', async () => {
        const browser = await signedIn(here);
        const waiting = at(hurried, browser);
        const csrfToken = await waiting.csrfToken();

        for (const node of redis) node.freeze(true);

        expect((await waiting.get('/me')).status).toBe(503);
        expect((await waiting.get('/auth/session')).status).toBe(503);
        const all = await waiting.post('/auth/sessions/revoke-all', { json: { csrfToken } });
        expect([all.status, all.json()]).toEqual([
          503,
          { error: 'SignOutError', errorCode: 'STORE_UNAVAILABLE' },
        ]);
        const form = { csrfToken };
        expect((await waiting.post('/auth/signout', { form })).status).toBe(503);
        await expectNoRegistration(hurried);
        expect(tokenOf(waiting)).toBe(tokenOf(browser));

        for (const node of redis) node.freeze(false);
        expect((await browser.get('/me')).status).toBe(200);
        await signOut(browser);
      });

      it('with a full Redis, sessions are read and sign-outs succeed, but nobody is registered (K44)', async () => {
        const [browser, other] = [await signedIn(here), await signedIn(here)];

        for (const node of redis) await node.fill(true);

        expect((await browser.get('/me')).status).toBe(200);
        expect((await browser.session<{ user: object }>()).user).toBeDefined();
        await expectNoRegistration(here);
        const token = tokenOf(other);
        await signOut(other);
        for (const node of redis) await node.fill(false);
        await expectSignedOut(there, { [SESSION]: token });
        expect((await browser.get('/me')).status).toBe(200);
        await signOut(browser);
      });

      it('with a read-only Redis, sessions are read and listed, but cannot be ended (K44)', async () => {
        const browser = await signedIn(here);
        await browser.csrfToken();

        for (const node of redis) await node.refuseWrites(true);

        expect((await browser.get('/me')).status).toBe(200);
        expect((await browser.get('/auth/sessions')).status).toBe(200);
        expect((await revoke(browser, 'all')).status).toBe(503);
        expect((await browser.get('/me')).status).toBe(200);
        for (const node of redis) await node.refuseWrites(false);
        const token = tokenOf(browser);
        expect((await revoke(browser, 'all')).json()).toEqual({ revoked: 1 });
        await expectSignedOut(there, { [SESSION]: token });
      });

      if (nodes === 1) {
        it('a Redis that restarts causes 503 until it is back, and keeps what is on disk (K44)', async () => {
          const [browser, other] = [await signedIn(here), await signedIn(here)];
          const ended = { [SESSION]: tokenOf(other) };
          await signOut(other);
          const [own] = redis as [OwnRedis];

          await own.kill();
          expect((await at(hurried, browser).get('/me')).status).toBe(503);
          const unknown = hurried.client();
          expect((await unknown.get('/me', { cookie: `${SESSION}=x` })).status).toBe(503);
          await own.startAgain();

          // The clients take a while to reconnect.
          for (const app of [here, there]) {
            const copy = at(app, browser);
            let status = 503;
            while (status === 503) ({ status } = await copy.get('/me'));
            expect(status).toBe(200);
            await expectSignedOut(app, ended);
          }
        });
      }
    });
  });
});
