import { aUser } from '@authnest/testing';
import { authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { differences, migrationsRun, tableNames } from '../support/schema.js';

const [version01] = authMigrations();

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeEach(async () => {
    database = await server.create();
    dataSource = await new DataSource({
      ...database.options,
      migrations: [version01],
    } as DataSourceOptions).initialize();
    await dataSource.runMigrations();
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  async function upgrade(): Promise<void> {
    dataSource.setOptions({ migrations: authMigrations() });
    await dataSource.destroy();
    await dataSource.initialize();
    await dataSource.runMigrations();
  }

  async function insertAsVersion01(): Promise<void> {
    const id = '00000000-0000-4000-8000-00000000000a';
    await dataSource.query(`INSERT INTO users (id, name) VALUES ('${id}', 'Ada')`);
    const names = ['id', 'userId', 'type', 'provider', 'providerAccountId'].map((name) =>
      dataSource.driver.escape(name),
    );
    await dataSource.query(
      `INSERT INTO accounts (${names.join(', ')}) VALUES ('${id}', '${id}', 'oidc', 'idp', '1')`,
    );
  }

  it('tables from version 0.1 get the new columns and keep their rows', async () => {
    await insertAsVersion01();

    await upgrade();

    expect(await differences(dataSource)).toEqual([]);
    const adapter = new TypeOrmAdapter(dataSource);
    const first = { provider: 'idp', providerAccountId: '1', tokenVersion: 1 };
    expect([await adapter.advanceAccount(first), await adapter.advanceAccount(first)]).toEqual([
      true,
      false,
    ]);
    expect(
      await adapter.getUserByAccount({ provider: 'idp', providerAccountId: '1' }),
    ).toMatchObject({ name: 'Ada' });
  });

  it('columns, indexes and views that the application added stay, up and down', async () => {
    const { escape } = dataSource.driver;
    const token = escape.call(dataSource.driver, 'sessionToken');
    const before = await tableNames(dataSource);
    await dataSource.query(`CREATE INDEX own_index ON sessions (expires, ${token})`);
    await dataSource.query('ALTER TABLE accounts ADD COLUMN tenant varchar(20) DEFAULT NULL');
    await dataSource.query(`CREATE VIEW open_sessions AS SELECT ${token} FROM sessions`);
    const own = async () => {
      const runner = dataSource.createQueryRunner();
      const tables = await runner.getTables(['sessions', 'accounts']);
      await runner.release();
      const names = tables.flatMap(({ indices, columns }) =>
        [...indices, ...columns].map(({ name }) => name),
      );
      // The database lists tables in no particular order.
      return names.filter((name) => name === 'own_index' || name === 'tenant').sort();
    };
    const added = ['own_index', 'tenant'];
    expect(await own()).toEqual(added);

    await upgrade();
    expect(await own()).toEqual(added);
    expect(await dataSource.query('SELECT * FROM open_sessions')).toEqual([]);

    await dataSource.undoLastMigration();
    expect(await own()).toEqual(added);
    expect(await dataSource.query('SELECT * FROM open_sessions')).toEqual([]);
    expect(await tableNames(dataSource)).toEqual([...before, 'open_sessions'].sort());
  });

  it("the application's columns and tables with the new names are reported before the first change", async () => {
    await dataSource.query('ALTER TABLE sessions ADD COLUMN address integer');
    await dataSource.query('CREATE TABLE session_revocations (id integer PRIMARY KEY)');

    const failure = await upgrade().then(
      () => 'upgraded',
      (error: unknown) => String(error),
    );

    expect(failure).toMatch(
      /nothing was changed, because tables, columns or keys with these names/,
    );
    expect(failure).toMatch(/\n- sessions: the column address has another type/);
    expect(failure).toMatch(/\n- session_revocations: the column marker is missing/);
    expect(await migrationsRun(dataSource)).toEqual(['AuthTables1795194000000']);
    const [row] = await dataSource.query<object[]>('SELECT count(*) AS n FROM accounts');
    expect(Object.keys(row ?? {})).toEqual(['n']);

    await dataSource.query('DROP TABLE session_revocations');
    await dataSource.query('ALTER TABLE sessions DROP COLUMN address');
    await dataSource.runMigrations();
    expect(await differences(dataSource)).toEqual([]);
  });

  it("the application's index on a new column is reported before a revert drops anything", async () => {
    await upgrade();
    await dataSource.query('CREATE INDEX by_address ON sessions (address, expires)');

    await expect(dataSource.undoLastMigration()).rejects.toThrow(
      /nothing was changed.*\n- sessions: the key by_address uses the column address$/,
    );

    expect(await differences(dataSource)).toEqual([expect.stringMatching(/by_address/)]);
    expect(await migrationsRun(dataSource)).toHaveLength(2);
  });

  it('an account that version 0.1 inserts after the migration is usable', async () => {
    await upgrade();
    await insertAsVersion01();

    const adapter = new TypeOrmAdapter(dataSource);

    const first = { provider: 'idp', providerAccountId: '1', tokenVersion: 1 };
    expect([await adapter.advanceAccount(first), await adapter.advanceAccount(first)]).toEqual([
      true,
      false,
    ]);
    await adapter.createUser(aUser());
  });
});
