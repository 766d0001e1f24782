import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
  withPool,
} from '../support/databases.js';
import { JANE, PASSWORD, platforms, TestApp } from '../support/test-app.js';

describeDatabases(await databaseServers(), (server) => {
  describe.each(platforms())('with a pool of one connection, on %s', (platform) => {
    let database: TestDatabase;
    let dataSource: DataSource;
    let app: TestApp;

    beforeAll(async () => {
      database = await server.create();
      dataSource = await openMigrated(withPool(database.options, 1));
      const adapter = new TypeOrmAdapter(dataSource);
      // All wait for one connection; on a loaded machine, some wait longer than ten seconds.
      app = await TestApp.start({ platform, config: { adapter, timeout: 60, limits: false } });
    });
    afterAll(async () => {
      await app.close();
      await dataSource.destroy();
      await database.drop();
    });

    it('100 first sign-ins and 100 session reads at once all succeed (H04)', async () => {
      const jane = app.client();
      await jane.signIn('credentials', JANE);
      const browsers = Array.from({ length: 100 }, () => app.client());
      for (const browser of browsers) await browser.csrfToken();

      const sessions = browsers.map(() => jane.session());
      const signIns = browsers.map((browser, at) =>
        browser.signIn('credentials', { username: `user-${at}`, password: PASSWORD }),
      );

      for (const session of await Promise.all(sessions)) {
        expect(session).toMatchObject({ user: { name: 'jane' } });
      }
      const failed = (await Promise.all(signIns)).filter(({ location }) =>
        /error=/.test(`${location}`),
      );
      expect(failed).toEqual([]);
      const { user, account, session } = authEntities();
      const counts = [user, account, session].map((entity) =>
        dataSource.getRepository(entity).count(),
      );
      expect(await Promise.all(counts)).toEqual([101, 101, 101]);
    });
  });
});
