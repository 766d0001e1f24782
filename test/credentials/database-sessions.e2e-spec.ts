import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnstorageAdapter } from '@auth/unstorage-adapter';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule, CurrentUser, SessionGuard, type User } from '@authnest/core';
import { authEntities, authMigrations, TypeOrmAdapter, TypeOrmAuthModule } from '@authnest/typeorm';
import { aUser, MemoryAdapter } from '@authnest/testing';
import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import { currentAdapter } from '../support/current-adapter.js';
import {
  credentials,
  JANE,
  platforms,
  type Platform,
  SECRET,
  TestApp,
} from '../support/test-app.js';

@Controller('me')
@UseGuards(SessionGuard)
class MeController {
  @Get() me(@CurrentUser() user: User): User {
    return user;
  }
}

describe.each(platforms())('credentials with database sessions on %s', (platform) => {
  const provider = credentials();
  let adapter: MemoryAdapter;
  let app: TestApp;
  /** What `authorize` returns instead of a user named as in the form. */
  let authorized: User | undefined;

  beforeAll(async () => {
    adapter = new MemoryAdapter();
    const authorize: typeof provider.authorize = (form) => authorized ?? provider.authorize(form);
    const providers = [{ ...provider, authorize }];
    app = await TestApp.start({
      platform,
      config: { adapter: currentAdapter(() => adapter), providers },
    });
  });
  afterAll(() => app.close());

  beforeEach(() => {
    adapter = new MemoryAdapter();
    authorized = undefined;
  });

  it('finds the user by the id that authorize returned if both are one table', async () => {
    const providers = [{ ...credentials(), usersOfAdapter: true }];
    const own = await TestApp.start({ platform, config: { adapter, providers } });
    const user = await adapter.createUser(aUser({ id: 'id-of-jane', email: 'jane@example.com' }));
    const browser = own.client();

    await browser.signIn('credentials', JANE);

    const token = browser.cookies.get('authjs.session-token') ?? '';
    expect((await adapter.getSessionAndUser(token))?.user).toEqual(user);
    expect(await adapter.listAccountsByUserId(user.id)).toEqual([]);
    await own.close();
  });

  it('creates the user with an account at the first sign-in, and later finds the user by account', async () => {
    await app.client().signIn('credentials', JANE);
    const created = await adapter.getUserByAccount({
      provider: 'credentials',
      providerAccountId: 'id-of-jane',
    });

    const browser = app.client();
    await browser.signIn('credentials', JANE);

    const token = browser.cookies.get('authjs.session-token') ?? '';
    expect(created).toMatchObject({ email: 'jane@example.com', emailVerified: null });
    expect((await adapter.getSessionAndUser(token))?.user.id).toBe(created?.id);
  });

  it('refuses the address of another user, and merges no users', async () => {
    const other = await adapter.createUser(aUser({ id: 'other', email: 'jane@example.com' }));
    const browser = app.client();

    const refused = await browser.signIn('credentials', JANE);

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect(await browser.session()).toBeNull();
    expect(await adapter.listAccountsByUserId(other.id)).toEqual([]);
  });

  describe.each(['Jane@Example.com', ' jane@example.com', 'jane@ｅxample.com'])(
    'if authorize returns the address as %j',
    (email) => {
      beforeEach(() => {
        authorized = { id: 'id-of-jane', email };
      });

      it('refuses it as the address of another user', async () => {
        await adapter.createUser(aUser({ id: 'other', email: 'jane@example.com' }));

        const refused = await app.client().signIn('credentials', JANE);

        expect(refused.location).toContain('error=OAuthAccountNotLinked');
        expect(await adapter.getUserByEmail(email)).toBeNull();
      });

      it('refuses it as that of another user who was stored with this spelling', async () => {
        await adapter.createUser(aUser({ id: 'other', email }));

        const refused = await app.client().signIn('credentials', JANE);

        expect(refused.location).toContain('error=OAuthAccountNotLinked');
        expect(await adapter.getUserByEmail('jane@example.com')).toBeNull();
      });

      it('stores it as an emailed link would look it up', async () => {
        await app.client().signIn('credentials', JANE);

        expect(await adapter.getUserByEmail('jane@example.com')).not.toBeNull();
      });
    },
  );

  it('stores what is not an address as authorize returned it', async () => {
    authorized = { id: 'id-of-jane', email: 'Jane of Staff 7' };

    await app.client().signIn('credentials', JANE);

    expect(await adapter.getUserByEmail('Jane of Staff 7')).not.toBeNull();
  });

  it('creates no second user in a store that would accept the address twice', async () => {
    const lax = UnstorageAdapter(createStorage({ driver: memoryDriver() }));
    const other = await lax.createUser?.(aUser({ id: 'other', email: 'jane@example.com' }));
    const own = await TestApp.start({ platform, config: { adapter: lax } });

    const refused = await own.client().signIn('credentials', JANE);

    expect(refused.location).toContain('error=OAuthAccountNotLinked');
    expect((await lax.getUserByEmail?.('jane@example.com'))?.id).toBe(other?.id);
    await own.close();
  });

  it('refuses a user without an id, which no later sign-in could find', async () => {
    authorized = { name: 'Jane' };

    const refused = await app.client().signIn('credentials', JANE);

    expect(refused.location).toContain('error=Configuration');
  });
});

describe.each(platforms())('sessions in an SQLite file on %s', (platform) => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'authnest-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('survive a restart of the application, and are stored without a usable token', async () => {
    const database = join(folder, 'test.sqlite');
    const before = await startOn(platform, database);
    const browser = before.client();
    await browser.signIn('credentials', JANE);
    const token = browser.cookies.get('authjs.session-token') ?? '';
    const cookies = [...browser.cookies];
    await before.close();

    const after = await startOn(platform, database);
    const returning = after.client();
    for (const [name, value] of cookies) returning.cookies.set(name, value);
    const sessions = await after.app
      .get(TypeOrmAdapter, { strict: false })
      .getSessionAndUser(token);

    expect((await returning.get('/me')).json()).toMatchObject({ email: 'jane@example.com' });
    expect(sessions).toBeNull();
    await after.close();
  });
});

function startOn(platform: Platform, database: string): Promise<TestApp> {
  return TestApp.start({
    platform,
    module: {
      controllers: [MeController],
      imports: [
        TypeOrmModule.forRoot({
          type: 'better-sqlite3',
          database,
          entities: authEntities(),
          migrations: authMigrations(),
          migrationsRun: true,
        }),
      ],
    },
    auth: () =>
      AuthModule.forRootAsync({
        imports: [TypeOrmAuthModule.forFeature()],
        inject: [TypeOrmAdapter],
        useFactory: (adapter: TypeOrmAdapter) => ({
          adapter,
          secret: SECRET,
          trustHost: true,
          providers: [credentials()],
          session: { tokenAtRest: 'hashed' },
        }),
      }),
  });
}
