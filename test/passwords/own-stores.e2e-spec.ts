// Runs the samples of docs/own-users-table.md.
import { jest } from '@jest/globals';
import type { PasswordStore } from '@authnest/password';
import { TypeOrmAdapter } from '@authnest/typeorm';
import SqliteDatabase from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { passwordsIn, signIn } from '../fixtures/drizzle-passwords.js';
import { entities } from '../fixtures/own-user.js';
import { passwordColumn } from '../fixtures/password-column.js';
import { withEnvironment } from '../support/environment.js';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { describeWith } from '../support/services.js';
import { platforms, SECRET, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

const EMAIL = 'jane@corp.example';
const DRIZZLE_TABLES = `
  CREATE TABLE user (id text PRIMARY KEY, name text, email text UNIQUE, emailVerified integer, image text);
  CREATE TABLE account (userId text NOT NULL REFERENCES user (id) ON DELETE CASCADE, type text NOT NULL,
    provider text NOT NULL, providerAccountId text NOT NULL, refresh_token text, access_token text,
    expires_at integer, token_type text, scope text, id_token text, session_state text,
    PRIMARY KEY (provider, providerAccountId));
  CREATE TABLE password (userId text PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
    hash text NOT NULL, changedAt integer NOT NULL, mustChange integer NOT NULL);`;

async function openColumn() {
  const dataSource = await new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    entities: [...entities],
    synchronize: true,
  }).initialize();
  const adapter = new TypeOrmAdapter(dataSource, entities);
  return {
    adapter,
    store: passwordColumn(dataSource),
    addUser: async () =>
      (await adapter.createUser({ id: '', email: EMAIL, emailVerified: null })).id,
    close: () => dataSource.destroy(),
  };
}

function openDrizzle() {
  const database = new SqliteDatabase(':memory:');
  database.exec(DRIZZLE_TABLES);
  const db = drizzle(database);
  return {
    db,
    store: passwordsIn(db),
    addUser: async () => {
      database.prepare('INSERT INTO user (id, email) VALUES (?, ?)').run('1', EMAIL);
      return '1';
    },
    close: async () => void database.close(),
  };
}

interface Opened {
  readonly store: PasswordStore;
  addUser(): Promise<string>;
  close(): Promise<unknown>;
}

describe.each<[string, () => Promise<Opened>]>([
  ['a column of the users, by TypeORM', openColumn],
  ['a table of the application, by Drizzle', async () => openDrizzle()],
])('the guide keeps passwords in %s', (_, open) => {
  let opened: Opened;
  let userId: string;

  beforeEach(async () => {
    opened = await open();
    userId = await opened.addUser();
  });
  afterEach(() => opened.close());

  const save = (hash: string, replaces?: string | null) =>
    opened.store.save({ userId, hash, changedAt: new Date(), mustChange: false }, replaces);

  it('stores one of two first passwords', async () => {
    expect(await opened.store.find(userId)).toBeNull();

    const stored = await Promise.all([save('one', null), save('two', null)]);

    expect(stored.filter(Boolean)).toHaveLength(1);
    expect(await opened.store.find(userId)).toMatchObject({
      userId,
      hash: stored[0] ? 'one' : 'two',
    });
  });

  it('replaces only the hash that was read', async () => {
    await save('one', null);

    expect(await save('two', 'another')).toBe(false);
    expect(await save('two', 'one')).toBe(true);
    expect(await save('three')).toBe(true);
    expect(await opened.store.find(userId)).toMatchObject({ hash: 'three' });
  });

  it('removes only the hash that was read', async () => {
    await save('one');

    expect(await opened.store.remove(userId, 'another')).toBe(false);
    expect(await opened.store.find(userId)).toMatchObject({ hash: 'one' });
    expect(await opened.store.remove(userId, 'one')).toBe(true);
    expect(await opened.store.find(userId)).toBeNull();
  });

  it('removes a password once', async () => {
    await save('one');

    expect([await opened.store.remove(userId), await opened.store.remove(userId)]).toEqual([
      true,
      false,
    ]);
    expect(await opened.store.find(userId)).toBeNull();
  });
});

describe.each(platforms())(
  'people whose passwords are in a store of the guide, on %s',
  (platform) => {
    it('register and reset, with a column of the users', async () => {
      const { adapter, store, close } = await openColumn();
      const app = await PasswordApp.start({ platform, adapter, password: { store } });
      await app.registered(EMAIL);
      const browser = app.client();
      await app.send(browser, 'forgot', { email: EMAIL });
      await browser.get((await app.newest(EMAIL, 2)).link);
      await app.send(browser, 'reset', { password: OTHER });

      expect((await app.signIn(EMAIL, GOOD)).location).toContain('error=CredentialsSignin');
      expect((await app.signIn(EMAIL, OTHER)).location).toBe(app.app.url);
      await app.close();
      await close();
    });
  },
);

describeWith(redisProgram, 'an adapter of Auth.js, with challenges in Redis', () => {
  it.each(platforms())('on %s: lets people register, sign in and reset', async (platform) => {
    const log = jest.spyOn(console, 'log').mockReturnValue(undefined);
    const mail = async (count: number) => {
      await until('a mail has arrived', () => log.mock.calls.length >= count);
      return `${log.mock.calls.at(-1)?.[0]}`;
    };
    const server = await OwnRedis.start();
    const redis = new Redis(server.url);
    const { db, close } = openDrizzle();
    const app = await withEnvironment({ AUTH_SECRET: SECRET }, () =>
      TestApp.start({ platform, auth: () => signIn(db, redis) }),
    );
    const browser = app.client();
    const send = async (step: string, form: object) =>
      browser.post(`/auth/password/${step}`, {
        form: { ...form, csrfToken: await browser.csrfToken() },
      });

    await send('register', { email: EMAIL, password: GOOD });
    await send('confirm', { code: /^\d{4} ?\d{4}$/m.exec(await mail(1))?.[0] });
    expect(await browser.session()).toMatchObject({ user: { email: EMAIL } });

    await send('forgot', { email: EMAIL });
    const link = new URL(/https?:\S+/.exec(await mail(2))?.[0] ?? '');
    await browser.get(link.pathname + link.search);
    await send('reset', { password: OTHER });
    expect(await browser.session()).toBeNull();
    await browser.signIn('password', { email: EMAIL, password: OTHER });
    expect(await browser.session()).toMatchObject({ user: { email: EMAIL } });

    log.mockRestore();
    await app.close();
    await redis.quit();
    await server.remove();
    await close();
  });
});
