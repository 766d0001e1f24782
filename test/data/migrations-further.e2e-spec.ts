import { aUser } from '@authnest/testing';
import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { insertAuthJsRows } from '../support/auth-js-rows.js';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { differences } from '../support/schema.js';

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  async function open(model: Partial<DataSourceOptions>): Promise<void> {
    database = await server.create();
    dataSource = await new DataSource({
      ...database.options,
      ...model,
    } as DataSourceOptions).initialize();
  }
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('in new tables, trailing white space makes a different address and a different session', async () => {
    await open({});
    await dataSource.runMigrations();
    const adapter = new TypeOrmAdapter(dataSource);

    const { id: userId } = await adapter.createUser(aUser({ email: 'ada@example.com' }));
    await adapter.createUser(aUser({ email: 'ada@example.com ' }));
    const expires = new Date(Date.now() + 60_000);
    await adapter.createSession({ sessionToken: 'abc', userId, expires });

    expect(await adapter.getSessionAndUser('abc ')).toBeNull();
    await adapter.createSession({ sessionToken: 'abc ', userId, expires });
    expect(await differences(dataSource)).toEqual([]);
  });

  it('Auth.js tables get the three indexes that they lack, and a revert drops them (Q14)', async () => {
    await open({
      entities: authEntities({ layout: 'auth.js' }),
      migrations: authMigrations({ layout: 'auth.js' }),
    });
    await createAuthJsTables(dataSource);
    await insertAuthJsRows(dataSource);
    const indexes = async () => {
      const runner = dataSource.createQueryRunner();
      const tables = await runner.getTables(['accounts', 'sessions', 'verification_tokens']);
      await runner.release();
      const names = tables.flatMap(({ indices }) => indices.map(({ name = '' }) => name));
      return names.filter((name) => name.includes('_by_')).sort();
    };

    await dataSource.runMigrations();
    expect(await indexes()).toEqual([
      'accounts_by_provider_providerAccountId',
      'sessions_by_expires',
      'verification_tokens_by_identifier_token',
    ]);
    expect(await differences(dataSource)).toEqual([]);

    await dataSource.undoLastMigration();
    expect(await indexes()).toEqual([]);
    expect(await differences(dataSource)).toEqual([]);
  });

  it('Auth.js tables with the three additional indexes can be taken over (Q14)', async () => {
    await open({
      migrations: [...authMigrations({ layout: 'auth.js' }), ...authMigrations({ from: authJs })],
    });
    await createAuthJsTables(dataSource);
    await insertAuthJsRows(dataSource);

    await dataSource.runMigrations();

    expect(await new TypeOrmAdapter(dataSource).getSessionAndUser('a-session')).not.toBeNull();
  });
});
