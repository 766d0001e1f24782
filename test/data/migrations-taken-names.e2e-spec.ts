import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations, type AuthMigrationsOptions } from '@authnest/typeorm';
import { DataSource, DefaultNamingStrategy, type DataSourceOptions } from 'typeorm';
import { insertAuthJsRows } from '../support/auth-js-rows.js';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { differences, migrationsRun, revertAll, tableNames } from '../support/schema.js';

type Server = 'SQLite' | 'PostgreSQL' | 'MariaDB';

const strategy = new DefaultNamingStrategy();
const index = (table: string, ...columns: string[]) => strategy.indexName(table, columns);

/** An object of the application whose name a migration needs. */
interface Taken {
  readonly what: string;
  /** The statements that create it, for databases in which the two names would conflict. */
  readonly on: Partial<Record<Server, readonly string[]>>;
  /** Matches the line that reports it. */
  readonly line: RegExp;
  /** The statement that removes it; `%` marks what differs between databases. */
  readonly away: string;
}

const withIndex = (name: string): Taken['on'] => {
  const sql = ['CREATE TABLE old (x integer)', `CREATE INDEX "${name}" ON old (x)`];
  return { SQLite: sql, PostgreSQL: sql };
};
/** Simulates one of our tables after it was renamed, because its keys keep their names. */
const withForeignKey = (table: string): Taken['on'] => ({
  MariaDB: [
    'CREATE TABLE teams (id integer PRIMARY KEY)',
    `CREATE TABLE old (x integer, CONSTRAINT ${strategy.foreignKeyName(table, ['userId'])} FOREIGN KEY (x) REFERENCES teams (id))`,
  ],
});
const byIndex = (table: string, name: string) =>
  new RegExp(`\n- ${table}: the index "?${name}"? of old has a name that is needed here; `);
const byForeignKey = (table: string) =>
  new RegExp(`\n- ${table}: the foreign key FK_\\w+ of old has a name that is needed here; `);

const ofTables: readonly Taken[] = [
  {
    what: 'an index on another table',
    on: withIndex(index('sessions', 'userId')),
    line: byIndex('sessions', index('sessions', 'userId')),
    away: 'DROP TABLE old',
  },
  {
    what: 'a foreign key on another table',
    on: withForeignKey('accounts'),
    line: byForeignKey('accounts'),
    away: 'DROP TABLE old',
  },
  {
    what: 'a primary key on another table',
    on: {
      PostgreSQL: [
        `CREATE TABLE old (x integer CONSTRAINT "${strategy.primaryKeyName('users', ['id'])}" PRIMARY KEY)`,
      ],
    },
    line: byIndex('users', strategy.primaryKeyName('users', ['id'])),
    away: 'DROP TABLE old',
  },
  {
    what: 'a view',
    on: {
      SQLite: ['CREATE VIEW accounts AS SELECT 1 AS id'],
      PostgreSQL: ['CREATE MATERIALIZED VIEW accounts AS SELECT 1 AS id'],
    },
    line: /\n- accounts: the (?:materialized )?view accounts has a name that is needed here; /,
    away: 'DROP %VIEW accounts',
  },
  {
    what: 'a sequence',
    on: { PostgreSQL: ['CREATE SEQUENCE accounts'] },
    line: /\n- accounts: the sequence accounts has a name that is needed here; /,
    away: 'DROP SEQUENCE accounts',
  },
  {
    what: 'a type',
    on: { PostgreSQL: [`CREATE TYPE sessions AS ENUM ('one')`] },
    line: /\n- sessions: the type sessions has a name that is needed here; /,
    away: 'DROP TYPE sessions',
  },
];

const ofTakeOver: readonly Taken[] = [
  ...ofTables.slice(0, 1),
  {
    what: 'a foreign key on another table, after ours was dropped',
    on: {
      MariaDB: [
        `ALTER TABLE accounts DROP FOREIGN KEY ${strategy.foreignKeyName('accounts', ['userId'])}`,
        ...(withForeignKey('accounts').MariaDB ?? []),
      ],
    },
    line: byForeignKey('accounts'),
    away: 'DROP TABLE old',
  },
  {
    what: 'a table other than the temporary copy',
    on: { SQLite: ['CREATE TABLE temporary_users (x integer)'] },
    line: /\n- users: the table temporary_users has a name that is needed here; /,
    away: 'DROP TABLE temporary_users',
  },
  {
    what: 'an index on a table other than authenticators',
    on: withIndex(index('authenticators', 'userId')),
    line: byIndex('authenticators', index('authenticators', 'userId')),
    away: 'DROP TABLE old',
  },
  {
    what: "the application's own table of passkeys",
    on: {
      SQLite: ['CREATE TABLE authenticators (id integer PRIMARY KEY)'],
      PostgreSQL: ['CREATE TABLE authenticators (id integer PRIMARY KEY)'],
      MariaDB: ['CREATE TABLE authenticators (id integer PRIMARY KEY)'],
    },
    line: /\n- authenticators: the column credentialID is missing/,
    away: 'DROP TABLE authenticators',
  },
];

const ofGivingBack: readonly Taken[] = [
  {
    what: 'a unique key on another table',
    on: {
      PostgreSQL: [
        `CREATE TABLE old (x integer CONSTRAINT "${strategy.uniqueConstraintName('users', ['email'])}" UNIQUE)`,
      ],
    },
    line: byIndex('users', strategy.uniqueConstraintName('users', ['email'])),
    away: 'DROP TABLE old',
  },
  {
    what: 'a table other than the temporary copy',
    on: { SQLite: ['CREATE TABLE temporary_users (x integer)'] },
    line: /\n- users: the table temporary_users has a name that is needed here; /,
    away: 'DROP TABLE temporary_users',
  },
];

const ofOfferedIndexes: readonly Taken[] = [
  {
    what: 'an index on another table',
    on: withIndex('sessions_by_expires'),
    line: byIndex('sessions', 'sessions_by_expires'),
    away: 'DROP TABLE old',
  },
  {
    what: 'an index on another column of the same table',
    on: {
      SQLite: ['CREATE INDEX sessions_by_expires ON sessions ("userId")'],
      PostgreSQL: ['CREATE INDEX sessions_by_expires ON sessions ("userId")'],
      MariaDB: ['CREATE INDEX sessions_by_expires ON sessions (expires, userId)'],
    },
    line: /\n- sessions: the key sessions_by_expires has the name of an Authnest key .*; drop it/,
    away: 'DROP INDEX %sessions_by_expires%',
  },
];

/** Gives indexes on the same columns the same name in every table. */
class Short extends DefaultNamingStrategy {
  override indexName(_table: unknown, columns: string[]): string {
    return `ix_${columns.join('_')}`;
  }
}

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  async function open(
    migrations: AuthMigrationsOptions,
    overrides: Partial<DataSourceOptions> = {},
  ): Promise<void> {
    database = await server.create();
    const { layout } = migrations;
    const options = {
      ...database.options,
      entities: layout === 'auth.js' ? authEntities({ layout }) : authEntities(),
      migrations: authMigrations(migrations),
      ...overrides,
    } as DataSourceOptions;
    dataSource = await new DataSource(options).initialize();
    if (!migrations.from && !layout) return;
    await createAuthJsTables(dataSource);
    await insertAuthJsRows(dataSource);
  }
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Expects work to report a taken name and change nothing, and to succeed once it is free. */
  async function refusedThenDone(
    { on, line, away }: Taken,
    work: () => Promise<unknown>,
  ): Promise<void> {
    for (const sql of on[server.name] ?? []) await dataSource.query(sql);
    const before = [await tableNames(dataSource), await migrationsRun(dataSource)];

    const failure = await work().then(() => 'done', String);
    expect(failure).toMatch(/^Error: authMigrations: nothing was changed, because /);
    expect(failure).toMatch(line);
    expect([await tableNames(dataSource), await migrationsRun(dataSource)]).toEqual(before);

    await dataSource.query(
      {
        SQLite: away.replaceAll('%', '').replace(/INDEX (\w+)/, 'INDEX "$1"'),
        PostgreSQL: away.replace('%VIEW', 'MATERIALIZED VIEW').replace(/%(\w+)%/, '"$1"'),
        MariaDB: away.replace(/%(\w+)%/, '$1 ON sessions'),
      }[server.name],
    );
    await work();
  }
  const here = (list: readonly Taken[]) =>
    list.filter(({ on }) => on[server.name]).map((taken) => [taken.what, taken] as const);

  it.each(here(ofTables))(
    'a name that the tables need, used by %s, is reported before the first change (Q4)',
    async (_, taken) => {
      await open({ with: ['sessionRegistry'] });
      await dataSource.showMigrations(); // creates TypeORM's own table
      await refusedThenDone(taken, () => dataSource.runMigrations());
      expect(await migrationsRun(dataSource)).toHaveLength(2);
    },
  );

  it.each(here(ofTakeOver))(
    'a name that a take-over needs, used by %s, is reported before the first change (Q4 Q7)',
    async (_, taken) => {
      await open({ from: authJs });
      await dataSource.showMigrations(); // creates TypeORM's own table
      await refusedThenDone(taken, () => dataSource.runMigrations());
      expect((await differences(dataSource)).filter((sql) => !/DROP TABLE/.test(sql))).toEqual([]);
    },
  );

  const givenBack = here(ofGivingBack);
  if (givenBack.length > 0) {
    it.each(givenBack)(
      'a name that Auth.js needs, used by %s, is reported before the tables are reverted (Q4 Q7)',
      async (_, taken) => {
        await open({ from: authJs });
        await dataSource.runMigrations();
        await refusedThenDone(taken, () => dataSource.undoLastMigration());
        expect(await migrationsRun(dataSource)).toEqual([]);
      },
    );
  }

  it.each(here(ofOfferedIndexes))(
    'the name of an offered index, used by %s, is reported before the first change (Q14)',
    async (_, taken) => {
      await open({ layout: 'auth.js' });
      await dataSource.showMigrations(); // creates TypeORM's own table
      await refusedThenDone(taken, () => dataSource.runMigrations());
      await revertAll(dataSource);
      expect(await migrationsRun(dataSource)).toEqual([]);
    },
  );

  it('one name for indexes on two tables is reported if the database does not allow it (Q4)', async () => {
    await open({}, { namingStrategy: new Short() });

    const outcome = await dataSource.runMigrations().then(() => 'done', String);

    if (server.name === 'MariaDB') return expect(outcome).toBe('done');
    expect(outcome).toMatch(/\n- sessions: the naming strategy also uses ix_userId in accounts; /);
    expect(await tableNames(dataSource)).toEqual([]);
  });
});
