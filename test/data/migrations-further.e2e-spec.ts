import { randomUUID } from 'node:crypto';
import { aUser } from '@authnest/testing';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { insertAuthJsRows } from '../support/auth-js-rows.js';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { differences } from '../support/schema.js';

/** Columns that version 0.1 created with the collation `utf8mb4_bin`. */
const BEFORE: Readonly<Record<string, string>> = {
  users: 'email varchar(255) NULL',
  accounts: 'provider varchar(255) NOT NULL, providerAccountId varchar(512) NOT NULL',
  sessions: 'sessionToken varchar(512) NOT NULL',
  verification_tokens: 'identifier varchar(255) NOT NULL, token varchar(255) NOT NULL',
  authenticators: 'credentialID varchar(512) NOT NULL, providerAccountId varchar(512) NOT NULL',
};

/** The migrations of version 0.1. */
const version01 = authMigrations().slice(0, 1);

async function makeAsVersion01(dataSource: DataSource): Promise<void> {
  for (const [table, columns] of Object.entries(BEFORE)) {
    const actions = columns.split(', ').map((column) => {
      const [, start, end] = /^(\w+ \S+) (.*)$/.exec(column) ?? [];
      return `MODIFY ${start} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin ${end}`;
    });
    await dataSource.query(`ALTER TABLE ${table} ${actions.join(', ')}`);
  }
}

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  async function open(model: Partial<DataSourceOptions>): Promise<void> {
    database = await server.create();
    dataSource = await new DataSource({
      ...database.options,
      ...model,
    } as DataSourceOptions).initialize();
  }
  async function upgrade(): Promise<void> {
    dataSource.setOptions({ migrations: authMigrations({ since: '0.1' }) });
    await dataSource.destroy();
    await dataSource.initialize();
  }
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('in new tables, trailing white space makes a different address and a different session', async () => {
    await open({});
    await dataSource.runMigrations();
    const adapter = new TypeOrmAdapter(dataSource);

    const { id: userId } = await adapter.createUser(aUser({ email: 'ada@example.com' }));
    await adapter.createUser(aUser({ email: 'ada@example.com ' }));
    const expires = new Date(Date.now() + 60_000);
    await adapter.createSession({ sessionToken: 'abc', userId, expires });

    expect(await adapter.getSessionAndUser('abc ')).toBeNull();
    await adapter.createSession({ sessionToken: 'abc ', userId, expires });
    expect(await differences(dataSource)).toEqual([]);
  });

  it('Auth.js tables get the three indexes that they lack, and a revert drops them (Q14)', async () => {
    await open({
      entities: authEntities({ layout: 'auth.js' }),
      migrations: authMigrations({ layout: 'auth.js' }),
    });
    await createAuthJsTables(dataSource);
    await insertAuthJsRows(dataSource);
    const indexes = async () => {
      const runner = dataSource.createQueryRunner();
      const tables = await runner.getTables(['accounts', 'sessions', 'verification_tokens']);
      await runner.release();
      const names = tables.flatMap(({ indices }) => indices.map(({ name = '' }) => name));
      return names.filter((name) => name.includes('_by_')).sort();
    };

    await dataSource.runMigrations();
    expect(await indexes()).toEqual([
      'accounts_by_provider_providerAccountId',
      'sessions_by_expires',
      'verification_tokens_by_identifier_token',
    ]);
    expect(await differences(dataSource)).toEqual([]);

    await dataSource.undoLastMigration();
    expect(await indexes()).toEqual([]);
    expect(await differences(dataSource)).toEqual([]);
  });

  it('Auth.js tables with the three additional indexes can be taken over (Q14)', async () => {
    await open({
      migrations: [
        ...authMigrations({ layout: 'auth.js' }),
        ...authMigrations({ from: 'auth.js', since: '0.1' }),
      ],
    });
    await createAuthJsTables(dataSource);
    await insertAuthJsRows(dataSource);

    await dataSource.runMigrations();

    expect(await new TypeOrmAdapter(dataSource).getSessionAndUser('a-session')).not.toBeNull();
  });

  if (server.name !== 'MariaDB') return;

  it('tables created by version 0.1 get exact keys in a further migration, and keep their rows', async () => {
    await open({ migrations: version01 });
    await dataSource.runMigrations();
    await makeAsVersion01(dataSource);
    const { id } = aUser({ id: randomUUID() });
    await dataSource.query(`INSERT INTO users (id, email) VALUES ('${id}', 'a@x.test')`);
    const collations = async () => {
      const rows = await dataSource.query<{ name: string }[]>(
        `SELECT DISTINCT COLLATION_NAME AS name FROM information_schema.COLUMNS
          WHERE TABLE_SCHEMA = DATABASE() AND COLLATION_NAME LIKE '%bin'`,
      );
      return rows.map(({ name }) => name);
    };
    expect(await collations()).toEqual(['utf8mb4_bin']);

    await upgrade();
    await dataSource.runMigrations();

    expect(await collations()).toEqual(['utf8mb4_nopad_bin']);
    expect(await differences(dataSource)).toEqual([]);
    const adapter = new TypeOrmAdapter(dataSource);
    expect(await adapter.getUserByEmail('a@x.test')).toMatchObject({ id });
    await adapter.createUser(aUser({ email: 'a@x.test ' }));
  });

  it("the application's foreign key to a column that must change is reported before anything changes", async () => {
    await open({ migrations: version01 });
    await dataSource.runMigrations();
    await makeAsVersion01(dataSource);
    await dataSource.query(
      'CREATE TABLE mails (address varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, FOREIGN KEY (address) REFERENCES users (email))',
    );

    await upgrade();
    await expect(dataSource.runMigrations()).rejects.toThrow(
      /- mails: a foreign key refers to users, whose email changes its type/,
    );
  });
});
