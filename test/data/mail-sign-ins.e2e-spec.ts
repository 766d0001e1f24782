import { jest } from '@jest/globals';
import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { MailApp } from '../support/mail-app.js';
import { RACE_TIMEOUT_MS, RACES } from '../support/races.js';
import { platforms } from '../support/test-app.js';

const LINKS = 50;

jest.setTimeout(RACE_TIMEOUT_MS);

describeDatabases(await databaseServers(), (server) => {
  describe.each(platforms)('mailed links of one new address, on %s', (platform) => {
    let database: TestDatabase;
    let dataSource: DataSource;
    let mail: MailApp;

    beforeAll(async () => {
      database = await server.create();
      dataSource = await openMigrated(database.options);
      const adapter = new TypeOrmAdapter(dataSource);
      // So many links to one address are what the limits are for.
      mail = await MailApp.start({ platform, adapter, config: { adapter, limits: false } });
    });
    afterAll(async () => {
      await mail.close();
      await dataSource.destroy();
      await database.drop();
    });

    it.each(RACES)('H18 50 confirmed at once make one user (run %i)', async (run) => {
      const address = `new-${run}@x.example`;
      const links: (() => Promise<{ status: number; location?: string }>)[] = [];
      for (let count = 0; count < LINKS; count += 1) {
        const browser = mail.client();
        const link = await mail.linkFor(address, browser);
        links.push(() => browser.get(link));
      }

      const answers = await Promise.all(links.map((follow) => follow()));

      const { user, session } = authEntities();
      const users = await dataSource.getRepository(user).findBy({ email: address });
      expect(users).toHaveLength(1);
      // Whoever is signed in makes the other links of the address worthless.
      const refused = answers.filter(({ location }) =>
        /[?&]error=Verification/.test(`${location}`),
      );
      const signedIn = answers.filter(({ location }) => location === `${mail.app.url}/home`);
      expect(signedIn.length).toBeGreaterThan(0);
      expect(signedIn.length + refused.length).toBe(LINKS);
      const sessions = await dataSource.getRepository(session).countBy({ userId: users[0]?.id });
      expect(sessions).toBe(signedIn.length);
    });
  });
});
