import { aUser, anAccount, runAdapterContract } from '@authnest/testing';
import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { someOf } from '../support/effort.js';
import { SnakeCase } from '../support/snake-case.js';

const variants: readonly [name: string, overrides: Partial<DataSourceOptions>, on?: string][] = [
  ['as created', {}],
  ['in snake case', { namingStrategy: new SnakeCase() }],
  ['through the MySQL driver', { type: 'mysql' }, 'MariaDB'],
];

async function openAuthJs(
  { options }: TestDatabase,
  overrides: Partial<DataSourceOptions> = {},
): Promise<DataSource> {
  const model = { entities: authEntities({ layout: 'auth.js' }), migrations: [] };
  const dataSource = new DataSource({ ...options, ...model, ...overrides } as DataSourceOptions);
  await dataSource.initialize();
  await createAuthJsTables(dataSource);
  return dataSource;
}

const servers = await databaseServers();

describeDatabases(servers, (server) => {
  const possible = variants.filter(([, , only = server.name]) => only === server.name);
  for (const [variant, overrides] of someOf(possible, servers.indexOf(server))) {
    runAdapterContract({
      name: `TypeOrmAdapter on Auth.js tables ${variant}`,
      webauthn: false,
      createAdapter: async () => {
        const database = await server.create();
        const dataSource = await openAuthJs(database, overrides);
        return {
          adapter: new TypeOrmAdapter(dataSource),
          close: async () => {
            await dataSource.destroy();
            await database.drop();
          },
        };
      },
    });
  }

  describe('Auth.js tables', () => {
    let database: TestDatabase;
    let dataSource: DataSource;
    let adapter: TypeOrmAdapter;

    beforeAll(async () => {
      database = await server.create();
      dataSource = await openAuthJs(database);
      adapter = new TypeOrmAdapter(dataSource);
    });
    afterAll(async () => {
      await dataSource.destroy();
      await database.drop();
    });

    it('match the entities, including every constraint', async () => {
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();

      expect(upQueries.map(({ query }) => query)).toEqual([]);
    });

    it('store times as strings of milliseconds, as Auth.js reads and writes them', async () => {
      const emailVerified = new Date('2026-01-02T03:04:05.678Z');
      const { id } = await adapter.createUser(aUser({ emailVerified }));

      const rows = await dataSource.query<Record<string, unknown>[]>('SELECT * FROM users');

      expect(rows.find((row) => row['id'] === id)).toMatchObject({
        emailVerified: '1767323045678',
      });
    });

    it('do not get a second row for an account that another program linked', async () => {
      const { id: userId } = await adapter.createUser(aUser());
      const account = anAccount({ userId });
      const repository = dataSource.getRepository<object>('AuthAccountEntity');
      await repository.insert({ ...account, id: '00000000-0000-4000-9000-000000000001' });

      await expect(adapter.linkAccount(account)).rejects.toThrow(/insert into accounts failed/);
      expect(await adapter.registerUser({ user: aUser(), account })).toBeNull();
    });

    it('keep sessions that are valid, while expired ones are deleted', async () => {
      const { id: userId } = await adapter.createUser(aUser());
      const session = { sessionToken: 'over', userId, expires: new Date(Date.now() - 1000) };
      await adapter.createSession(session);
      const expires = new Date(Date.now() + 60_000);
      await adapter.createSession({ ...session, sessionToken: 'living', expires });

      expect(await adapter.deleteExpired()).toMatchObject({ sessions: 1 });

      expect(await adapter.getSessionAndUser('over')).toBeNull();
      expect((await adapter.getSessionAndUser('living'))?.session.expires).toEqual(expires);
    });

    it('lack passkeys and our additional columns, and the adapter reports this', () => {
      expect(adapter.columns).toEqual([]);
      expect(adapter.createAuthenticator).toBeUndefined();
      expect(adapter.getAuthenticator).toBeUndefined();
    });
  });
});
