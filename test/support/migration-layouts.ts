import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations, type AuthMigrationsOptions } from '@authnest/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { insertAuthJsRows } from './auth-js-rows.js';
import { createAuthJsTables } from './auth-js-tables.js';
import { optionsAt } from './databases.js';
import { SnakeCase } from './snake-case.js';

/** How an application lays out its tables. */
export interface MigrationLayout {
  readonly name: string;
  readonly migrations?: AuthMigrationsOptions;
  readonly entityPrefix?: string;
  /** The schema, on PostgreSQL. */
  readonly schema?: string;
  readonly isSnakeCase?: boolean;
}

/** Returns the layout that another process named: the code in it cannot be sent. */
export function sameLayout({ name, migrations }: SentLayout): MigrationLayout {
  const all = migrations?.from ? takeOvers : [PLAIN, ...layouts];
  const found = all.find((layout) => layout.name === name);
  if (!found) throw new Error(`there is no layout ${name}`);
  return found;
}

/** What arrives of a layout. */
interface SentLayout {
  readonly name: string;
  readonly migrations?: { readonly from?: unknown };
}

export const PLAIN: MigrationLayout = { name: 'with default options' };

/** A layout for each option that determines names or types. */
export const layouts: readonly MigrationLayout[] = [
  { name: 'with a prefix', migrations: { prefix: 'app_' } },
  { name: 'with an entityPrefix', entityPrefix: 'e_' },
  { name: 'in a schema', schema: 'auth' },
  { name: 'in snake case', isSnakeCase: true },
  { name: 'with ids of type int', migrations: { id: 'int' } },
  { name: 'with ids of type bigint', migrations: { id: 'bigint' } },
];

/** Layouts of Auth.js tables that are taken over. */
export const takeOvers: readonly MigrationLayout[] = [
  { name: 'with default options', migrations: { from: authJs } },
  { name: 'in snake case', migrations: { from: authJs }, isSnakeCase: true },
  { name: 'with ids of type bigint', migrations: { from: authJs, id: 'bigint' } },
];

/** Creates Auth.js tables with rows; on MariaDB, as the MySQL driver does. */
export async function createTakenOver(
  dataSource: DataSource,
  { migrations = {}, schema }: MigrationLayout,
): Promise<void> {
  const ids = migrations.id === 'bigint' ? 'bigint' : 'uuid';
  const madeBy = dataSource.options.type === 'mariadb' ? 'mysql' : undefined;
  await createAuthJsTables(dataSource, madeBy, schema, ids);
  await insertAuthJsRows(dataSource, schema, ids);
}

/** Returns the options for a DataSource on a database with this layout. */
export function optionsOf(url: string, layout: MigrationLayout): DataSourceOptions {
  const { migrations = {}, entityPrefix, schema, isSnakeCase } = layout;
  const { prefix, id } = migrations;
  const names = {
    ...(entityPrefix === undefined ? {} : { entityPrefix }),
    ...(schema === undefined ? {} : { schema }),
    ...(isSnakeCase ? { namingStrategy: new SnakeCase() } : {}),
  };
  return {
    ...optionsAt(url),
    ...names,
    entities: authEntities({
      ...(prefix === undefined ? {} : { prefix }),
      ...(id === undefined ? {} : { id }),
    }),
    migrations: authMigrations(migrations),
  } as DataSourceOptions;
}
