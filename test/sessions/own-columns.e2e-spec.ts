import { Roles, type SessionParams } from '@authnest/core';
import { authEntities, authMigrations, AuthUser, TypeOrmAdapter } from '@authnest/typeorm';
import { Controller, Get } from '@nestjs/common';
import { Column, DataSource, Entity } from 'typeorm';
import { MeController } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

@Entity('users')
class OwnUser extends AuthUser {
  @Column({ type: 'varchar', default: 'admin' }) role!: string;
  @Column({ type: 'varchar', default: 'a-hash-of-a-password' }) passwordHash!: string;
}

@Controller()
class AdminController {
  @Roles('admin') @Get('admin') admin(): string {
    return 'inside';
  }
}

describe.each(platforms())('custom columns in a user entity on %s', (platform) => {
  let dataSource: DataSource;
  let app: TestApp;

  beforeEach(async () => {
    dataSource = new DataSource({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [...authEntities({ user: OwnUser })],
      migrations: [...authMigrations()],
    });
    await dataSource.initialize();
    await dataSource.runMigrations();
    for (const column of ["role DEFAULT 'admin'", "passwordHash DEFAULT 'a-hash-of-a-password'"]) {
      await dataSource.query(`ALTER TABLE users ADD COLUMN ${column}`);
    }
  });

  afterEach(async () => {
    await app.close();
    await dataSource.destroy();
  });

  async function start(callbacks = {}) {
    const adapter = new TypeOrmAdapter(dataSource);
    const module = { controllers: [MeController, AdminController] };
    app = await TestApp.start({ platform, config: { adapter, callbacks }, module });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    return browser;
  }

  it('give a role, which counts until it is taken away (K71)', async () => {
    const browser = await start();
    expect((await browser.get('/admin')).text).toBe('inside');

    await dataSource.query("UPDATE users SET role = 'member'");

    expect((await browser.get('/admin')).status).toBe(403);
    await dataSource.query('UPDATE users SET role = NULL');
    expect((await browser.get('/admin')).status).toBe(403);
  });

  it('are not returned to a client (D22)', async () => {
    const browser = await start();

    expect(await browser.session()).toStrictEqual({
      user: { name: 'jane', email: 'jane@example.com', image: null },
      expires: expect.any(String) as string,
    });
  });

  it('are not returned to a client if the session callback returns its session unchanged (D22)', async () => {
    const browser = await start({ session: ({ session }: SessionParams) => session });

    expect(await browser.session()).toStrictEqual({
      user: {
        id: expect.any(String) as string,
        name: 'jane',
        email: 'jane@example.com',
        image: null,
      },
      expires: expect.any(String) as string,
    });
  });

  it('are returned to server code, and passed to the session callback', async () => {
    const role = ({ session, user }: SessionParams) => ({
      ...session,
      user: { ...session.user, role: 'role' in user && user.role },
    });

    const me = await (await start()).get('/me');
    expect(me.json()).toMatchObject({ role: 'admin', passwordHash: 'a-hash-of-a-password' });
    await app.close();
    const browser = await start({ session: role });
    expect(await browser.session()).toMatchObject({ user: { name: 'jane', role: 'admin' } });
  });
});
