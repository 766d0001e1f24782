import { setTimeout as delay } from 'node:timers/promises';
import { passwordTable } from '@authnest/password';
import { aSession, aUser } from '@authnest/testing';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ADA, insertAuthJsRows } from '../support/auth-js-rows.js';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
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

  if (server.name !== 'PostgreSQL') return;

  it('let a migration try again after a deadlock with a transaction that reads (DT16)', async () => {
    const reader = dataSource.createQueryRunner();
    await reader.startTransaction();
    await reader.query(`SET LOCAL deadlock_timeout = '1min'`);
    await reader.query('SELECT * FROM sessions');
    // Before it gives up the tables that it has, so that it is the one that is told.
    const extra = { options: '-c deadlock_timeout=500ms' };
    const migrating = await new DataSource({
      ...dataSource.options,
      extra,
    } as DataSourceOptions).initialize();

    const migrated = migrating.runMigrations();
    await until('the migration waits for the sessions', async () => (await waits()) > 0);
    await reader.query('SELECT * FROM accounts');
    await reader.commitTransaction();
    await reader.release();

    expect(await migrated).toHaveLength(1);
    await migrating.undoLastMigration();
    await migrating.destroy();
  });
});

describeDatabases(servers, (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let later: DataSource;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated(database.options);
    const model = { with: [passwordTable] };
    later = await new DataSource({
      ...database.options,
      entities: authEntities(model),
      migrations: authMigrations(model),
    }).initialize();
  });
  afterAll(async () => {
    await later.destroy();
    await dataSource.destroy();
    await database.drop();
  });

  it.each(['runMigrations', 'undoLastMigration'] as const)(
    'let a table come and go that refers to one that a long transaction writes (%s, DT16)',
    async (step) => {
      const adapter = new TypeOrmAdapter(dataSource);
      const { id } = await adapter.createUser(aUser({ email: `${step}@x.example` }));
      const writer = dataSource.createQueryRunner();
      await writer.startTransaction();
      await writer.manager.update('AuthUserEntity', { id }, { name: 'Ada' });

      const migrating = later[step]();
      await delay(500);
      try {
        // They wait until the migration has given up its place, not until the writer ends.
        await adapter.createUser(aUser({ email: `${step}@y.example` }));
        expect(await adapter.getUser(id)).not.toBeNull();
      } finally {
        await writer.commitTransaction();
        await writer.release();
        await migrating;
      }

      expect(await later.showMigrations()).toBe(step === 'undoLastMigration');
    },
  );
});
