import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthModule } from '@authnest/core';
import { argon2id, password, Password } from '@authnest/password';
import { TypeOrmAdapter, TypeOrmAuthModule } from '@authnest/typeorm';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { dataSourceOptions, entities } from '../../../../ormconfig.js';
import { DEMO_USERS } from './demo-users.js';
import { DemoUsersService } from './demo-users.service.js';

interface Row {
  readonly email: string;
  readonly emailVerified: string | null;
  readonly hash: string | null;
}

describe('the demo users', () => {
  let folder: string;
  let apps: INestApplication[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'authnest-'));
    apps = [];
  });
  afterEach(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await rm(folder, { recursive: true });
  });

  async function prepare(): Promise<INestApplication> {
    const auth = TypeOrmAuthModule.forFeature({ entities });
    const options = dataSourceOptions({ DATABASE_URL: `sqlite:${join(folder, 'db.sqlite')}` });
    const imports = [
      TypeOrmModule.forRoot({ ...options, migrationsRun: true }),
      AuthModule.forRootAsync({
        features: [password()],
        imports: [auth],
        inject: [TypeOrmAdapter],
        useFactory: (adapter: TypeOrmAdapter) => ({
          adapter,
          mailer: () => undefined,
          providers: [Password()],
          secret: 'a secret of more than 32 characters',
        }),
      }),
      auth,
    ];
    const testing = await Test.createTestingModule({
      imports,
      providers: [DemoUsersService],
    }).compile();
    const app = testing.createNestApplication({ logger: false });
    apps.push(app);
    return app;
  }

  function rows(app: INestApplication): Promise<Row[]> {
    return app
      .get(DataSource)
      .query<Row[]>(
        'SELECT email, emailVerified, hash FROM users LEFT JOIN passwords ON userId = users.id ORDER BY email',
      );
  }

  it('are stored with a proven address and their passwords', async () => {
    const app = await prepare();
    await app.init();

    const stored = await rows(app);

    expect(stored.map(({ email }) => email)).toEqual(DEMO_USERS.map(({ email }) => email));
    for (const [nth, { emailVerified, hash }] of stored.entries()) {
      expect(emailVerified).not.toBeNull();
      expect(await argon2id().verify(DEMO_USERS[nth]?.password ?? '', hash ?? '')).toBe(true);
    }
  });

  it('are stored once by two processes that start at once', async () => {
    const both = [await prepare(), await prepare()];
    await Promise.all(both.map((app) => app.init()));

    expect(await rows(both[0] as INestApplication)).toHaveLength(DEMO_USERS.length);
  });

  it('keep a password that they have changed', async () => {
    const app = await prepare();
    await app.init();
    await app.get(DataSource).query("UPDATE passwords SET hash = 'another'");

    await app.get(DemoUsersService).onApplicationBootstrap();

    expect((await rows(app)).map(({ hash }) => hash)).toEqual(['another', 'another']);
  });

  it('get a password if an earlier version of the example stored them', async () => {
    const app = await prepare();
    await app.init();
    const dataSource = app.get(DataSource);
    await dataSource.query('DELETE FROM passwords');
    await dataSource.query('UPDATE users SET emailVerified = NULL');

    await app.get(DemoUsersService).onApplicationBootstrap();

    for (const { emailVerified, hash } of await rows(app)) {
      expect([emailVerified, hash]).not.toContain(null);
    }
  });
});
