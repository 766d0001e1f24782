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
];

/** What the tables lack compared with the entities. Expected to be empty. */
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

    it('make tables that match the entities, to the last index', async () => {
      expect(await differences(dataSource)).toEqual([]);
    });

    it('down leaves no table, and up makes them all again', async () => {
      const made = await tablesOf(dataSource, model.prefix);
      expect(made).toHaveLength(own.length);

      await revertAll(dataSource);
      expect(await tablesOf(dataSource, model.prefix)).toEqual([]);

      await dataSource.runMigrations();
      expect(await tablesOf(dataSource, model.prefix)).toEqual(made);
      expect(await differences(dataSource)).toEqual([]);
    });
  });

  it('the migrations of the example, by DATABASE_URL, make every table', async () => {
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
    'of an unsupported database is refused without its value: %s',
    (url) => {
      expect(() => dataSourceOptions({ DATABASE_URL: url })).toThrow(/^DATABASE_URL: (?!.*tiger)/);
    },
  );
});
