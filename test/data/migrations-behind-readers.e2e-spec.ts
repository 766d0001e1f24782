import { randomUUID } from 'node:crypto';
import { aSession, aUser } from '@authnest/testing';
import { authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { until } from '../support/until.js';

const servers = (await databaseServers()).filter(({ name }) => name !== 'SQLite');

describeDatabases(servers, (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await new DataSource({
      ...database.options,
      migrations: authMigrations().slice(0, 1),
    } as DataSourceOptions).initialize();
    await dataSource.runMigrations();
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
    const { id } = aUser({ id: randomUUID() });
    await dataSource.query(`INSERT INTO users (id) VALUES ('${id}')`);
    await dataSource.query(
      server.name === 'MariaDB'
        ? `INSERT INTO sessions (id, sessionToken, userId, expires) VALUES (uuid(), 't', '${id}', '2100-01-01')`
        : `INSERT INTO sessions ("sessionToken", "userId", expires) VALUES ('t', '${id}', '2100-01-01')`,
    );
    const reader = dataSource.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT * FROM sessions');

    const later = await new DataSource(database.options).initialize();
    const migrating = later.runMigrations();
    await until('the migration waits for the table', async () => (await waits()) > 0);
    // It waits in the queue until the migration has given up its place, not until the reader ends.
    const [row] = await dataSource.query<unknown[]>('SELECT * FROM sessions');
    await reader.commitTransaction();
    await reader.release();
    await migrating;

    expect(row).toBeDefined();
    const { sessionToken } = await new TypeOrmAdapter(later).createSession(
      aSession({ userId: id }),
    );
    expect(await new TypeOrmAdapter(later).getSessionAndUser(sessionToken)).not.toBeNull();
    expect(await new TypeOrmAdapter(later).getSessionAndUser('t')).not.toBeNull();
    await later.undoLastMigration();
    await later.destroy();
  });
});
