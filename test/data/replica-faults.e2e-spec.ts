import { aVerificationToken } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { openMigrated, optionsAt } from '../support/databases.js';
import { OwnReplication, replicationKinds } from '../support/own-replication.js';
import { cookieHeader, expectSignedOut, MeController } from '../support/signed-out.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { type CheckedClient, JANE, OTTO, platforms, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { describeWholly } from '../support/whole-effort.js';

const START_MS = 120_000;
const TIMEOUT_SECONDS = 2;
const HOUR_MS = 3_600_000;
const LAG_SECONDS = 5;
const [ofPostgres, ofMariadb] = replicationKinds;
const tried = platforms();

for (const kind of [ofPostgres, ofMariadb]) {
  describeWholly(kind.primary, `${kind.name} with a replica, when either is killed`, () => {
    let servers: OwnReplication;
    let dataSource: DataSource;
    const apps: TestApp[] = [];

    beforeAll(async () => {
      servers = await OwnReplication.start(kind);
      const options = servers.optionsOf(await servers.createDatabase());
      dataSource = await openMigrated({ ...options, logging: false });
      apps.push(...(await startOnEach(new TypeOrmAdapter(dataSource))));
    }, START_MS);
    afterAll(async () => {
      for (const app of apps) await app.close();
      await dataSource?.destroy();
      await servers?.remove();
    });

    it('nobody is signed out after the primary is killed and restarted (Q16)', async () => {
      const people = await signedInAt(apps);

      await servers.primary.kill();
      for (const { browser } of people) expect((await browser.get('/me')).status).toBe(503);
      await servers.primary.restart();

      await expectAllSignedIn(people);
    });

    it('users can still sign in and out after the replica is killed (Q16)', async () => {
      await servers.replica.kill();

      for (const { app, browser, cookie } of await signedInAt(apps)) {
        expect((await browser.signOut()).status).toBe(302);
        await expectSignedOut(app, cookie);
      }
    });
  });
}

describeWholly(ofPostgres.primary, 'a PostgreSQL replica that becomes the primary', () => {
  let servers: OwnReplication;
  let proxy: TcpProxy;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  const apps: TestApp[] = [];

  beforeEach(async () => {
    servers = await OwnReplication.start(ofPostgres);
    const database = await servers.createDatabase();
    proxy = await TcpProxy.before(servers.primary.url);
    const options = optionsAt(proxy.urlOf(new URL(database.url)));
    dataSource = await openMigrated({ ...options, logging: false });
    await servers.lag(LAG_SECONDS);
    adapter = new TypeOrmAdapter(dataSource);
    apps.push(...(await startOnEach(adapter)));
  }, START_MS);
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
    await dataSource?.destroy();
    await proxy?.close();
    await servers?.remove();
  }, START_MS);

  async function promote(): Promise<void> {
    await servers.primary.kill();
    await servers.replica.query('SELECT pg_promote()');
    proxy.redirect(servers.replica.url);
  }

  it('has exactly the writes that it received (Q16)', async () => {
    const kept = await signedInAt(apps);
    const ended = await signedInAt(apps);
    for (const { browser } of ended) await browser.signOut();
    const left = await signedInAt(apps);
    const token = await adapter.createVerificationToken(aVerificationToken());
    const value = { key: 'once', expires: new Date(Date.now() + HOUR_MS) };
    await servers.untilReceived();
    await servers.part();

    for (const { browser } of left) expect((await browser.signOut()).status).toBe(302);
    const late = await signedInAt(apps, OTTO);
    expect(await adapter.useVerificationToken(token)).not.toBeNull();
    expect(await adapter.spendOnce(value)).toBe(true);
    await promote();

    await expectAllSignedIn(kept);
    for (const { app, cookie } of ended) await expectSignedOut(app, cookie);
    // These were lost with the old primary: sign-outs, sign-ins, and the use of two values.
    await expectAllSignedIn(left);
    for (const { app, cookie } of late) await expectSignedOut(app, cookie);
    expect(await adapter.useVerificationToken(token)).not.toBeNull();
    expect(await adapter.spendOnce(value)).toBe(true);
    await expectAllSignedIn(await signedInAt(apps, OTTO));
  });

  it('has every acknowledged write if the primary waits for the replica (Q16)', async () => {
    await servers.primary.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await servers.primary.query('SELECT pg_reload_conf()');
    const left = await signedInAt(apps);
    const ended = await signedInAt(apps);
    for (const { browser } of ended) expect((await browser.signOut()).status).toBe(302);
    await servers.part();

    for (const { browser } of left) expect((await browser.signOut()).status).toBe(503);
    await promote();

    await expectAllSignedIn(left);
    for (const { app, cookie } of ended) await expectSignedOut(app, cookie);
  });
});

/** A signed-in user, with the browser and its cookies. */
interface SignedIn {
  readonly app: TestApp;
  readonly browser: CheckedClient;
  readonly cookie: string;
}

async function startOnEach(adapter: TypeOrmAdapter): Promise<TestApp[]> {
  const config = { adapter, timeout: TIMEOUT_SECONDS };
  const module = { controllers: [MeController] };
  return Promise.all(tried.map((platform) => TestApp.start({ platform, config, module })));
}

/** Signs a user in at each application. */
async function signedInAt(
  apps: readonly TestApp[],
  person: typeof JANE | typeof OTTO = JANE,
): Promise<SignedIn[]> {
  return Promise.all(
    apps.map(async (app) => {
      const browser = app.client();
      await browser.signIn('credentials', person);
      expect((await browser.get('/me')).status).toBe(200);
      // So that the browser already has the CSRF cookie when it signs out.
      await browser.csrfToken();
      return { app, browser, cookie: cookieHeader(Object.fromEntries(browser.cookies)) };
    }),
  );
}

async function expectAllSignedIn(people: readonly SignedIn[]): Promise<void> {
  for (const { app, cookie } of people) {
    const get = () => app.client().get('/me', { cookie });
    await until('the database is back', async () => (await get()).status !== 503);
    expect((await get()).status).toBe(200);
  }
}
