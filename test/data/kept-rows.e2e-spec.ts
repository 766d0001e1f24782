import { aSession, aUser } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  type DatabaseServer,
  databaseServers,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { describeWith } from '../support/services.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

const [sqlite, postgres, mariadb] = (await databaseServers()) as [
  DatabaseServer,
  DatabaseServer,
  DatabaseServer,
];

/** What makes a database keep the rows of `sessions` that are deleted. */
const KEEPING: [DatabaseServer, readonly string[]][] = [
  [sqlite, [`CREATE TRIGGER keep BEFORE DELETE ON sessions BEGIN SELECT RAISE(IGNORE); END`]],
  [
    postgres,
    [
      'CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
      'CREATE TRIGGER keep BEFORE DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION keep()',
    ],
  ],
];

for (const [server, statements] of KEEPING) {
  describeWith(server, `a database that keeps deleted rows, on ${server.name}`, () => {
    let database: TestDatabase;
    let dataSource: DataSource;
    let adapter: TypeOrmAdapter;

    beforeAll(async () => {
      database = await server.create();
      dataSource = await openMigrated(database.options);
      for (const statement of statements) await dataSource.query(statement);
      adapter = new TypeOrmAdapter(dataSource);
    });
    afterAll(async () => {
      await dataSource.destroy();
      await database.drop();
    });

    it('fails to delete a session, instead of reporting success (DT3)', async () => {
      const { id: userId } = await adapter.createUser(aUser());
      const { sessionToken } = await adapter.createSession(aSession({ userId }));

      await expect(adapter.deleteSession(sessionToken)).rejects.toThrow('is still there');
      await expect(adapter.deleteSessionsByUserId(userId)).rejects.toThrow('is still there');
    });

    it.each(platforms())('never reports a sign-out on %s (DT3)', async (platform) => {
      const app = await TestApp.start({ platform, config: { adapter } });
      const browser = app.client();
      await browser.signIn('credentials', JANE);

      const response = await browser.signOut();

      expect(response.status).toBe(503);
      expect(await browser.session()).not.toBeNull();
      await app.close();
    });
  });
}

for (const server of [sqlite, postgres, mariadb]) {
  describeWith(server, `sessions that are deleted twice at once, on ${server.name}`, () => {
    it('fail for nobody', async () => {
      const database = await server.create();
      const dataSource = await openMigrated(database.options);
      const adapter = new TypeOrmAdapter(dataSource);
      const { id: userId } = await adapter.createUser(aUser());

      for (let round = 0; round < 10; round += 1) {
        const { sessionToken } = await adapter.createSession(aSession({ userId }));
        const deleted = await Promise.all([
          adapter.deleteSession(sessionToken),
          adapter.deleteSessionsByUserId(userId),
          adapter.deleteSession(sessionToken),
        ]);
        expect(deleted).toHaveLength(3);
        expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
      }
      await dataSource.destroy();
      await database.drop();
    });
  });
}
