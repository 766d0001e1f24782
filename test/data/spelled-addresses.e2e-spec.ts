import { type AdapterUser, type AuthConfig, Email, OIDC } from '@authnest/core';
import { aUser, FakeOAuthServer, TestMailbox } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  optionsAt,
  runOn,
  type TestDatabase,
  withPool,
} from '../support/databases.js';
import { platforms, TestApp } from '../support/test-app.js';

const STORED = 'Jane.Doe@Example.com';

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    database = await server.create();
    dataSource = await openMigrated(database.options);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await dataSource.destroy();
    await database.drop();
  });
  const adapterOf = () => new TypeOrmAdapter(dataSource);
  /** Stores a user as another system does. */
  const stored = (user: AdapterUser) => dataSource.getRepository<AdapterUser>('users').save(user);

  it('finds the address that another system stored, in any letter case (RP5)', async () => {
    const adapter = adapterOf();
    const jane = await adapter.createUser(aUser({ email: STORED }));

    expect(await adapter.getUserByEmail(STORED)).toEqual(jane);
    expect(await adapter.getUserByEmail(STORED.toLowerCase())).toEqual(jane);
    expect(await adapter.getUserByEmail('JANE.DOE@EXAMPLE.COM')).toEqual(jane);
    expect(await adapter.getUserByEmail('jane.do\u00e9@example.com')).toBeNull();
    await adapter.deleteUser(jane.id);
  });

  it('finds it in a database whose small I has no dot, as in Turkish (FT10)', async () => {
    if (server.name !== 'PostgreSQL') return;
    const url = new URL(database.url);
    const turkish = `${url.pathname.slice(1)}_tr`;
    const language = `LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR' LOCALE 'C.UTF-8'`;
    await runOn(url, `CREATE DATABASE ${turkish} TEMPLATE template0 ENCODING 'UTF8' ${language}`);
    const own = await openMigrated(optionsAt(url.href.replace(/[^/]+$/, turkish)));
    const adapter = new TypeOrmAdapter(own);
    const irina = await adapter.createUser(aUser({ email: 'Irina@Example.com' }));

    const found = await adapter.getUserByEmail('irina@example.com');

    await own.destroy();
    await runOn(url, `DROP DATABASE ${turkish}`);
    expect(found).toEqual(irina);
  });

  it('finds the exact spelling first, and refuses to choose between two others (RP5)', async () => {
    const adapter = adapterOf();
    const [upper, lower] = [
      await stored(aUser({ email: 'Two@Example.com' })),
      await stored(aUser({ email: 'two@example.com' })),
    ];

    expect(await adapter.getUserByEmail('two@example.com')).toMatchObject({ id: lower.id });
    expect(await adapter.getUserByEmail('Two@Example.com')).toMatchObject({ id: upper.id });
    await expect(adapter.getUserByEmail('TWO@example.com')).rejects.toThrow('merge them');
    for (const { id } of [upper, lower]) await adapter.deleteUser(id);
  });

  const sleep = { PostgreSQL: 'pg_sleep', MariaDB: 'sleep' }[server.name as string];
  if (sleep !== undefined) {
    it('finds it again after no connection was free for the search (JT9)', async () => {
      const own = await new DataSource(withPool(database.options, 1)).initialize();
      const adapter = new TypeOrmAdapter(own);
      adapter.limitTime(500);
      const jane = await adapter.createUser(aUser({ email: STORED }));

      const asking = adapter.getUserByEmail(STORED.toLowerCase());
      const [found] = await Promise.allSettled([asking, own.query(`SELECT ${sleep}(1)`)]);

      expect(found.status).toBe('rejected');
      expect(await adapter.getUserByEmail(STORED.toLowerCase())).toEqual(jane);
      await adapter.deleteUser(jane.id);
      await own.destroy();
    });
  }

  const caseless: Record<string, string[]> = {
    MariaDB: ['ALTER TABLE users MODIFY email varchar(255) COLLATE utf8mb4_general_ci NULL'],
    PostgreSQL: [
      'CREATE EXTENSION IF NOT EXISTS citext',
      'ALTER TABLE users ALTER COLUMN email TYPE citext',
    ],
  };
  if (server.name in caseless) {
    it('finds it in a column that ignores case, and no similar one (RP5)', async () => {
      for (const sql of caseless[server.name] ?? []) await dataSource.query(sql);
      const adapter = adapterOf();
      const jane = await adapter.createUser(aUser({ email: STORED }));

      expect(await adapter.getUserByEmail(STORED.toLowerCase())).toEqual(jane);
      expect(await adapter.getUserByEmail('jane.do\u00e9@example.com')).toBeNull();
      await adapter.deleteUser(jane.id);
    });
  }

  it.each(platforms())(
    'signs one person in by link and by provider on %s (RP5)',
    async (platform) => {
      const adapter = adapterOf();
      const jane = await adapter.createUser(aUser({ email: STORED, emailVerified: null }));
      const idp = await FakeOAuthServer.start({
        claims: { sub: 'jane', email: STORED.toLowerCase(), email_verified: true },
      });
      const mailbox = new TestMailbox();
      const config: Partial<AuthConfig> = {
        adapter,
        providers: [
          Email({ sendVerificationRequest: mailbox.receive }),
          OIDC({ id: 'idp', name: 'IdP', ...idp.client, allowDangerousEmailAccountLinking: true }),
        ],
      };
      const app = await TestApp.start({ platform, config });
      const browser = app.client();
      await browser.signIn('email', { email: STORED });
      await browser.get(mailbox.lastLink(STORED.toLowerCase()) ?? '');
      const byLink = await browser.session();
      const other = app.client();
      const { location = '' } = await other.signIn('idp');
      const { url } = await idp.authorize(location);
      await other.get(url.pathname + url.search);
      const byProvider = await other.session();
      await app.close();
      await idp.close();

      expect(byLink).toMatchObject({ user: { email: STORED } });
      expect(byProvider).toMatchObject({ user: { email: STORED } });
      const [row] = await dataSource.query<{ n: unknown }[]>('SELECT COUNT(*) AS n FROM users');
      expect((await adapter.getUser(jane.id))?.emailVerified).not.toBeNull();
      expect(Number(row?.n)).toBe(1);
      await adapter.deleteUser(jane.id);
    },
  );
});
