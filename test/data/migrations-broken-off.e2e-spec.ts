import { authEntities, authMigrations } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { Breaker } from '../support/breaker.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { differences, migrationsRun, revertAll, tableNames } from '../support/schema.js';

const own = [
  'accounts',
  'authenticators',
  'challenges',
  'session_revocations',
  'sessions',
  'users',
  'verification_tokens',
];

/** The type of a column that refers to a user. */
const idTypes = { SQLite: 'varchar', PostgreSQL: 'uuid', MariaDB: 'uuid' } as const;

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const breaker = new Breaker();
  const idType = idTypes[server.name];

  beforeEach(async () => {
    breaker.rest();
    database = await server.create();
    dataSource = await new DataSource({
      ...database.options,
      entities: authEntities(),
      migrations: authMigrations(),
      logger: breaker,
      logging: true,
    }).initialize();
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Runs work and interrupts it before its n-th change, for each n, until it completes. */
  async function brokenOffAtEachChange(work: () => Promise<unknown>): Promise<number> {
    for (let n = 1; ; n += 1) {
      breaker.beforeChange(n);
      const failure = await work().then(
        () => undefined,
        (error: unknown) => String(error),
      );
      if (!breaker.isDone) {
        breaker.rest();
        expect(failure).toBeUndefined();
        return n;
      }
      expect(failure).toMatch(/broken off/);
      await dataSource.destroy();
      breaker.rest();
      await dataSource.initialize();
    }
  }

  it.each([
    ['in one transaction', 'all'],
    ['without a transaction', 'none'],
  ] as const)(
    'a first run %s, interrupted before each of its statements, completes when run again (Q4)',
    async (_, transaction) => {
      await brokenOffAtEachChange(() => dataSource.runMigrations({ transaction }));

      expect(await differences(dataSource)).toEqual([]);
      expect(await migrationsRun(dataSource)).toEqual(
        dataSource.migrations.map(({ name }) => name),
      );
    },
  );

  it('a revert, interrupted before each of its statements, completes when run again (Q5)', async () => {
    await dataSource.runMigrations();

    for (const _ of dataSource.migrations) {
      await brokenOffAtEachChange(() => dataSource.undoLastMigration());
    }

    expect(await tableNames(dataSource)).toEqual([]);
    expect(await migrationsRun(dataSource)).toEqual([]);
    await dataSource.runMigrations();
    expect(await tableNames(dataSource)).toEqual(own);
  });

  it.each([
    ['with other columns', 'CREATE TABLE sessions (id integer PRIMARY KEY, data text)'],
    [
      'that lacks the unique key',
      `CREATE TABLE verification_tokens (id ${idType} PRIMARY KEY, identifier varchar(255) NOT NULL,
         token varchar(255) NOT NULL, expires ${server.name === 'MariaDB' ? 'datetime(3)' : server.name === 'SQLite' ? 'datetime' : 'timestamptz'} NOT NULL)`,
    ],
  ])("the application's table %s is reported before the first change (Q4)", async (_, sql) => {
    await dataSource.query(sql);
    const [, table = ''] = /TABLE (\w+)/.exec(sql) ?? [];

    await expect(dataSource.runMigrations()).rejects.toThrow(
      new RegExp(`^authMigrations: nothing was changed, because .*\n- ${table}: the `),
    );

    expect(await tableNames(dataSource)).toEqual([table]);
    expect(await migrationsRun(dataSource)).toEqual([]);
    await dataSource.query(`DROP TABLE ${table}`);
    await dataSource.runMigrations();
    expect(await differences(dataSource)).toEqual([]);
  });

  it('objects that refer to the tables are reported before a revert drops any table (Q5)', async () => {
    await dataSource.runMigrations();
    const id = '00000000-0000-4000-8000-00000000000a';
    await dataSource.query(`INSERT INTO users (id, name) VALUES ('${id}', 'Ada')`);
    await dataSource.query(
      `CREATE TABLE orders (owner ${idType} NOT NULL, CONSTRAINT of_user FOREIGN KEY (owner) REFERENCES users (id) ON DELETE CASCADE)`,
    );
    await dataSource.query(`INSERT INTO orders VALUES ('${id}')`);
    await dataSource.query('CREATE VIEW people AS SELECT id, name FROM users');
    const before = await tableNames(dataSource);

    const failure = await dataSource.undoLastMigration().then(
      () => 'reverted',
      (error: unknown) => String(error),
    );

    expect(failure).toMatch(/nothing was changed, because other objects refer to these tables/);
    expect(failure).toMatch(/\n- .*orders.* refers to users/);
    expect(failure).toMatch(/\n- .*people.* users/);
    expect(await tableNames(dataSource)).toEqual(before);
    expect(await dataSource.query('SELECT owner FROM orders')).toEqual([{ owner: id }]);
    await dataSource.runMigrations();
    expect(await differences(dataSource)).toEqual([]);

    await dataSource.query('DROP VIEW people');
    await dataSource.query('DROP TABLE orders');
    await revertAll(dataSource);
    expect(await tableNames(dataSource)).toEqual([]);
  });
});
