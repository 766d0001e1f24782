import { bcrypt, passwordTable, PasswordService } from '@authnest/password';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { GOOD, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';

const BCRYPT = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
const TIMES = 20;

const [platform = 'express'] = platforms();
const servers = await databaseServers();

describeDatabases(servers, (server) => {
  let app: PasswordApp;
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await server.create();
    const model = { with: [passwordTable] };
    dataSource = await openMigrated({
      ...database.options,
      entities: authEntities(model),
      migrations: authMigrations(model),
    });
    app = await PasswordApp.start({
      platform,
      adapter: new TypeOrmAdapter(dataSource),
      password: { verifies: [bcrypt()] },
      config: { session: { strategy: 'database' } },
    });
  });
  afterAll(async () => {
    await app.close();
    await dataSource.destroy();
    await database.drop();
  });

  const rows = async (table: string): Promise<number> =>
    dataSource.getRepository(entityOf(table)).count();
  const entityOf = (table: string) => {
    const found = dataSource.entityMetadatas.find(({ tableName }) => tableName === table);
    if (!found) throw new Error(`there is no table ${table}`);
    return found.target;
  };

  it('one of many confirmations stores a user with a password (K28)', async () => {
    const [email, browser] = ['race@corp.example', app.client()];
    await app.register(browser, email);
    const { link } = await app.newest(email);
    const browsers = await Promise.all(
      Array.from({ length: TIMES }, async () => {
        const other = app.client();
        await other.get(link);
        return other;
      }),
    );
    const answers = await Promise.all(
      browsers.map((other, nth) =>
        app.send(other, 'confirm', { password: `password of browser ${nth}` }),
      ),
    );

    const won = answers.flatMap(({ status }, nth) => (status === 302 ? [nth] : []));
    expect(won).toHaveLength(1);
    expect(await rows('users')).toBe(1);
    expect(await rows('passwords')).toBe(1);
    const other = app.client();
    await app.signIn(email, `password of browser ${won[0]}`, other);
    expect(await other.session()).not.toBeNull();
  });

  it('one of many resets with a link sets the password (K29)', async () => {
    const email = 'reset@corp.example';
    await app.registered(email, GOOD);
    const browser = app.client();
    await app.send(browser, 'forgot', { email });
    await browser.get((await app.newest(email, 2)).link);
    const csrfToken = await browser.csrfToken();
    const answers = await Promise.all(
      Array.from({ length: TIMES }, async (_, nth) => {
        const tab = app.client();
        for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
        const form = { password: `password of tab no. ${nth}`, csrfToken };
        return tab.post('/auth/password/reset', { form });
      }),
    );

    const won = answers.flatMap(({ status }, nth) => (status === 302 ? [nth] : []));
    expect(won).toHaveLength(1);
    for (const nth of [won[0] ?? 0, ((won[0] ?? 0) + 1) % TIMES]) {
      const other = app.client();
      await app.signIn(email, `password of tab no. ${nth}`, other);
      expect((await other.session()) !== null).toBe(nth === won[0]);
    }
  });

  it('many sign-ins with a foreign hash replace it once, and all succeed (K34)', async () => {
    const email = 'legacy@corp.example';
    const user = { id: crypto.randomUUID(), email, emailVerified: new Date() };
    const { id = '' } = (await app.adapter.createUser?.(user)) ?? {};
    await app.app.app.get(PasswordService, { strict: false }).import(id, BCRYPT);
    const before = await app.adapter.findRow?.({ table: passwordTable, key: { userId: id } });
    const browsers = Array.from({ length: TIMES }, () => app.client());
    await Promise.all(browsers.map((browser) => app.signIn(email, 'U*U', browser)));

    for (const browser of browsers) expect(await browser.session()).not.toBeNull();
    const after = await app.adapter.findRow?.({ table: passwordTable, key: { userId: id } });
    expect(after).toMatchObject({
      hash: expect.stringMatching(/^\$scrypt\$/) as string,
      changedAt: before?.['changedAt'],
    });
  });

  it('passwords go with their user', async () => {
    const email = 'gone@corp.example';
    await app.registered(email);
    const { id = '' } = (await app.adapter.getUserByEmail?.(email)) ?? {};
    await app.adapter.deleteUser?.(id);

    expect(await app.adapter.findRow?.({ table: passwordTable, key: { userId: id } })).toBeNull();
    expect((await app.signIn(email, GOOD)).location).toContain('error=CredentialsSignin');
  });
});
