import { aSession, aUser, anAccount } from '@authnest/testing';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { StatementRecorder } from '../support/statement-recorder.js';
import { until } from '../support/until.js';

const waiting: Record<string, string> = {
  PostgreSQL: `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  MariaDB: `SELECT trx_id FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'`,
};

/** Returns another writer, with its own connection. */
async function otherWriter(database: TestDatabase): Promise<QueryRunner> {
  const dataSource = await new DataSource(database.options).initialize();
  return dataSource.createQueryRunner();
}

/** Makes SQLite fail at once, because its own waiting would block the whole process. */
function impatient(options: DataSourceOptions): DataSourceOptions {
  return options.type === 'better-sqlite3' ? { ...options, timeout: 0 } : options;
}

describeDatabases(await databaseServers(), (server) => {
  const logger = new StatementRecorder();
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  let other: QueryRunner;

  beforeEach(async () => {
    database = await server.create();
    await (await openMigrated(database.options)).destroy();
    if (server.name === 'PostgreSQL') await beStrict(database);
    dataSource = await openMigrated({ ...impatient(database.options), logger, logging: true });
    adapter = new TypeOrmAdapter(dataSource);
    other = await otherWriter(database);
    logger.reset();
  });
  afterEach(async () => {
    await other.dataSource.destroy();
    await dataSource.destroy();
    await database.drop();
  });

  async function untilAdapterWaits(): Promise<void> {
    await until('the adapter waits for the lock', async () => {
      const rows = await dataSource.query<unknown[]>(waiting[server.name] ?? '');
      return rows.length > 0;
    });
  }

  if (server.name === 'SQLite') {
    it('after SQLITE_BUSY, the statement is repeated when the other writer is done', async () => {
      const { id: userId } = await adapter.createUser(aUser());
      await other.query('BEGIN IMMEDIATE');
      logger.onError = () => void other.query('COMMIT');

      const session = await adapter.createSession(aSession({ userId }));

      expect(logger.errors).toEqual(['SQLITE_BUSY']);
      expect((await adapter.getSessionAndUser(session.sessionToken))?.user.id).toBe(userId);
    });
    return;
  }

  if (server.name === 'PostgreSQL') {
    it('after a serialization failure, the statement is repeated on the rows of the other writer', async () => {
      const { id: userId } = await adapter.createUser(aUser());
      const { sessionToken } = await adapter.createSession(aSession({ userId }));
      await other.startTransaction();
      await other.query('UPDATE sessions SET expires = now()');

      const expires = new Date('2031-01-01T00:00:00.000Z');
      const updating = adapter.updateSession({ sessionToken, expires });
      await untilAdapterWaits();
      await other.commitTransaction();

      expect(await updating).toBeUndefined();
      expect(logger.errors).toEqual(['40001']);
      expect((await adapter.getSessionAndUser(sessionToken))?.session.expires).toEqual(expires);
    });
  }

  it('after a deadlock, the statement that the database aborted is repeated', async () => {
    const user = await adapter.createUser(aUser());
    await adapter.createSession(aSession({ userId: user.id }));
    if (server.name === 'PostgreSQL') await other.query(`SET deadlock_timeout = '1min'`);
    await other.startTransaction();
    // Many rows to undo, so that the database aborts the adapter's statement instead.
    for (let row = 0; row < 100; row += 1) {
      await other.query(
        `INSERT INTO verification_tokens (id, identifier, token, expires)
         VALUES ('00000000-0000-4000-8000-${`${row}`.padStart(12, '0')}', 'a', '${row}', now())`,
      );
    }
    await other.query('UPDATE sessions SET expires = now()');

    const deleting = adapter.deleteUser(user.id);
    await untilAdapterWaits();
    await other.query(`UPDATE users SET name = 'Bill'`);
    await other.commitTransaction();

    expect(await deleting).toMatchObject({ id: user.id });
    // The repeated statement might conflict again before the other writer has committed.
    expect(logger.errors[0]).toBe(server.name === 'MariaDB' ? 'ER_LOCK_DEADLOCK' : '40P01');
    expect(await adapter.getUser(user.id)).toBeNull();
  });
});

it('SQLite counts the ids of a registration anew if a reader keeps it from being committed', async () => {
  const database = await (await databaseServers())[0]?.create();
  if (!database) return;
  const ids = { id: 'int' } as const;
  const model = { entities: [...authEntities(ids)], migrations: authMigrations(ids) };
  // Without WAL, a commit waits for readers.
  const logger = new StatementRecorder();
  const log = { logger, logging: true };
  const options = { ...impatient(database.options), ...log, enableWAL: false, ...model };
  const dataSource = await openMigrated(options as DataSourceOptions);
  const adapter = new TypeOrmAdapter(dataSource);
  const other = await otherWriter({ ...database, options: options as DataSourceOptions });
  await adapter.createUser(aUser());
  await other.startTransaction();
  await other.query('SELECT * FROM users');

  const [user, account] = [aUser(), anAccount()];
  logger.reset();
  const registering = adapter.registerUser({ user, account });
  const isTried = () => logger.sent.some((sql) => sql.includes('INSERT INTO "accounts"'));
  // Not with `until`, whose pauses are longer than those between the attempts.
  while (!isTried()) await new Promise((resolve) => void setImmediate(resolve));
  await other.query(`INSERT INTO users (name) VALUES ('takes the next id')`);
  await other.commitTransaction();

  expect(await registering).toMatchObject({ email: user.email });
  expect(await adapter.getUserByAccount(account)).toMatchObject({ email: user.email });
  await (other.dataSource ?? other.connection).destroy();
  await dataSource.destroy();
  await database.drop();
});

/**
 * Sets snapshot isolation, as in an application in which every conflict must be reported, and a
 * time-out long enough to cause a deadlock before PostgreSQL checks for one.
 */
async function beStrict(database: TestDatabase): Promise<void> {
  const dataSource = await new DataSource(database.options).initialize();
  const [row] = await dataSource.query<{ name: string }[]>('SELECT current_database() AS name');
  for (const setting of [
    `default_transaction_isolation = 'repeatable read'`,
    `deadlock_timeout = '2s'`,
  ]) {
    await dataSource.query(`ALTER DATABASE ${row?.name} SET ${setting}`);
  }
  await dataSource.destroy();
}
