import {
  authEntities,
  authMigrations,
  TypeOrmAdapter,
  TypeOrmSessionRegistry,
} from '@authnest/typeorm';
import { passwordTable } from '@authnest/password';
import type { DataSource } from 'typeorm';
import { databaseServers, openMigrated, type TestDatabase } from '../support/databases.js';
import { GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';

const EMAIL = 'jane.doe@corp.example';

describe.each(platforms())('people with a password on %s, over SQLite', (platform) => {
  describe.each(['jwt', 'database'] as const)('with %s sessions', (strategy) => {
    let app: PasswordApp;
    let database: TestDatabase;
    let dataSource: DataSource;

    beforeAll(async () => {
      const [sqlite] = await databaseServers();
      if (!sqlite) throw new Error('there is no SQLite');
      database = await sqlite.create();
      const model = { with: ['sessionRegistry', passwordTable] as const };
      dataSource = await openMigrated({
        ...database.options,
        entities: authEntities(model),
        migrations: authMigrations(model),
      });
      const adapter = new TypeOrmAdapter(dataSource);
      const revocation = new TypeOrmSessionRegistry(dataSource);
      const session = strategy === 'jwt' ? { strategy, revocation } : { strategy };
      app = await PasswordApp.start({ platform, adapter, config: { session } });
    });
    afterAll(async () => {
      await app.close();
      await dataSource.destroy();
      await database.drop();
    });

    it('register, confirm, sign in, forget, reset and sign in again', async () => {
      const browser = app.client();
      const page = await browser.get('/auth/password/register');
      expect(page.text).toContain('autocomplete="new-password"');

      const registered = await app.register(browser, EMAIL);
      expect(registered.location).toBe(`${app.app.url}/auth/password/confirm`);
      expect(await app.adapter.getUserByEmail?.(EMAIL)).toBeNull();

      const mail = await app.newest(EMAIL);
      expect(mail.link).toMatch(/^\/auth\/password\/confirm\?token=[\w-]{86}$/);
      expect((await browser.get(mail.link)).location).toBe(`${app.app.url}/auth/password/confirm`);
      const confirmed = await app.send(browser, 'confirm');
      expect(confirmed.status).toBe(302);
      expect(await browser.session()).toMatchObject({ user: { email: EMAIL } });

      const other = app.client();
      await app.signIn(EMAIL, GOOD, other);
      expect(await other.session()).toMatchObject({ user: { email: EMAIL } });
      expect((await app.signIn(EMAIL, OTHER)).location).toContain('error=CredentialsSignin');

      const third = app.client();
      expect((await app.send(third, 'forgot', { email: EMAIL })).location).toContain('?sent');
      const reset = await app.newest(EMAIL, 2);
      expect((await third.get(reset.link)).location).toBe(`${app.app.url}/auth/password/reset`);
      expect((await third.get('/auth/password/reset')).text).toContain('j•••@corp.example');
      const done = await app.send(third, 'reset', { password: OTHER });
      expect(done.location).toBe(`${app.app.url}/auth/signin`);
      expect(await third.session()).toBeNull();

      for (const one of [browser, other]) expect(await one.session()).toBeNull();
      expect((await app.signIn(EMAIL, GOOD)).location).toContain('error=CredentialsSignin');
      await app.signIn(EMAIL, OTHER, third);
      expect(await third.session()).toMatchObject({ user: { email: EMAIL } });
    });
  });
});
