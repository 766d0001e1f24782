import { randomBytes } from 'node:crypto';
import { aUser, runAdapterContract } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import {
  databaseServers,
  type DatabaseServer,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { describeWith } from '../support/services.js';

/** Modes in which the escaping of a driver and the server's reading of it differ. */
const MODES = ['NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,STRICT_TRANS_TABLES'];

interface Pool {
  on(event: 'connection', listener: (connection: Connection) => void): void;
}

interface Connection {
  query(sql: string): void;
}

const mariadb = (await databaseServers())[2] as DatabaseServer;

/** Opens a DataSource whose connections all have a mode, as a server with that mode gives them. */
async function openInMode(database: TestDatabase, mode: string): Promise<DataSource> {
  const dataSource = await new DataSource(database.options).initialize();
  const pool = Reflect.get(dataSource.driver, 'pool') as Pool;
  pool.on('connection', (connection) => connection.query(`SET SESSION sql_mode = '${mode}'`));
  // The connection that was opened before.
  await dataSource.query(`SET SESSION sql_mode = '${mode}'`);
  return dataSource;
}

describeWith(mariadb, 'MariaDB with NO_BACKSLASH_ESCAPES', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await mariadb.create();
    await (await openMigrated(database.options)).destroy();
  });
  afterAll(() => database.drop());

  describe.each(MODES)('in the mode %s', (mode) => {
    let dataSource: DataSource;
    let adapter: TypeOrmAdapter;

    beforeAll(async () => {
      dataSource = await openInMode(database, mode);
      adapter = new TypeOrmAdapter(dataSource);
    });
    afterAll(() => dataSource.destroy());

    const newSession = (userId: string) => ({
      sessionToken: randomBytes(32).toString('base64url'),
      userId,
      expires: new Date(Date.now() + 60_000),
    });

    it('reads no session for a token that continues the statement (DT1)', async () => {
      const victim = await adapter.createUser(aUser());
      const { sessionToken } = await adapter.createSession(newSession(victim.id));

      for (const token of [
        `x' OR sessionToken = '${sessionToken}' -- `,
        `x\\' OR 1=1 -- `,
        `x' UNION SELECT * FROM users -- `,
      ]) {
        expect(await adapter.getSessionAndUser(token)).toBeNull();
      }
    });

    it('stores and finds addresses and names with quotes and backslashes (DT1)', async () => {
      for (const text of ["o'brien", 'back\\slash', "both\\'", '"', '`', '%_\\%']) {
        const email = `${randomBytes(4).toString('hex')}${text}@x.example`;
        const created = await adapter.createUser({ ...aUser(), name: text, email });

        expect(await adapter.getUserByEmail(email)).toMatchObject({ id: created.id, name: text });
        expect(await adapter.updateUser({ id: created.id, name: `${text}'` })).toMatchObject({
          name: `${text}'`,
        });
      }
    });

    it('sends no value in the text of a statement, within a transaction of the application (DT1)', async () => {
      await dataSource.transaction(async (manager) => {
        const within = adapter.within(manager);
        const user = await within.createUser({ ...aUser(), name: "o'brien \\" });

        expect(await within.getUser(user.id)).toMatchObject({ name: "o'brien \\" });
        expect(await within.getUserByEmail("x' OR 1=1 -- @x.example")).toBeNull();
        // The application's own statements are sent as before.
        expect(await manager.query('SELECT ? AS one', [1])).toEqual([{ one: 1 }]);
      });
    });
  });

  runAdapterContract({
    name: 'TypeOrmAdapter, with NO_BACKSLASH_ESCAPES',
    createAdapter: async () => {
      const own = await mariadb.create();
      await (await openMigrated(own.options)).destroy();
      const dataSource = await openInMode(own, 'NO_BACKSLASH_ESCAPES,STRICT_TRANS_TABLES');
      return {
        adapter: new TypeOrmAdapter(dataSource),
        close: async () => {
          await dataSource.destroy();
          await own.drop();
        },
      };
    },
  });
});
