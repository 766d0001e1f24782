import { randomUUID } from 'node:crypto';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { AccountWaysApp } from '../support/account-ways-app.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { type CheckedClient, platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();
const servers = await databaseServers();

describeDatabases(servers, (server) => {
  let rig: AccountWaysApp;
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated(database.options);
    rig = await AccountWaysApp.start({ platform, adapter: new TypeOrmAdapter(dataSource) });
  });
  afterAll(async () => {
    await rig.close();
    await dataSource.destroy();
    await database.drop();
  });

  /** The provider reports no address. */
  async function atProvider(browser: CheckedClient, sub: string, location = ''): Promise<void> {
    rig.idp.claims = { sub };
    const { url } = await rig.idp.authorize(location);
    await browser.get(url.pathname + url.search);
  }

  async function signedIn(sub: string): Promise<CheckedClient> {
    const browser = rig.app.client();
    await atProvider(browser, sub, (await browser.signIn('idp', { callbackUrl: '/' })).location);
    return browser;
  }

  it('the other sessions of a user without an address end when an account is added (HT11)', async () => {
    const sub = randomUUID();
    const [browser, other] = [await signedIn(sub), await signedIn(sub)];
    expect(await other.session()).not.toBeNull();
    const started = await rig.post(browser, 'link', { provider: 'idp' });
    await atProvider(browser, `second-${sub}`, started.location);

    const { accounts } = await rig.overview<{ accounts: unknown[] }>(browser);
    expect(accounts).toHaveLength(2);
    expect(await other.session()).toBeNull();
    expect(await browser.session()).not.toBeNull();
  });
});
