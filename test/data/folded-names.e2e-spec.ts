import { aSession, aUser, anAccount } from '@authnest/testing';
import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations, TypeOrmAdapter, type TakeOver } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ADA, insertAuthJsRows } from '../support/auth-js-rows.js';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import type { TestDatabase } from '../support/databases.js';
import { OwnServer } from '../support/own-server.js';
import { ownMariadb, withOptions } from '../support/own-server-kinds.js';
import { revertAll } from '../support/schema.js';
import { describeWith } from '../support/services.js';

const START_MS = 60_000;
const PREFIX = { prefix: 'Shop_' };
/** The server stores the names of tables in lower case. */
const kind = withOptions(ownMariadb, () => ['--lower-case-table-names=1']);

describeWith(kind, 'tables with capitals on a server that folds the case of names', () => {
  let server: OwnServer;
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    server = await OwnServer.start(kind);
  }, START_MS);
  afterAll(() => server?.remove());
  afterEach(async () => {
    await dataSource?.destroy();
    await database?.drop();
  });

  async function open(from?: TakeOver): Promise<void> {
    database = await server.createDatabase();
    dataSource = await new DataSource({
      ...database.options,
      entities: authEntities(PREFIX),
      migrations: authMigrations({ ...PREFIX, from }),
    } as DataSourceOptions).initialize();
  }

  const tablesOf = async () =>
    (
      await dataSource.query<{ name: string }[]>(
        'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
      )
    ).map(({ name }) => name);

  it('are created, used and reverted (DT14)', async () => {
    await open();

    await dataSource.runMigrations();

    const adapter = new TypeOrmAdapter(dataSource);
    await adapter.assertReady();
    const [account, session] = [anAccount(), aSession()];
    const user = await adapter.registerUser({ user: aUser(), account, session });
    expect((await adapter.getSessionAndUser(session.sessionToken))?.user).toEqual(user);
    expect(await adapter.deleteUser(user?.id ?? '')).toEqual(user);
    await revertAll(dataSource);
    expect(await tablesOf()).toEqual(['migrations']);
  });

  it('are taken over from Auth.js, and given back (DT14)', async () => {
    await open(authJs);
    await createAuthJsTables(dataSource);
    await insertAuthJsRows(dataSource);
    for (const table of ['users', 'accounts', 'sessions', 'verification_tokens']) {
      await dataSource.query(`RENAME TABLE ${table} TO Shop_${table}`);
    }

    await dataSource.runMigrations();

    const adapter = new TypeOrmAdapter(dataSource);
    expect((await adapter.getSessionAndUser('a-session'))?.user.id).toBe(ADA);
    await revertAll(dataSource);
    await dataSource.runMigrations();
    expect((await adapter.getSessionAndUser('a-session'))?.user.id).toBe(ADA);
  });
});
