import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { ADA, EXPIRES, insertAuthJsRows, insertRow } from '../support/auth-js-rows.js';
import { type AuthJsDialect, createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { StatementRecorder } from '../support/statement-recorder.js';
import { revertAll } from '../support/schema.js';

/** Throws right before a statement is sent, as if the connection were lost. */
class Breaker extends StatementRecorder {
  before: RegExp | undefined;

  override logQuery(query: string): void {
    super.logQuery(query);
    if (!this.before?.test(query)) return;
    this.before = undefined;
    throw new Error('broken off');
  }
}

async function differences(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let breaker: Breaker;

  beforeEach(async () => {
    database = await server.create();
    breaker = new Breaker();
    dataSource = await new DataSource({
      ...database.options,
      entities: authEntities(),
      migrations: authMigrations({ from: authJs }),
      logger: breaker,
      logging: true,
    }).initialize();
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it.each(['ada@example.com', 'Ada@Example.com'])(
    'an email address that two rows share, because the unique key was missing, is reported: %s (RP5)',
    async (email) => {
      await createAuthJsTables(dataSource);
      const runner = dataSource.createQueryRunner();
      const users = await runner.getTable('users');
      if (users?.uniques.length) await runner.dropUniqueConstraints(users, users.uniques);
      if (users?.indices.length) await runner.dropIndices(users, users.indices);
      await runner.release();
      await insertAuthJsRows(dataSource);
      const id = '00000000-0000-4000-8000-0000000000ff';
      await insertRow(dataSource, 'users', { id, email });

      await expect(dataSource.runMigrations()).rejects.toThrow(
        `- users: email "ada@example.com" (id ${ADA}, ${id})`,
      );
    },
  );

  it('missing tables are reported', async () => {
    await expect(dataSource.runMigrations()).rejects.toThrow('- users: there is no such table');
  });

  it.each([
    ['the table of sessions changes', /sessions.*(?:MODIFY|ALTER COLUMN)|"temporary_sessions"/],
    ['the last table is created', /CREATE TABLE.*authenticators/],
  ])(
    'a take-over interrupted before %s completes when run again, and no row is lost',
    async (_, before) => {
      await createAuthJsTables(dataSource);
      await insertAuthJsRows(dataSource);

      breaker.before = before;
      await expect(dataSource.runMigrations()).rejects.toThrow('broken off');
      expect(breaker.before).toBeUndefined();
      await dataSource.destroy();
      await dataSource.initialize();
      await dataSource.runMigrations();

      expect(await differences(dataSource)).toEqual([]);
      const found = await new TypeOrmAdapter(dataSource).getSessionAndUser('a-session');
      expect([found?.session.expires, found?.user.id]).toEqual([EXPIRES, ADA]);
    },
  );

  if (server.name !== 'MariaDB') return;

  it("the application's foreign key to ids whose type changes is reported", async () => {
    const dialect: AuthJsDialect = 'mysql';
    await createAuthJsTables(dataSource, dialect);
    await dataSource.query(
      'CREATE TABLE orders (owner varchar(36), FOREIGN KEY (owner) REFERENCES users (id))',
    );

    await expect(dataSource.runMigrations()).rejects.toThrow(
      /\n- orders: a foreign key refers to users, whose id changes its type; drop it/,
    );
    expect((await dataSource.query('SHOW COLUMNS FROM users'))[0]).toMatchObject({
      Type: 'varchar(36)',
    });
  });

  it('a value that does not fit the former column prevents the revert', async () => {
    await createAuthJsTables(dataSource);
    await insertAuthJsRows(dataSource);
    await dataSource.runMigrations();
    const adapter = new TypeOrmAdapter(dataSource);
    const key = { provider: 'google', providerAccountId: '42' };
    await adapter.updateAccount({ ...key, access_token: 'a'.repeat(256) });

    await expect(revertAll(dataSource)).rejects.toThrow(
      /- accounts: access_token has more than 255 characters \(id /,
    );
    await dataSource.runMigrations();
    expect(await differences(dataSource)).toEqual([]);
  });
});
