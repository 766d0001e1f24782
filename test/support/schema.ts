import type { DataSource } from 'typeorm';

/** Returns the statements that would make the tables match the entities. */
export async function differences(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

/** Returns the names of all tables and views, except TypeORM's own table. */
export async function tableNames(dataSource: DataSource): Promise<string[]> {
  const sql = {
    'better-sqlite3': `SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'`,
    postgres: `SELECT table_name AS name FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`,
    mariadb: `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()`,
  }[dataSource.options.type as string];
  const rows = await dataSource.query<{ name: string }[]>(sql ?? '');
  return rows
    .map(({ name }) => name)
    .filter((name) => name !== 'migrations')
    .sort();
}

/** Reverts every migration, the latest first. */
export async function revertAll(dataSource: DataSource): Promise<void> {
  for (const _ of dataSource.migrations) await dataSource.undoLastMigration();
}

/** Returns the names of the migrations that the database lists as run. */
export async function migrationsRun(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ name: string }[]>(
    'SELECT name FROM migrations ORDER BY id',
  );
  return rows.map(({ name }) => name);
}
