import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ADA, insertAuthJsRows, insertRow } from '../support/auth-js-rows.js';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const layouts = {
  'as they are': { entities: authEntities({ layout: 'auth.js' }), migrations: [] },
  'taken over': { entities: authEntities(), migrations: authMigrations({ from: authJs }) },
} as const;

describeDatabases(await databaseServers(), (server) => {
  describe.each(platforms())('a session that Auth.js opened, on %s', (platform) => {
    describe.each(['as they are', 'taken over'] as const)('with its tables %s', (layout) => {
      let database: TestDatabase;
      let dataSource: DataSource;
      let app: TestApp;
      let expires: Date;

      beforeEach(async () => {
        database = await server.create();
        const options = { ...database.options, ...layouts[layout] } as DataSourceOptions;
        dataSource = await new DataSource(options).initialize();
        await createAuthJsTables(dataSource);
        await insertAuthJsRows(dataSource);
        // Extended an hour ago, so not due for another extension.
        expires = new Date(Date.now() + 30 * DAY_MS - 3_600_000);
        await insertRow(dataSource, 'sessions', {
          id: '00000000-0000-4000-8000-0000000000c1',
          sessionToken: 'living',
          userId: ADA,
          expires: `${expires.getTime()}`,
        });
        await dataSource.runMigrations();
        const adapter = new TypeOrmAdapter(dataSource);
        app = await TestApp.start({ platform, config: { adapter } });
      });
      afterEach(async () => {
        await app.close();
        await dataSource.destroy();
        await database.drop();
      });

      it('stays valid until its original expiry', async () => {
        const browser = app.client();
        browser.cookies.set(SESSION, 'living');

        expect(await browser.session()).toEqual({
          user: { name: 'Ada', email: 'ada@example.com', image: 'https://example.com/a.png' },
          expires: expires.toISOString(),
        });
      });

      it('is refused after its expiry', async () => {
        const browser = app.client();
        browser.cookies.set(SESSION, 'over');

        expect(await browser.session()).toBeNull();
        expect(await new TypeOrmAdapter(dataSource).getSessionAndUser('over')).toBeNull();
      });

      it('ends at sign-out, while a new session stays valid', async () => {
        const [browser, other] = [app.client(), app.client()];
        browser.cookies.set(SESSION, 'living');

        await other.signIn('credentials', JANE);
        await browser.signOut();

        expect(await browser.session()).toBeNull();
        expect(await other.session()).toMatchObject({ user: { email: 'jane@example.com' } });
      });
    });
  });
});
