import { randomBytes } from 'node:crypto';
import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations, type AuthMigrationsOptions } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { authJsContents, insertAuthJsRows } from '../support/auth-js-rows.js';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import {
  databaseServers,
  describeDatabases,
  optionsAt,
  type TestDatabase,
} from '../support/databases.js';
import { differences } from '../support/schema.js';

const servers = (await databaseServers()).filter(({ name }) => name === 'MariaDB');
const RIGHTS = ['UPDATE', 'CREATE', 'ALTER', 'INDEX', 'CREATE TEMPORARY TABLES'];

describeDatabases(servers, (server) => {
  let database: TestDatabase;
  let administrator: DataSource;
  let limited: DataSource;
  let user: string;

  async function open(migrations: AuthMigrationsOptions): Promise<void> {
    database = await server.create();
    const url = new URL(database.url);
    url.username = `limited_${randomBytes(4).toString('hex')}`;
    url.password = '';
    user = `${url.username}@'%'`;
    const model = { entities: authEntities(), migrations: authMigrations(migrations) };
    administrator = await new DataSource({
      ...database.options,
      ...model,
    } as DataSourceOptions).initialize();
    await administrator.query(`CREATE USER ${user}`);
    await administrator.query(`GRANT ALL ON ${url.pathname.slice(1)}.* TO ${user}`);
    limited = await new DataSource({
      ...optionsAt(url.href),
      ...model,
    } as DataSourceOptions).initialize();
  }
  afterEach(async () => {
    await limited.destroy();
    await administrator.query(`DROP USER ${user}`);
    await administrator.destroy();
    await database.drop();
  });

  /** Runs work on connections that lack a privilege. @returns the error as a string, or `done` */
  async function without(right: string, work: () => Promise<unknown>): Promise<string> {
    const { database: name } = administrator.driver;
    await administrator.query(`REVOKE ${right} ON ${name}.* FROM ${user}`);
    await limited.destroy();
    await limited.initialize();
    const failure = await work().then(() => 'done', String);
    await administrator.query(`GRANT ${right} ON ${name}.* TO ${user}`);
    await limited.destroy();
    await limited.initialize();
    return failure;
  }

  const refusedFor = (right: string): RegExp =>
    new RegExp(`nothing was changed, .*\\n- the database user lacks the privilege ${right} on`);

  it.each(RIGHTS)(
    'a take-over by a user without the privilege %s is refused before the first change (Q4)',
    async (right) => {
      await open({ from: authJs });
      await createAuthJsTables(administrator, 'mysql');
      await insertAuthJsRows(administrator);
      await administrator.showMigrations(); // creates TypeORM's own table
      const before = await authJsContents(administrator);

      const failure = await without(right, () => limited.runMigrations());

      expect(failure).toMatch(refusedFor(right));
      expect(await authJsContents(administrator)).toEqual(before);
      await limited.runMigrations();
      expect(await differences(limited)).toEqual([]);
    },
  );

  it.each([...RIGHTS, 'DROP'])(
    'a revert by a user without the privilege %s is refused (Q4)',
    async (right) => {
      await open({ from: authJs });
      await createAuthJsTables(administrator, 'mysql');
      await insertAuthJsRows(administrator);
      const before = await authJsContents(administrator);
      await limited.runMigrations();
      const taken = await authJsContents(administrator);

      const failure = await without(right, () => limited.undoLastMigration());

      expect(failure).toMatch(refusedFor(right));
      expect(await authJsContents(administrator)).toEqual(taken);
      await limited.undoLastMigration();
      expect(await authJsContents(administrator)).toEqual(before);
    },
  );

  it('a user with privileges on single tables is not refused in advance (Q4)', async () => {
    await open({ from: authJs });
    await createAuthJsTables(administrator, 'mysql');
    await insertAuthJsRows(administrator);
    await administrator.showMigrations(); // creates TypeORM's own table
    await administrator.query(`GRANT ALTER ON users TO ${user}`);

    const failure = await without('ALTER', () => limited.runMigrations());

    expect(failure).toMatch(/ALTER command denied .*`accounts`/); // from the server
    await limited.runMigrations();
    expect(await differences(limited)).toEqual([]);
  });

  it.each([
    ['all privileges', 'ALL'],
    ['the privilege CREATE', 'CREATE'],
  ])('a user with %s from a role is not refused (Q4)', async (_, right) => {
    await open({ from: authJs });
    await createAuthJsTables(administrator, 'mysql');
    await insertAuthJsRows(administrator);
    const { database: name } = administrator.driver;
    const role = `role_${user.split('@', 1)[0]}`;
    await administrator.query(`CREATE ROLE ${role}`);
    await administrator.query(`GRANT ALL ON ${name}.* TO ${role}`);
    await administrator.query(`GRANT ${role} TO ${user}`);
    await administrator.query(`SET DEFAULT ROLE ${role} FOR ${user}`);

    expect(await without(right, () => limited.runMigrations())).toBe('done');

    expect(await differences(limited)).toEqual([]);
    await administrator.query(`DROP ROLE ${role}`);
  });
});
