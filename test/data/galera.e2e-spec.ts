import { aSession, aUser } from '@authnest/testing';
import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type EntitySubscriberInterface } from 'typeorm';
import { declareAdapterRaces } from '../support/adapter-races.js';
import { Balancer } from '../support/balancer.js';
import { openMigrated, type TestDatabase, withPool } from '../support/databases.js';
import { timesOf } from '../support/effort.js';
import { galera, OwnGalera } from '../support/own-galera.js';
import { cookieHeader, MeController, SESSION } from '../support/signed-out.js';
import { spread } from '../support/spread.js';
import { StatementRecorder } from '../support/statement-recorder.js';
import {
  CheckedClient,
  JANE,
  OTTO,
  type Platform,
  platforms,
  TestApp,
} from '../support/test-app.js';
import { until } from '../support/until.js';
import { describeWholly } from '../support/whole-effort.js';

const START_MS = 180_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const LOST = 'ER_LOCK_DEADLOCK';
const GONE = 'ER_SP_DOES_NOT_EXIST';
/** One of them; `ops/run galera` also runs the adapter contract. */
const PLATFORMS = platforms().slice(0, timesOf('GALERA_PLATFORMS', { part: 1, whole: 1 }));

describeWholly(galera, 'a Galera cluster whose three nodes all accept writes', () => {
  const logger = new StatementRecorder();
  let cluster: OwnGalera;
  let databases: readonly TestDatabase[];
  const sources: DataSource[] = [];
  const adapters: TypeOrmAdapter[] = [];

  beforeAll(async () => {
    cluster = await OwnGalera.start('--wsrep-sync-wait=7');
    databases = await cluster.createDatabase();
    for (const { options } of databases) {
      const source = await openMigrated({ ...withPool(options, 10), logger, logging: true });
      sources.push(source);
      adapters.push(new TypeOrmAdapter(source));
    }
  }, START_MS);
  beforeEach(() => logger.reset());
  afterAll(async () => {
    for (const source of sources) await source.destroy();
    await cluster?.remove();
  });

  /** Returns the DataSource and the adapter of an application at a node. */
  function at(node: number): { source: DataSource; adapter: TypeOrmAdapter } {
    const [source, adapter] = [sources[node], adapters[node]];
    if (!source || !adapter) throw new Error('there is no such node');
    return { source, adapter };
  }

  declareAdapterRaces(() => spread(adapters));

  it('a write that fails at COMMIT because of a conflict is repeated (Q17)', async () => {
    const { id } = await at(0).adapter.createUser(aUser());
    const interrupting: EntitySubscriberInterface = {
      listenTo: () => authEntities().user,
      afterUpdate: async () => {
        stopInterrupting();
        await at(0).adapter.updateUser({ id, name: 'won' });
      },
    };
    const { subscribers } = at(1).source;
    const stopInterrupting = () => subscribers.splice(subscribers.indexOf(interrupting), 1);
    subscribers.push(interrupting);

    const updated = await at(1).adapter.updateUser({ id, name: 'ran again' });

    // TypeORM then rolls back to a savepoint that is gone with the transaction.
    expect(logger.errors.filter((code) => code !== GONE)).toEqual([LOST]);
    expect(updated.name).toBe('ran again');
    expect(await at(2).adapter.getUser(id)).toEqual(updated);
  });

  it('a transaction of the application fails after a conflict, and none of its writes are stored (Q17)', async () => {
    const { id } = await at(0).adapter.createUser(aUser());

    const losing = at(1).source.transaction(async (manager) => {
      await at(1).adapter.within(manager).updateUser({ id, name: 'lost' });
      await at(0).adapter.updateUser({ id, name: 'won' });
    });

    await expect(losing).rejects.toMatchObject({ driverError: { code: LOST } });
    expect((await at(2).adapter.getUser(id))?.name).toBe('won');
  });

  it('a node that lags behind returns what another node stored, if the read waits (Q17)', async () => {
    const { id: userId } = await at(0).adapter.createUser(aUser());
    const [waiting, hasty] = [at(1), await openAt(1, 0)];
    const before = await at(0).adapter.createSession(aSession({ userId }));
    await waiting.adapter.getSessionAndUser(before.sessionToken);
    const lock = waiting.source.createQueryRunner();
    await lock.query('FLUSH TABLES WITH READ LOCK');

    const { sessionToken } = await at(0).adapter.createSession(aSession({ userId }));
    await at(0).adapter.deleteSession(before.sessionToken);
    const reading = waiting.adapter.getSessionAndUser(sessionToken);
    const stale = [
      await hasty.adapter.getSessionAndUser(sessionToken),
      await hasty.adapter.getSessionAndUser(before.sessionToken),
    ];
    await lock.query('UNLOCK TABLES');
    await lock.release();

    // An application that does not wait misses the new session and finds one that was ended.
    expect(stale).toEqual([null, expect.objectContaining({ user: expect.anything() as unknown })]);
    expect(await reading).toMatchObject({ session: { sessionToken } });
    expect(await waiting.adapter.getSessionAndUser(before.sessionToken)).toBeNull();
    await hasty.source.destroy();
  });

  /** Opens connections with a `wsrep_sync_wait` that differs from the cluster's. */
  async function openAt(node: number, syncWait: number) {
    const setting = 'SET GLOBAL wsrep_sync_wait =';
    await cluster.nodes[node]?.query(`${setting} ${syncWait}`);
    const options = databases[node]?.options ?? { type: 'mariadb' };
    const source = await new DataSource(withPool(options, 1)).initialize();
    await cluster.nodes[node]?.query(`${setting} 7`);
    return { source, adapter: new TypeOrmAdapter(source) };
  }

  describe.each(PLATFORMS)('with an application at each node, on %s', (platform) => {
    const apps: TestApp[] = [];
    let balancer: Balancer;

    beforeAll(async () => {
      for (const node of adapters.keys()) apps.push(await startAt(node, platform));
      balancer = await Balancer.before(...apps.map(({ url }) => url));
    });
    afterAll(async () => {
      await balancer?.close();
      for (const app of apps) await app.close();
    });

    it('requests at different nodes are accepted after sign-in and refused after sign-out (Q17)', async () => {
      for (let time = 0; time < 5; time += 1) {
        const browser = new CheckedClient(balancer);
        await browser.signIn('credentials', JANE);
        expect((await browser.get('/me')).status).toBe(200);
        const cookie = cookieHeader(Object.fromEntries(browser.cookies));
        await browser.signOut();
        expect((await new CheckedClient(balancer).get('/me', { cookie })).status).toBe(401);
      }
    });

    it('first sign-ins by one person at all nodes at once create one user and no extra session (Q17)', async () => {
      const username = `new-${platform}`;
      const browsers = Array.from({ length: 12 }, () => new CheckedClient(balancer));
      const signIn = (browser: CheckedClient) =>
        browser.signIn('credentials', { ...OTTO, username });

      await Promise.all(browsers.map(signIn));

      // A sign-in whose writes repeatedly met conflicts has failed, and has no session.
      const signedIn = browsers.filter(({ cookies }) => cookies.has(SESSION));
      const user = await at(0).adapter.getUserByEmail(`${username}@example.com`);
      const sessions = await at(0).adapter.listSessionsByUserId(user?.id ?? '');
      expect(signedIn.length).toBeGreaterThan(0);
      expect(sessions).toHaveLength(signedIn.length);
      for (const browser of browsers) {
        if (!signedIn.includes(browser)) await signIn(browser);
        expect((await browser.get('/me')).json()).toMatchObject({ id: user?.id });
      }
    });

    it('a session due for extension is extended by reads at all nodes and stays extended (H19)', async () => {
      const { id: userId } = await at(0).adapter.createUser(aUser());
      const expires = new Date(Date.now() + 28 * DAY_MS);
      const { sessionToken } = await at(0).adapter.createSession(aSession({ userId, expires }));
      const cookie = cookieHeader({ [SESSION]: sessionToken });

      const reads = Array.from({ length: 60 }, () =>
        new CheckedClient(balancer).get('/me', { cookie }),
      );

      expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(
        new Set([200]),
      );
      for (const adapter of adapters) {
        const found = await adapter.getSessionAndUser(sessionToken);
        expect(found?.session.expires.getTime()).toBeGreaterThan(Date.now() + 29 * DAY_MS);
      }
    });
  });

  describe('when a node is killed', () => {
    const pairs: { readonly living: TestApp; readonly dying: TestApp }[] = [];

    beforeAll(async () => {
      for (const platform of PLATFORMS) {
        const start = (node: number) => startAt(node, platform);
        pairs.push({ living: await start(0), dying: await start(2) });
      }
    });
    afterAll(async () => {
      for (const { living, dying } of pairs) for (const app of [living, dying]) await app.close();
    });

    it('its application responds with 503 until the node is back, and the others continue (Q17)', async () => {
      const people = await Promise.all(
        pairs.map(async ({ living, dying }) => {
          const [leaving, staying] = [living.client(), living.client()];
          await leaving.signIn('credentials', JANE);
          const cookie = cookieHeader(Object.fromEntries(leaving.cookies));
          return { leaving, cookie, staying, atDying: dying.client() };
        }),
      );

      await cluster.nodes[2]?.kill();
      for (const { leaving, cookie, staying, atDying } of people) {
        expect((await atDying.get('/me', { cookie })).status).toBe(503);
        await staying.signIn('credentials', OTTO);
        expect((await staying.get('/me')).status).toBe(200);
        expect((await leaving.signOut()).status).toBe(302);
      }
      await cluster.nodes[2]?.restart();

      for (const { cookie, staying, atDying } of people) {
        const get = (sent: string) => atDying.get('/me', { cookie: sent });
        await until('the node is back', async () => (await get(cookie)).status !== 503);
        expect((await get(cookie)).status).toBe(401);
        const stayed = cookieHeader(Object.fromEntries(staying.cookies));
        expect((await get(stayed)).status).toBe(200);
      }
    });
  });

  function startAt(node: number, platform: Platform): Promise<TestApp> {
    const { adapter } = at(node);
    return TestApp.start({
      platform,
      module: { controllers: [MeController] },
      config: { adapter },
    });
  }
});
