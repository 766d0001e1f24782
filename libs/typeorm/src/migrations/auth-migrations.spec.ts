import { Column, DataSource, DefaultNamingStrategy, Entity } from 'typeorm';
import type { NamingStrategyInterface } from 'typeorm';
import { authEntities, type AuthEntitiesOptions } from '../entities/auth-entities.js';
import { AuthUser } from '../entities/base.entities.js';
import { authMigrations } from './auth-migrations.js';
import type { TakeOver } from './migration-class.js';

class Shouting extends DefaultNamingStrategy {
  override tableName(name: string, custom: string): string {
    return `T_${custom || name}`.toUpperCase();
  }
  override columnName(property: string, custom: string): string {
    return (custom || property).toUpperCase();
  }
  override joinColumnName(relation: string, referenced: string): string {
    return `${relation}${referenced}`.toUpperCase();
  }
}

async function open(options: AuthEntitiesOptions, namingStrategy?: NamingStrategyInterface) {
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities: authEntities(options),
    migrations: authMigrations(options),
    namingStrategy,
  });
  return dataSource.initialize();
}

async function names(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ name: string }[]>(
    "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
  );
  return rows.map(({ name }) => name).sort();
}

describe.each([
  ['by default', {}, undefined],
  ['with a prefix', { prefix: 'auth_' }, undefined],
  ['with integer ids', { id: 'int' }, undefined],
  ['with 64-bit ids', { id: 'bigint', prefix: 'x_' }, undefined],
  ['with a naming strategy', {}, new Shouting()],
] as const)('migrations %s', (_case, options, namingStrategy) => {
  it('create exactly the schema of the entities', async () => {
    const dataSource = await open(options, namingStrategy);
    await dataSource.runMigrations();

    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();

    expect(upQueries.map(({ query }) => query)).toEqual([]);
    await dataSource.destroy();
  });

  it('leave no table after a revert, and can run again', async () => {
    const dataSource = await open(options, namingStrategy);
    await dataSource.runMigrations();
    const made = await names(dataSource);

    for (const _ of dataSource.migrations) await dataSource.undoLastMigration();
    expect(await names(dataSource)).toEqual([]);

    await dataSource.runMigrations();
    expect(await names(dataSource)).toEqual(made);
    await dataSource.destroy();
  });
});

describe('migrations', () => {
  it('for two prefixes run in one database', async () => {
    const dataSource = new DataSource({
      type: 'better-sqlite3',
      database: ':memory:',
      migrations: [...authMigrations(), ...authMigrations({ prefix: 'b_' })],
    });
    await dataSource.initialize();
    await dataSource.runMigrations();

    expect(await names(dataSource)).toEqual(expect.arrayContaining(['users', 'b_users']));
    await dataSource.destroy();
  });

  it('leave only added columns to a migration of the application', async () => {
    @Entity('users')
    class Customer extends AuthUser {
      @Column({ type: 'varchar', default: 'member' })
      role!: string;
    }
    const dataSource = await open({ user: Customer });
    dataSource.setOptions({ migrations: authMigrations() });
    await dataSource.destroy();
    await dataSource.initialize();
    await dataSource.runMigrations();

    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();

    const statements = upQueries.map(({ query }) => query);
    expect(statements.some((query) => query.includes('"role"'))).toBe(true);
    expect(statements.some((query) => /accounts|sessions|authenticators/.test(query))).toBe(false);
    await dataSource.destroy();
  });
});

it('refuses the name of a library in place of what takes its tables over', () => {
  const from = 'auth.js' as unknown as TakeOver;

  expect(() => authMigrations({ from })).toThrow(/import { authJs } from '@authnest\/take-over'/);
});
