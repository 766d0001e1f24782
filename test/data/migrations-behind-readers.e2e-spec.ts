import { aSession } from '@authnest/testing';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ADA, insertAuthJsRows } from '../support/auth-js-rows.js';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { until } from '../support/until.js';

const layout = 'auth.js';
const servers = (await databaseServers()).filter(({ name }) => name !== 'SQLite');

describeDatabases(servers, (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await new DataSource({
      ...database.options,
      entities: authEntities({ layout }),
      migrations: authMigrations({ layout }),
    } as DataSourceOptions).initialize();
    await createAuthJsTables(dataSource);
    await insertAuthJsRows(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** The waits for the tables, of any connection. */
  async function waits(): Promise<number> {
    const sql = {
      SQLite: '',
      PostgreSQL: `SELECT count(*) AS n FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      MariaDB: `SELECT count(*) AS n FROM information_schema.PROCESSLIST
         WHERE DB = DATABASE() AND STATE LIKE 'Waiting for table metadata lock'`,
    }[server.name];
    const [row] = await dataSource.query<{ n: string }[]>(sql);
    return Number(row?.n);
  }

  it('let a migration change tables that a long transaction reads, and nobody waits long (DT16)', async () => {
    const reader = dataSource.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT * FROM sessions');

    const migrating = dataSource.runMigrations();
    await until('the migration waits for the table', async () => (await waits()) > 0);
    // It waits in the queue until the migration has given up its place, not until the reader ends.
    const [row] = await dataSource.query<unknown[]>('SELECT * FROM sessions');
    await reader.commitTransaction();
    await reader.release();
    await migrating;

    expect(row).toBeDefined();
    const adapter = new TypeOrmAdapter(dataSource);
    const { sessionToken } = await adapter.createSession(aSession({ userId: ADA }));
    expect(await adapter.getSessionAndUser(sessionToken)).not.toBeNull();
    expect(await adapter.getSessionAndUser('a-session')).not.toBeNull();
    await dataSource.undoLastMigration();
  });
});
