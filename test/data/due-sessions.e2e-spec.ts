import { aSession, aUser } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
  withPool,
} from '../support/databases.js';
import { RACES } from '../support/races.js';
import { SharedConnections } from '../support/shared-connections.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { StatementRecorder } from '../support/statement-recorder.js';
import { platforms, TestApp } from '../support/test-app.js';

const READS = 200;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The maximum number of writes; several requests can write before the first of them is done. */
const HANDFUL = 10;

describeDatabases(await databaseServers(), (server) => {
  describe.each(platforms())('a session that is due for extension, on %s', (platform) => {
    const recorder = new StatementRecorder();
    let database: TestDatabase;
    let dataSource: DataSource;
    let adapter: TypeOrmAdapter;
    let app: TestApp;
    let connections: SharedConnections;

    beforeAll(async () => {
      database = await server.create();
      const options = withPool(database.options, 10);
      dataSource = await openMigrated({ ...options, logger: recorder, logging: true });
      adapter = new TypeOrmAdapter(dataSource);
      app = await TestApp.start({
        platform,
        config: { adapter },
        module: { controllers: [MeController] },
      });
      connections = new SharedConnections(app.url, 50);
    });
    afterAll(async () => {
      connections.close();
      await app.close();
      await dataSource.destroy();
      await database.drop();
    });

    it.each(RACES)(
      'succeeds for 200 reads at once, with at most 10 writes, and is never shortened (run %i) (H19)',
      async () => {
        const { id: userId } = await adapter.createUser(aUser());
        // The session is two days old, and an extension is due after one.
        const expires = new Date(Date.now() + 28 * DAY_MS);
        const { sessionToken } = await adapter.createSession(aSession({ userId, expires }));
        const endOf = async () =>
          (await adapter.getSessionAndUser(sessionToken))?.session.expires.getTime() ?? 0;
        const ends = [await endOf()];
        const paths = Array.from({ length: READS }, (_, at) => (at % 2 ? '/me' : '/auth/session'));

        const statements = await recorder.during(async () => {
          const cookie = `${SESSION}=${sessionToken}`;
          const reading = paths.map((path) => connections.send(path, { cookie }));
          const watching = (async () => {
            for (let look = 0; look < 20; look += 1) ends.push(await endOf());
          })();
          const responses = await Promise.all(reading);
          await watching;
          expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
          expect(responses.filter(({ text }) => text === 'null')).toEqual([]);
        });

        ends.push(await endOf());
        expect(ends).toEqual(ends.toSorted((a, b) => a - b));
        expect(ends.at(-1)).toBeGreaterThan(Date.now() + 29 * DAY_MS);
        const writes = statements.filter((statement) => statement.startsWith('UPDATE'));
        expect(writes.length).toBeGreaterThan(0);
        expect(writes.length).toBeLessThanOrEqual(HANDFUL);
      },
    );
  });
});
