import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  AuthAccount,
  type AuthEntities,
  authEntities,
  authMigrations,
  AuthUser,
  AuthVerificationToken,
  TypeOrmAdapter,
  TypeOrmSessionRegistry,
} from '@authnest/typeorm';
import { Column, DataSource, Entity, type DataSourceOptions, Unique } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { StatementRecorder } from '../support/statement-recorder.js';
import { TestApp } from '../support/test-app.js';

const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
afterAll(() => warn.mockRestore());

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeEach(async () => {
    warn.mockClear();
    database = await server.create();
    dataSource = await openMigrated(database.options);
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const start = async (source = dataSource, entities?: AuthEntities): Promise<void> => {
    const adapter = new TypeOrmAdapter(source, entities);
    const app = await TestApp.start({ platform: 'express', config: { adapter } });
    await app.close();
  };
  const quoted = (name: string) => dataSource.driver.escape(name);

  /** Drops the unique index of a table over these columns. */
  async function dropKey(table: string, column: string, source = dataSource): Promise<void> {
    const runner = source.createQueryRunner();
    const index = (await runner.getTable(table))?.indices.find(
      ({ columnNames, isUnique }) => isUnique && columnNames.includes(column),
    );
    await runner.dropIndex(table, index?.name ?? '');
    await runner.release();
  }

  it('starts without a warning on the tables that the migrations create', async () => {
    await start();

    expect(warn.mock.calls.filter(([text]) => /exist|checked/.test(`${text}`))).toEqual([]);
  });

  it.each([
    ['accounts', 'providerAccountId', 'provider and providerAccountId'],
    ['sessions', 'sessionToken', 'sessionToken'],
    ['verification_tokens', 'token', 'identifier and token'],
  ])('does not start if %s lacks its unique key (DT2)', async (table, column, key) => {
    await dropKey(table, column);

    await expect(start()).rejects.toThrow(`\`${table}\` has no unique key of ${key}`);
  });

  it('does not start if the table of a registry lacks its unique key (DT2)', async () => {
    const sets = { with: ['sessionRegistry'] } as const;
    const own = await server.create();
    const source = await openMigrated({
      ...own.options,
      entities: [...authEntities(sets)],
      migrations: authMigrations(sets),
    } as DataSourceOptions);
    const revocation = new TypeOrmSessionRegistry(source);
    const config = { session: { strategy: 'jwt', revocation } } as const;
    await (await TestApp.start({ platform: 'express', config })).close();
    await dropKey('session_records', 'sessionId', source);

    await expect(TestApp.start({ platform: 'express', config })).rejects.toThrow(
      '`session_records` has no unique key of sessionId',
    );

    await source.destroy();
    await own.drop();
  });

  if (server.name !== 'MariaDB') {
    it('does not start if a unique key applies to some rows only (DT2)', async () => {
      await dropKey('sessions', 'sessionToken');
      const token = quoted('sessionToken');
      await dataSource.query(
        `CREATE UNIQUE INDEX of_some_rows ON sessions (${token}) WHERE ${token} <> 'a'`,
      );

      await expect(start()).rejects.toThrow('`sessions` has no unique key');
    });
  }

  it('does not start on a table that was copied without any key (LT5)', async () => {
    await dataSource.query('CREATE TABLE copied AS SELECT * FROM verification_tokens');
    await dataSource.query('DROP TABLE verification_tokens');
    await dataSource.query('ALTER TABLE copied RENAME TO verification_tokens');

    await expect(start()).rejects.toThrow('`verification_tokens` has no unique key');
  });

  it('starts on a view, which has no key (LT5)', async () => {
    await dataSource.query('ALTER TABLE verification_tokens RENAME TO stored_tokens');
    await dataSource.query('CREATE VIEW verification_tokens AS SELECT * FROM stored_tokens');

    await start();
  });

  it('does not start without a unique key if the ids are integers (LT5)', async () => {
    const [own, entities] = [await server.create(), authEntities({ id: 'int' })];
    const migrations = authMigrations({ id: 'int' });
    const source = await openMigrated({
      ...own.options,
      entities,
      migrations,
    } as DataSourceOptions);
    await dropKey('sessions', 'sessionToken', source);

    await expect(start(source, entities)).rejects.toThrow('`sessions` has no unique key');
    await source.destroy();
    await own.drop();
  });

  it('does not start if a unique key that an entity for Auth.js declares was not created (LT5)', async () => {
    class Account extends AuthAccount {}
    class Link extends AuthVerificationToken {}
    Entity('accounts')(Account);
    Entity('verification_tokens')(Link);
    const layout = { layout: 'auth.js', id: 'int', account: Account } as const;
    const entities = authEntities({ ...layout, verificationToken: Link });
    const own = await server.create();
    const options = {
      ...own.options,
      entities: [...entities],
      migrations: [],
    } as DataSourceOptions;
    const before = await new DataSource(options).initialize();
    await before.synchronize();
    await before.destroy();
    Unique(['provider', 'providerAccountId'])(Account);
    Unique(['identifier', 'token'])(Link);
    const source = await new DataSource(options).initialize();

    const starting = start(source, entities as AuthEntities);

    await expect(starting).rejects.toThrow('no unique key of provider and providerAccountId');
    await source.destroy();
    await own.drop();
  });

  if (server.name === 'PostgreSQL') {
    it.each([
      ['CREATE UNIQUE INDEX of_proven ON users (email) WHERE "emailVerified" IS NOT NULL'],
      ['CREATE UNIQUE INDEX of_named ON users (email) INCLUDE (name) WHERE name IS NOT NULL'],
      ['CREATE UNIQUE INDEX of_both ON users (email, name) WHERE email IS NOT NULL'],
    ])('does not start with the key of %s alone (LT6)', async (statement) => {
      await dropKey('users', 'email');
      await dataSource.query(statement);

      await expect(start()).rejects.toThrow('`users` has no unique key of email');
    });

    it('starts with a key that leaves out rows without a value only (LT6)', async () => {
      await dropKey('users', 'email');
      await dataSource.query(
        'CREATE UNIQUE INDEX of_given ON users (email) WHERE email IS NOT NULL',
      );

      await start();
    });
  }

  it('names the command if the tables or a column do not exist, and starts (NW8)', async () => {
    await dataSource.query(`ALTER TABLE sessions DROP COLUMN ${quoted('lastUsedAt')}`);
    await dataSource.query('DROP TABLE verification_tokens');

    await start();

    const texts = warn.mock.calls.map(([text]) => `${text}`);
    expect(texts).toContainEqual(
      expect.stringMatching(/`sessions.lastUsedAt` does not exist: .*typeorm migration:run/),
    );
    expect(texts).toContainEqual(
      expect.stringMatching(/`verification_tokens` does not exist: .*typeorm migration:run/),
    );
  });

  it('names the columns of an own entity for which no migration was run, and starts (NW8)', async () => {
    @Entity('users')
    class Member extends AuthUser {
      @Column({ type: 'varchar', default: 'member' }) role!: string;
      @Column({ type: 'varchar', nullable: true, select: false }) passwordHash!: string | null;
    }
    const entities = authEntities({ user: Member });
    const source = await new DataSource({
      ...database.options,
      entities: [...entities],
    } as DataSourceOptions).initialize();

    await start(source, entities);

    expect(warn.mock.calls.map(([text]) => `${text}`)).toContainEqual(
      expect.stringMatching(/`Member` .* lacks, role, passwordHash: generate a migration/),
    );
    await source.destroy();
  });

  if (server.name !== 'SQLite') {
    it.each(['sessions.createdAt', 'session_revocations.endedBefore', 'users.accessEndedAt'])(
      'does not start if %s is stored without milliseconds (DT19)',
      async (name) => {
        const [table, column = ''] = name.split('.');
        await dataSource.query(
          server.name === 'MariaDB'
            ? `ALTER TABLE ${table} MODIFY ${column} datetime`
            : `ALTER TABLE ${table} ALTER COLUMN "${column}" TYPE timestamptz(0)`,
        );

        await expect(start()).rejects.toThrow(`\`${name}\` stores no milliseconds`);
      },
    );
  }

  if (server.name === 'MariaDB') {
    it('does not start on connections that count changed rows only (DT18)', async () => {
      const options = { ...database.options, flags: ['-FOUND_ROWS'] } as DataSourceOptions;
      const counting = await new DataSource(options).initialize();

      await expect(start(counting)).rejects.toThrow('remove `-FOUND_ROWS`');
      await counting.destroy();
    });
  }

  it('looks at each table with one statement', async () => {
    const statements = new StatementRecorder();
    dataSource.setOptions({ logger: statements, logging: ['query'] });
    const adapter = new TypeOrmAdapter(dataSource);

    const sent = await statements.during(() => adapter.assertReady());

    const looks = sent.filter((sql) =>
      /information_schema\.COLUMNS|pg_attribute|pragma_\w+\(/i.test(sql),
    );
    expect(looks).toHaveLength(dataSource.entityMetadatas.length);
  });
});
