import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import {
  ADA,
  authJsContents,
  authJsRows,
  BOB,
  EXPIRES,
  insertAuthJsRows,
  insertRow,
} from '../support/auth-js-rows.js';
import { type AuthJsDialect, createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { someOf } from '../support/effort.js';
import { SnakeCase } from '../support/snake-case.js';
import { revertAll } from '../support/schema.js';

/** Session fields that Auth.js does not store. */
const NOT_KNOWN = {
  createdAt: null,
  lastUsedAt: null,
  address: null,
  userAgent: null,
  provider: null,
  providerSession: null,
  providerSubject: null,
  providerTime: null,
  amr: null,
  authTime: null,
};

interface Variant {
  readonly name: string;
  readonly overrides?: Partial<DataSourceOptions>;
  /** The driver that created the tables, if it was not the current one. */
  readonly madeBy?: AuthJsDialect;
  readonly only?: 'MariaDB';
}

const variants: readonly Variant[] = [
  { name: 'as created' },
  { name: 'in snake case', overrides: { namingStrategy: new SnakeCase() } },
  { name: 'created by the MySQL driver', madeBy: 'mysql', only: 'MariaDB' },
];

async function differences(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

/** Opens the database again, with the entities for tables that were not taken over. */
async function asAuthJs({ options }: DataSource): Promise<DataSource> {
  const entities = authEntities({ layout: 'auth.js' });
  const dataSource = new DataSource({ ...options, entities, migrations: [] });
  others.push(dataSource);
  return dataSource.initialize();
}

const others: DataSource[] = [];
afterEach(async () => {
  for (const other of others.splice(0)) await other.destroy();
});

const servers = await databaseServers();

describeDatabases(servers, (server) => {
  const possible = variants.filter(({ only = server.name }) => only === server.name);
  let database: TestDatabase;
  let dataSource: DataSource;

  /** Creates Auth.js tables with rows, and the DataSource that takes them over. */
  async function open({ overrides, madeBy }: Partial<Variant> = {}): Promise<void> {
    database = await server.create();
    const model = { entities: authEntities(), migrations: authMigrations({ from: authJs }) };
    const options = { ...database.options, ...model, ...overrides } as DataSourceOptions;
    dataSource = await new DataSource(options).initialize();
    await createAuthJsTables(dataSource, madeBy);
    await insertAuthJsRows(dataSource);
  }
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  describe.each(someOf(possible, servers.indexOf(server)))(
    'Auth.js tables $name',
    ({ overrides, madeBy }) => {
      beforeEach(() => open({ overrides, madeBy }));

      it('match the entities afterwards, including every index', async () => {
        await dataSource.runMigrations();

        expect(await differences(dataSource)).toEqual([]);
      });

      it('keep users, accounts, sessions and links, with times to the millisecond', async () => {
        await dataSource.runMigrations();

        const adapter = new TypeOrmAdapter(dataSource);
        const ada = {
          ...authJsRows['users']?.[0],
          emailVerified: new Date('2026-01-02T03:04:05.678Z'),
          accessEndedAt: null,
        };
        expect(
          await adapter.getUserByAccount({ provider: 'google', providerAccountId: '42' }),
        ).toEqual(ada);
        expect(await adapter.getSessionAndUser('a-session')).toEqual({
          session: { ...authJsRows['sessions']?.[0], expires: EXPIRES, ...NOT_KNOWN },
          user: ada,
        });
        expect((await adapter.getSessionAndUser('over'))?.session.expires).toEqual(
          new Date(1_000_000_000_007),
        );
        expect(await adapter.getUser(BOB)).toEqual({
          ...authJsRows['users']?.[1],
          accessEndedAt: null,
        });
        expect(await adapter.getAccount('42', 'google')).toEqual({
          ...authJsRows['accounts']?.[0],
        });
        const used = { identifier: 'ada@example.com', token: 'hash' };
        expect(await adapter.useVerificationToken(used)).toEqual({ ...used, expires: EXPIRES });
      });

      it('have foreign keys afterwards, so rows are deleted with their user', async () => {
        await dataSource.runMigrations();

        const adapter = new TypeOrmAdapter(dataSource);
        await adapter.deleteUser(ADA);
        expect(await adapter.getSessionAndUser('a-session')).toBeNull();
        expect(await adapter.getAccount('42', 'google')).toBeNull();
        expect((await adapter.getSessionAndUser('over'))?.user.id).toBe(BOB);
      });

      it('are restored with their rows, and can be taken over again', async () => {
        const before = await authJsContents(dataSource);
        await dataSource.runMigrations();
        await revertAll(dataSource);

        expect(await authJsContents(dataSource)).toEqual(before);
        if (!madeBy) expect(await differences(await asAuthJs(dataSource))).toEqual([]);

        await dataSource.runMigrations();
        expect(await differences(dataSource)).toEqual([]);
        const found = await new TypeOrmAdapter(dataSource).getSessionAndUser('a-session');
        expect(found?.session.expires).toEqual(EXPIRES);
      });
    },
  );

  describe('rows that prevent a take-over', () => {
    beforeEach(() => open());

    it('are all reported with table and keys but without tokens, and nothing changes', async () => {
      const id = (last: string) => `00000000-0000-4000-8000-0000000000${last}`;
      const [account] = authJsRows['accounts'] ?? [];
      const [link] = authJsRows['verification_tokens'] ?? [];
      await insertRow(dataSource, 'accounts', { ...account, id: id('b1'), userId: BOB });
      await insertRow(dataSource, 'verification_tokens', { ...link, id: id('b2') });
      await insertRow(dataSource, 'sessions', {
        id: id('b3'),
        sessionToken: 'canary-token',
        userId: BOB,
        expires: 'canary-time',
      });
      const before = await authJsContents(dataSource);

      const failure = await dataSource.runMigrations().then(
        () => 'taken over',
        (error: unknown) => String(error),
      );

      expect(failure.split('\n').slice(1)).toEqual([
        `- accounts: provider "google" and providerAccountId "42" (id ${id('a1')}, ${id('b1')})`,
        `- sessions: expires is not a time in milliseconds (id ${id('b3')})`,
        `- verification_tokens: the same identifier and the same token (id ${id('a4')}, ${id('b2')})`,
      ]);
      expect(await authJsContents(dataSource)).toEqual(before);
      expect(await differences(await asAuthJs(dataSource))).toEqual([]);
    });

    it('are no longer reported once they are fixed', async () => {
      const [account] = authJsRows['accounts'] ?? [];
      const doubled = '00000000-0000-4000-8000-0000000000b1';
      await insertRow(dataSource, 'accounts', { ...account, id: doubled });
      await expect(dataSource.runMigrations()).rejects.toThrow(/nothing was changed/);

      await dataSource.query(`DELETE FROM accounts WHERE id = '${doubled}'`);
      await dataSource.runMigrations();

      expect(await differences(dataSource)).toEqual([]);
    });
  });

  describe("the application's own", () => {
    beforeEach(() => open());

    it('rows that refer to a user stay, up and down', async () => {
      const type = { SQLite: 'varchar', PostgreSQL: 'uuid', MariaDB: 'uuid' }[server.name];
      await dataSource.query(
        `CREATE TABLE orders (id integer PRIMARY KEY, owner ${type} NOT NULL,
           FOREIGN KEY (owner) REFERENCES users (id) ON DELETE CASCADE)`,
      );
      await dataSource.query(`INSERT INTO orders VALUES (1, '${ADA}')`);
      const orders = [{ id: 1, owner: ADA }];

      await dataSource.runMigrations();
      expect(await dataSource.query('SELECT * FROM orders')).toEqual(orders);
      await revertAll(dataSource);
      expect(await dataSource.query('SELECT * FROM orders')).toEqual(orders);

      await dataSource.query('DELETE FROM sessions');
      await dataSource.query('DELETE FROM accounts');
      await dataSource.query(`DELETE FROM users WHERE id = '${ADA}'`);
      expect(await dataSource.query('SELECT * FROM orders')).toEqual([]);
    });

    it('columns and indexes stay, with their contents', async () => {
      await dataSource.query(`ALTER TABLE users ADD COLUMN role varchar(20) DEFAULT 'member'`);
      await dataSource.query(`UPDATE users SET role = 'admin' WHERE id = '${ADA}'`);
      await dataSource.query('CREATE INDEX by_role ON users (role)');

      await dataSource.runMigrations();

      expect(await dataSource.query('SELECT id, role FROM users ORDER BY id')).toEqual([
        { id: ADA, role: 'admin' },
        { id: BOB, role: 'member' },
      ]);
      const runner = dataSource.createQueryRunner();
      const users = await runner.getTable('users');
      await runner.release();
      expect(users?.indices.map(({ name }) => name)).toContain('by_role');
    });
  });
});
