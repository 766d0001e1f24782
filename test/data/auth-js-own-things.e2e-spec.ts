import type { EventEmitter } from 'node:events';
import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ADA, insertAuthJsRows } from '../support/auth-js-rows.js';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { revertAll } from '../support/schema.js';

type Server = 'SQLite' | 'PostgreSQL' | 'MariaDB';

/** A database object of the application: the statements that create it, and how to find it. */
interface OwnThing {
  readonly what: string;
  readonly on: Partial<Record<Server, readonly string[]>>;
  /** Matches it in the result of {@link catalog}. */
  readonly found: RegExp;
}

/** Names of keys that the migrations create. */
const OURS = {
  address: 'IDX_97672ac88f789774dd47f7c8be',
  owner: 'IDX_3aa23c0a6d107393e8b40e3e2a',
  account: 'IDX_ed05f6bf1d0cd1890bb7c06035',
};

const everywhere = (...sql: string[]) => ({ SQLite: sql, PostgreSQL: sql, MariaDB: sql });

/** All of these are created in one database, and must still exist after the migrations. */
const kept: readonly OwnThing[] = [
  {
    what: 'an index on a column that has a unique key',
    on: everywhere('CREATE INDEX by_address ON users (email)'),
    found: /by_address/,
  },
  {
    what: 'a unique key with its columns in another order',
    on: {
      SQLite: ['CREATE UNIQUE INDEX reversed ON accounts (providerAccountId, provider)'],
      PostgreSQL: ['CREATE UNIQUE INDEX reversed ON accounts ("providerAccountId", provider)'],
      MariaDB: ['CREATE UNIQUE INDEX reversed ON accounts (providerAccountId, provider)'],
    },
    found: /reversed/,
  },
  {
    what: 'a key on part of the values or on an expression',
    on: {
      SQLite: ['CREATE UNIQUE INDEX exact_part ON users (email, lower(name))'],
      PostgreSQL: ['CREATE UNIQUE INDEX exact_part ON users (email, lower(name))'],
      MariaDB: ['CREATE INDEX exact_part ON users (email(10))'],
    },
    found: /exact_part.*(?:lower|10)/i,
  },
  {
    what: 'an index with a condition',
    on: {
      SQLite: [`CREATE INDEX partly ON users (email) WHERE name <> ''`],
      PostgreSQL: [`CREATE INDEX partly ON users (email) WHERE name <> ''`],
    },
    found: /partly.*WHERE/i,
  },
  {
    what: 'an index with another method, order or collation',
    on: {
      SQLite: ['CREATE INDEX other_method ON users (email COLLATE NOCASE DESC)'],
      PostgreSQL: ['CREATE INDEX other_method ON users USING hash (email)'],
      MariaDB: ['CREATE FULLTEXT INDEX other_method ON users (name)'],
    },
    found: /other_method.*(?:NOCASE|hash)|FULLTEXT.*other_method/i,
  },
  {
    what: 'a trigger',
    on: {
      SQLite: [
        'CREATE TABLE notes (note text)',
        `CREATE TRIGGER noting AFTER INSERT ON users BEGIN INSERT INTO notes VALUES (new.name); END`,
        `CREATE TRIGGER forbidding BEFORE UPDATE ON sessions BEGIN SELECT RAISE(ABORT, 'no'); END`,
      ],
      PostgreSQL: [
        `CREATE FUNCTION noting() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
        'CREATE TRIGGER noting BEFORE INSERT OR UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION noting()',
      ],
      MariaDB: ['CREATE TRIGGER noting BEFORE INSERT ON users FOR EACH ROW SET @noted = NEW.name'],
    },
    found: /noting/,
  },
  {
    what: 'a view',
    on: {
      SQLite: ['CREATE VIEW people AS SELECT id, emailVerified FROM users'],
      PostgreSQL: ['CREATE VIEW people AS SELECT id, email FROM users'],
      MariaDB: ['CREATE VIEW people AS SELECT id, emailVerified FROM users'],
    },
    found: /people/,
  },
  {
    what: 'a check',
    on: {
      PostgreSQL: [`ALTER TABLE users ADD CONSTRAINT named CHECK (name <> 'x' AND image <> 'x')`],
      MariaDB: [`ALTER TABLE users ADD CONSTRAINT named CHECK (name <> 'x' AND image <> 'x')`],
    },
    found: /named.*CHECK/i,
  },
  {
    what: 'a default, a comment and a check on one of our columns',
    on: {
      PostgreSQL: [`ALTER TABLE users ALTER image SET DEFAULT 'd.png'`],
      MariaDB: [
        `ALTER TABLE users MODIFY image varchar(255) DEFAULT 'd.png' COMMENT 'it''s, new' CHECK (image <> 'y')`,
      ],
    },
    found: /image.*d\.png/,
  },
  {
    what: 'a column with the time of the last change',
    on: {
      MariaDB: [
        `ALTER TABLE sessions ADD changed timestamp DEFAULT '2020-01-01' ON UPDATE current_timestamp()`,
      ],
    },
    found: /changed.*ON UPDATE/i,
  },
  {
    what: 'a foreign key on an additional column, and one that refers to users',
    on: {
      SQLite: [
        'CREATE TABLE teams (id integer PRIMARY KEY)',
        'ALTER TABLE users ADD COLUMN team integer REFERENCES teams (id) ON DELETE SET NULL',
        'CREATE TABLE orders (owner varchar REFERENCES users (id) ON DELETE CASCADE)',
      ],
      PostgreSQL: [
        'CREATE TABLE teams (id integer PRIMARY KEY)',
        'ALTER TABLE users ADD COLUMN team integer REFERENCES teams (id) ON DELETE SET NULL',
        'CREATE TABLE orders (owner uuid REFERENCES users (id) ON DELETE CASCADE)',
      ],
      MariaDB: [
        'CREATE TABLE teams (id integer PRIMARY KEY)',
        'ALTER TABLE users ADD COLUMN team integer',
        'ALTER TABLE users ADD CONSTRAINT of_team FOREIGN KEY (team) REFERENCES teams (id) ON DELETE SET NULL',
        'CREATE TABLE orders (owner uuid, FOREIGN KEY (owner) REFERENCES users (id) ON DELETE CASCADE)',
      ],
    },
    found: /FOREIGN KEY.*team|REFERENCES.*teams/i,
  },
];

/** Each of these prevents the take-over, and the error names it. */
const refused: readonly (Omit<OwnThing, 'found'> & { readonly line: RegExp })[] = [
  {
    what: 'a generated column',
    on: {
      SQLite: ['ALTER TABLE users ADD COLUMN shout text AS (upper(name)) VIRTUAL'],
      PostgreSQL: [
        'ALTER TABLE users ADD COLUMN shout text GENERATED ALWAYS AS (upper(name)) STORED',
      ],
      MariaDB: ['ALTER TABLE users ADD COLUMN shout varchar(255) AS (upper(name)) STORED'],
    },
    line: /- users: the column shout is generated; drop it/,
  },
  {
    what: 'a view that uses a column whose type changes',
    on: { PostgreSQL: ['CREATE VIEW pictures AS SELECT image FROM users'] },
    line: /- users: the view pictures uses image; drop it/,
  },
  {
    what: 'a trigger on a column whose type changes',
    on: {
      PostgreSQL: [
        `CREATE FUNCTION noting() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
        'CREATE TRIGGER noting BEFORE UPDATE OF expires ON sessions FOR EACH ROW EXECUTE FUNCTION noting()',
      ],
      MariaDB: ['CREATE TRIGGER noting BEFORE UPDATE ON sessions FOR EACH ROW SET NEW.expires = 1'],
    },
    line: /- sessions: the trigger noting /,
  },
  {
    what: 'a check on a time',
    on: {
      SQLite: [
        'DROP TABLE verification_tokens',
        `CREATE TABLE verification_tokens (id varchar PRIMARY KEY NOT NULL, token varchar NOT NULL,
           identifier varchar NOT NULL COLLATE NOCASE, expires varchar NOT NULL CHECK (expires <> ''))`,
      ],
      PostgreSQL: [
        `ALTER TABLE verification_tokens ADD CONSTRAINT future CHECK (expires ~ '^[0-9]')`,
      ],
      MariaDB: [
        `ALTER TABLE verification_tokens ADD CONSTRAINT future CHECK (expires NOT LIKE '%-%')`,
      ],
    },
    line: /- verification_tokens: .*(?:CHECK|constraint.* future|future)/i,
  },
  {
    what: 'an index that does not fit the new columns',
    on: {
      PostgreSQL: [`CREATE INDEX living ON sessions (expires) WHERE expires > '1'`],
      MariaDB: ['CREATE INDEX living ON accounts (provider, providerAccountId, type)'],
    },
    line: /- (?:sessions: the index living|accounts: .*key was too long)/,
  },
  {
    what: 'an index on part of the data with the name of one of our keys',
    on: {
      SQLite: [`CREATE UNIQUE INDEX ${OURS.address} ON users (email) WHERE name <> ''`],
      PostgreSQL: [`CREATE UNIQUE INDEX "${OURS.address}" ON users (email) WHERE name <> ''`],
      MariaDB: [`CREATE INDEX ${OURS.account} ON accounts (provider(10), providerAccountId(10))`],
    },
    line: /- (?:users|accounts): the key IDX_\w+ has the name of an Authnest key/,
  },
  {
    what: 'an index on another column with the name of one of our keys',
    on: {
      SQLite: [`CREATE INDEX ${OURS.owner} ON accounts (provider)`],
      PostgreSQL: [`CREATE INDEX "${OURS.owner}" ON accounts (provider)`],
      MariaDB: [`CREATE INDEX ${OURS.owner} ON accounts (provider)`],
    },
    line: new RegExp(`- accounts: the key ${OURS.owner} has the name of an Authnest key`),
  },
  {
    what: 'a foreign key to one of our columns other than the id',
    on: {
      PostgreSQL: [
        'CREATE TABLE mails (address varchar CONSTRAINT of_user REFERENCES users (email))',
      ],
      MariaDB: [
        'CREATE TABLE mails (address varchar(255), CONSTRAINT of_user FOREIGN KEY (address) REFERENCES users (email))',
      ],
    },
    line: /mails/,
  },
];

/** Returns the definitions of all objects in the database, as a string. */
async function catalog(dataSource: DataSource, server: Server): Promise<string> {
  const query = async (sql: string) => JSON.stringify(await dataSource.query(sql));
  switch (server) {
    case 'SQLite':
      return query('SELECT name, sql FROM sqlite_master ORDER BY name');
    case 'PostgreSQL':
      return (
        (await query(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'`)) +
        (await query(
          'SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal',
        )) +
        (await query(`SELECT viewname, definition FROM pg_views WHERE schemaname = 'public'`)) +
        (await query(
          `SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
        )) +
        (await query(
          `SELECT column_name, column_default FROM information_schema.columns WHERE table_schema = 'public'`,
        ))
      );
    case 'MariaDB': {
      const tables = await dataSource.query<{ name: string }[]>(
        'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
      );
      const made: string[] = [];
      for (const { name } of tables) made.push(await query(`SHOW CREATE TABLE \`${name}\``));
      return made.join() + (await query('SHOW TRIGGERS'));
    }
  }
}

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeEach(async () => {
    database = await server.create();
    dataSource = await new DataSource({
      ...database.options,
      entities: authEntities(),
      migrations: authMigrations({ from: authJs }),
    }).initialize();
    await createAuthJsTables(dataSource);
    await insertAuthJsRows(dataSource);
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it.each([
    ['users', OURS.address],
    ['accounts', OURS.owner],
    ['accounts', OURS.account],
  ])('the new table %s has a key with the name %s (Q7)', async (table, key) => {
    await dataSource.runMigrations();

    const runner = dataSource.createQueryRunner();
    const indices = (await runner.getTable(table))?.indices.map(({ name }) => name);
    await runner.release();
    expect(indices).toContain(key);
  });

  async function make({ on }: Pick<OwnThing, 'on'>): Promise<void> {
    for (const sql of on[server.name] ?? []) await dataSource.query(sql);
  }

  it("the application's indexes, triggers, views, checks, defaults and foreign keys stay, up and down (Q7)", async () => {
    const things = kept.filter(({ on }) => on[server.name]);
    for (const thing of things) await make(thing);
    const missing = async () => {
      const text = await catalog(dataSource, server.name);
      return things.filter(({ found }) => !found.test(text)).map(({ what }) => what);
    };
    expect(await missing()).toEqual([]);

    await dataSource.runMigrations();
    expect(await missing()).toEqual([]);

    await revertAll(dataSource);
    expect(await missing()).toEqual([]);
    if (server.name === 'MariaDB') {
      const changed = 'SELECT DISTINCT YEAR(changed) AS year FROM sessions';
      expect(await dataSource.query(changed)).toEqual([{ year: 2020 }]);
    }
  });

  if (server.name === 'MariaDB') {
    it('defaults and comments stay if the server quotes names as standard SQL does (DT17)', async () => {
      await dataSource.query(
        `ALTER TABLE users MODIFY name varchar(255) DEFAULT 'someone' COMMENT 'shown'`,
      );
      const quoting = (connection: { query(sql: string): unknown }) =>
        connection.query(`SET SESSION sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')`);
      const again = await new DataSource({
        ...dataSource.options,
        poolSize: 1,
      } as DataSourceOptions).initialize();
      await again.query(`SET SESSION sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')`);
      (Reflect.get(again.driver, 'pool') as EventEmitter).on('connection', quoting);

      await again.runMigrations();

      const [row] = await again.query<{ Create?: string }[]>('SHOW CREATE TABLE users');
      expect(Object.values(row ?? {}).join()).toMatch(/"name" .*DEFAULT 'someone' COMMENT 'shown'/);
      await again.destroy();
    });
  }

  it.each(refused.filter(({ on }) => on[server.name]).map((thing) => [thing.what, thing] as const))(
    '%s is reported before anything changes (Q7 Q8)',
    async (_, thing) => {
      await make(thing);
      await dataSource.showMigrations(); // creates TypeORM's own table
      const before = await catalog(dataSource, server.name);

      await expect(dataSource.runMigrations()).rejects.toThrow(thing.line);

      expect(await catalog(dataSource, server.name)).toBe(before);
      const users = await dataSource.query<{ emailVerified: string }[]>(
        `SELECT * FROM users WHERE id = '${ADA}'`,
      );
      expect(users[0]?.emailVerified).toBe('1767323045678');
    },
  );
});
