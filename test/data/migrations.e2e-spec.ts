import { authEntities, authMigrations, type IdType } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { SnakeCase } from '../support/snake-case.js';
import { revertAll } from '../support/schema.js';

const variants: readonly [
  name: string,
  model: { readonly prefix?: string; readonly id?: IdType },
  namingStrategy?: SnakeCase,
][] = [
  ['by default', {}],
  ['with a prefix and snake case', { prefix: 'auth_' }, new SnakeCase()],
  ['with integer ids', { id: 'int' }],
  ['with 64-bit ids', { id: 'bigint', prefix: 'x_' }],
];

const own = [
  'users',
  'accounts',
  'sessions',
  'verification_tokens',
  'authenticators',
  'session_revocations',
  'challenges',
];

/** Returns the statements that would make the tables match the entities. */
async function differences(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

async function tablesOf(dataSource: DataSource, prefix = ''): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const tables = await runner.getTables(own.map((table) => prefix + table));
    return tables.map(({ name }) => name).sort();
  } finally {
    await runner.release();
  }
}

describeDatabases(await databaseServers(), (server) => {
  describe.each(variants)('migrations %s', (_variant, model, namingStrategy) => {
    let database: TestDatabase;
    let dataSource: DataSource;

    beforeEach(async () => {
      database = await server.create();
      dataSource = await openMigrated({
        ...database.options,
        entities: authEntities(model),
        migrations: authMigrations(model),
        namingStrategy,
      });
    });
    afterEach(async () => {
      await dataSource.destroy();
      await database.drop();
    });

    it('create tables that match the entities, including every index', async () => {
      expect(await differences(dataSource)).toEqual([]);
    });

    it('leave no table after down, and create all of them again after up', async () => {
      const made = await tablesOf(dataSource, model.prefix);
      expect(made).toHaveLength(own.length);

      await revertAll(dataSource);
      expect(await tablesOf(dataSource, model.prefix)).toEqual([]);

      await dataSource.runMigrations();
      expect(await tablesOf(dataSource, model.prefix)).toEqual(made);
      expect(await differences(dataSource)).toEqual([]);
    });
  });

  it('the migrations in ormconfig.ts create every table in the database at DATABASE_URL', async () => {
    const database = await server.create();
    const dataSource = await openMigrated(dataSourceOptions({ DATABASE_URL: database.url }));

    expect(await differences(dataSource)).toEqual([]);
    await revertAll(dataSource);
    expect(await tablesOf(dataSource)).toEqual([]);

    await dataSource.destroy();
    await database.drop();
  });
});

describe('DATABASE_URL', () => {
  it.each(['oracle://scott:tiger@host/db', 'sqlite:', 'tiger'])(
    'for an unsupported database is refused without showing its value: %s',
    (url) => {
      expect(() => dataSourceOptions({ DATABASE_URL: url })).toThrow(/^DATABASE_URL: (?!.*tiger)/);
    },
  );
});
