import { aSession, aUser, anAccount } from '@authnest/testing';
import { StoreError, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import {
  type DatabaseServer,
  databaseServers,
  describeDatabases,
  openMigrated,
  optionsAt,
  type TestDatabase,
} from '../support/databases.js';
import { describeWith } from '../support/services.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

const servers = (await databaseServers()).filter(({ name }) => name !== 'SQLite');

describeDatabases(servers, (server) => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;

  beforeEach(async () => {
    database = await server.create();
    const target = new URL(database.url);
    proxy = await TcpProxy.before(target);
    dataSource = await openMigrated({ ...optionsAt(proxy.urlOf(target)), logging: false });
    adapter = new TypeOrmAdapter(dataSource);
  });
  afterEach(async () => {
    await dataSource?.destroy();
    await proxy?.close();
    await database?.drop();
  });

  it('an unavailable database causes a StoreError, and no session is lost when it is back', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const { sessionToken } = await adapter.createSession(aSession({ userId }));

    await proxy.cut();
    const reading = adapter.getSessionAndUser(sessionToken);
    await expect(reading).rejects.toBeInstanceOf(StoreError);
    await expect(adapter.createUser(aUser())).rejects.toBeInstanceOf(StoreError);
    await proxy.restore();

    expect((await adapter.getSessionAndUser(sessionToken))?.user.id).toBe(userId);
    expect(await adapter.createUser(aUser())).toMatchObject({ name: 'Fill Murray' });
  });

  it('if connections are cut under load, each call returns or throws a StoreError, and later calls succeed', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const { sessionToken } = await adapter.createSession(aSession({ userId }));
    const load = () => Array.from({ length: 100 }, () => adapter.getSessionAndUser(sessionToken));

    const running = load();
    await running[0];
    await proxy.cut();
    const ended = await Promise.allSettled([...running, ...load()]);
    await proxy.restore();

    const reasons = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(reasons.length).toBeGreaterThanOrEqual(100);
    for (const reason of reasons) expect(reason).toBeInstanceOf(StoreError);
    const after = await Promise.all(load());
    expect(after.every((found) => found?.user.id === userId)).toBe(true);
  });
});

/** What PostgreSQL sends when an administrator ends a connection. */
function terminated(): Buffer {
  const fields = ['SFATAL', 'C57P01', 'Mterminating connection', ''].map((text) => `${text}\0`);
  const body = Buffer.from(fields.join(''));
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const [postgres] = servers as [DatabaseServer];

describeWith(postgres, 'PostgreSQL that ends connections while they are opened', () => {
  it('fails what waited for them, and the process lives (HO7)', async () => {
    const database = await postgres.create();
    const target = new URL(database.url);
    const proxy = await TcpProxy.before(target);
    const options = { ...optionsAt(proxy.urlOf(target)), logging: false } as DataSourceOptions;
    const dataSource = await openMigrated(options);
    const adapter = new TypeOrmAdapter(dataSource);
    const signIn = () =>
      adapter.registerUser({ user: aUser(), account: anAccount(), session: aSession() });

    proxy.reset();
    proxy.endAccepted(terminated());
    const burst = await Promise.allSettled(Array.from({ length: 40 }, signIn));
    proxy.endAccepted(undefined);

    for (const end of burst) {
      expect(end).toMatchObject({ status: 'rejected', reason: expect.any(StoreError) as unknown });
    }
    await until(
      'somebody can sign in again',
      async () => (await signIn().catch(() => null)) !== null,
    );
    await dataSource.destroy();
    await proxy.close();
    await database.drop();
  });
});
