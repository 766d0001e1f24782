import { authJs } from '@authnest/take-over';
import {
  authEntities,
  authMigrations,
  type IdType,
  TypeOrmAdapter,
  type TakeOver,
} from '@authnest/typeorm';
import { aUser } from '@authnest/testing';
import { DataSource, DefaultNamingStrategy, type DataSourceOptions } from 'typeorm';
import { ADA, BOB, insertAuthJsRows, insertRow } from '../support/auth-js-rows.js';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { differences, revertAll, tableNames } from '../support/schema.js';
import { SnakeCase } from '../support/snake-case.js';

/** Renames everything, including indexes. */
class Shouting extends DefaultNamingStrategy {
  override tableName(name: string, custom: string): string {
    return `T_${custom || name}`.toUpperCase();
  }
  override prefixTableName(prefix: string, tableName: string): string {
    return `${prefix}-${tableName}`;
  }
  override columnName(property: string, custom: string): string {
    return (custom || property).toUpperCase();
  }
  override joinColumnName(relation: string, referenced: string): string {
    return `${relation}${referenced}`.toUpperCase();
  }
  override indexName(table: { name: string } | string, columns: string[]): string {
    return `ix_${this.getTableName(table as string)}_${columns.join('_')}`;
  }
}

interface Variant {
  readonly prefix?: string;
  readonly entityPrefix?: string;
  readonly schema?: string;
  readonly strategy?: DefaultNamingStrategy;
  readonly id?: IdType;
}

const variants: readonly Variant[] = [
  { entityPrefix: 'app_' },
  { entityPrefix: 'app_', prefix: 'auth_', id: 'int' },
  { entityPrefix: 'app_', strategy: new SnakeCase(), id: 'bigint' },
  { entityPrefix: 'app', strategy: new Shouting() },
  { schema: 'auth' },
  { schema: 'Au th', entityPrefix: 'app_', prefix: 'x_', strategy: new Shouting(), id: 'int' },
];

const described = (variant: Variant) =>
  JSON.stringify({ ...variant, strategy: variant.strategy?.constructor.name });

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  async function open(
    { prefix, id, entityPrefix, schema, strategy }: Variant,
    from?: TakeOver,
  ): Promise<void> {
    database = await server.create();
    const names = { ...(prefix && { prefix }), ...(id && { id }) };
    dataSource = await new DataSource({
      ...database.options,
      entities: authEntities(names),
      migrations: authMigrations({ ...names, ...(from && { from }) }),
      entityPrefix,
      ...(schema && { schema }),
      namingStrategy: strategy,
    } as DataSourceOptions).initialize();
    if (schema) await dataSource.query(`CREATE SCHEMA "${schema}"`);
  }
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const possible = variants.filter(({ schema }) => !schema || server.name === 'PostgreSQL');

  it.each(possible.map((variant) => [described(variant), variant] as const))(
    'migrations create and drop what the entities use, with %s (Q12)',
    async (_, variant) => {
      await open(variant);
      await dataSource.runMigrations();

      expect(await differences(dataSource)).toEqual([]);
      const adapter = new TypeOrmAdapter(dataSource);
      const { id } = await adapter.createUser(aUser());
      expect(await adapter.getUser(id)).toMatchObject({ id });

      await revertAll(dataSource);
      expect(await tableNames(dataSource)).toEqual([]);
      await dataSource.runMigrations();
      expect(await differences(dataSource)).toEqual([]);
    },
  );

  if (server.name !== 'PostgreSQL') return;

  describe('Auth.js tables in a schema other than public', () => {
    beforeEach(async () => {
      await open({ schema: 'auth' }, authJs);
    });

    async function createBoth(withOther: boolean): Promise<void> {
      await createAuthJsTables(dataSource, 'postgres', 'auth');
      if (withOther) await createAuthJsTables(dataSource, 'postgres', 'public');
    }

    it.each([true, false])(
      'are taken over by up and restored by down; same names in public: %s (Q3)',
      async (withOther) => {
        await createBoth(withOther);
        await insertAuthJsRows(dataSource, 'auth');

        await dataSource.runMigrations();
        expect(await differences(dataSource)).toEqual([]);
        expect(await new TypeOrmAdapter(dataSource).getSessionAndUser('a-session')).toMatchObject({
          user: { id: ADA },
        });

        await revertAll(dataSource);
        const sessions = await dataSource.query('SELECT * FROM auth.sessions');
        expect(sessions).toHaveLength(2);
      },
    );

    it('are refused if a row refers to a user in public (Q3)', async () => {
      await createBoth(true);
      await insertAuthJsRows(dataSource, 'auth');
      const elsewhere = '00000000-0000-4000-8000-0000000000cc';
      await insertRow(dataSource, 'public.users', { id: elsewhere });
      await dataSource.query(
        `DO $$ DECLARE k text; BEGIN SELECT conname INTO k FROM pg_constraint WHERE contype = 'f' AND conrelid = 'auth.sessions'::regclass; EXECUTE format('ALTER TABLE auth.sessions DROP CONSTRAINT %I', k); END $$`,
      );
      await dataSource.query(
        `UPDATE auth.sessions SET "userId" = '${elsewhere}' WHERE "userId" = '${BOB}'`,
      );

      await expect(dataSource.runMigrations()).rejects.toThrow(
        /sessions: refers to a user that does not exist/,
      );
    });
  });
});
