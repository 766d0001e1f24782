import { AuthHealthIndicator } from '@authnest/core';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

describeDatabases(await databaseServers(), (server) => {
  describe.each(platforms())('an instance started before the migrations, on %s', (platform) => {
    let database: TestDatabase;
    let dataSource: DataSource;

    beforeEach(async () => {
      database = await server.create();
      dataSource = await new DataSource(database.options).initialize();
    });
    afterEach(async () => {
      await dataSource.destroy();
      await database.drop();
    });

    it('signs nobody in or out, logs the reason, and recovers once the migrations have run', async () => {
      const adapter = new TypeOrmAdapter(dataSource);
      const app = await TestApp.start({
        platform,
        config: { adapter, session: { strategy: 'database' } },
        module: { controllers: [MeController] },
      });
      const [signedIn, newcomer] = [app.client(), app.client()];
      signedIn.cookies.set(SESSION, 'issued-by-another-instance');

      const guarded = await signedIn.get('/me');
      const signIn = await newcomer.signIn('credentials', JANE);

      expect(guarded.status).toBe(503);
      expect(guarded.headers['set-cookie']).toBeUndefined();
      expect(signIn.location).toBe(`${app.url}/auth/error?error=Configuration`);
      expect(newcomer.cookies.has(SESSION)).toBe(false);
      await expect(app.app.get(AuthHealthIndicator).isHealthy('auth')).resolves.toMatchObject({
        auth: { status: 'down' },
      });
      expect(app.logs.lines.join('\n')).toContain('run the migrations');

      await dataSource.runMigrations();

      await newcomer.signIn('credentials', JANE);
      expect((await newcomer.get('/me')).status).toBe(200);
      await app.close();
    });
  });
});
