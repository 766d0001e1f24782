import { KyselyAdapter } from '@auth/kysely-adapter';
import type { Database as AuthTables } from '@auth/kysely-adapter';
import { type Adapter, OIDC } from '@authnest/core';
import { aUser, FakeOAuthServer } from '@authnest/testing';
import { Kysely, MysqlDialect } from 'kysely';
import { createPool } from 'mysql2';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { platforms, TestApp } from '../support/test-app.js';

/** The tables as documented for the adapter, with the default collation of MariaDB. */
const TABLES = [
  `CREATE TABLE User (
    id varchar(36) PRIMARY KEY DEFAULT (uuid()),
    name varchar(255), email varchar(255) UNIQUE, emailVerified datetime, image varchar(255))`,
  `CREATE TABLE Account (
    id varchar(36) PRIMARY KEY DEFAULT (uuid()), userId varchar(36) NOT NULL,
    type varchar(255) NOT NULL, provider varchar(255) NOT NULL,
    providerAccountId varchar(255) NOT NULL, refresh_token text, access_token text,
    expires_at bigint, token_type text, scope text, id_token text, session_state text,
    UNIQUE (provider, providerAccountId))`,
  `CREATE TABLE Session (
    id varchar(36) PRIMARY KEY DEFAULT (uuid()), userId varchar(36) NOT NULL,
    sessionToken varchar(255) UNIQUE NOT NULL, expires datetime NOT NULL)`,
];

describeDatabases(
  (await databaseServers()).filter(({ name }) => name === 'MariaDB'),
  (server) => {
    let database: TestDatabase;
    let db: Kysely<AuthTables>;
    let adapter: Adapter;
    let provider: FakeOAuthServer;

    beforeAll(async () => {
      provider = await FakeOAuthServer.start();
      database = await server.create();
      const { username, password, hostname, port, pathname } = new URL(database.url);
      const pool = createPool({
        user: username,
        password: decodeURIComponent(password),
        host: hostname,
        port: Number(port),
        database: pathname.slice(1),
      });
      for (const table of TABLES) await pool.promise().query(table);
      db = new Kysely<AuthTables>({ dialect: new MysqlDialect({ pool }) });
      adapter = KyselyAdapter(db);
    });
    afterAll(async () => {
      await db.destroy();
      await database.drop();
      await provider.close();
    });

    describe.each(platforms())('@auth/kysely-adapter on %s', (platform) => {
      let app: TestApp;

      beforeAll(async () => {
        const linking = { allowDangerousEmailAccountLinking: true };
        app = await TestApp.start({
          platform,
          config: {
            adapter,
            providers: [OIDC({ id: 'idp', name: 'IdP', ...provider.client, ...linking })],
          },
        });
      });
      afterAll(() => app.close());

      async function signIn(claims: { sub: string; email?: string }) {
        provider.claims = { email_verified: true, ...claims };
        const browser = app.client();
        const { location = '' } = await browser.signIn('idp', { callbackUrl: '/home' });
        const { url } = await provider.authorize(location);
        return { browser, response: await browser.get(url.pathname + url.search) };
      }

      it.each(['josé', 'JÖSE'])(
        'does not mistake an address with an accent, %s@…, for the one without it (S3)',
        async (local) => {
          const email = `jose@${platform}.example`;
          const victim =
            (await adapter.getUserByEmail?.(email)) ??
            (await adapter.createUser?.(aUser({ email, emailVerified: new Date() })));
          const other = `${local}@${platform}.example`;
          expect((await adapter.getUserByEmail?.(other))?.id).toBe(victim?.id);

          const { browser, response } = await signIn({ sub: `${platform} ${local}`, email: other });

          expect(response.location).toContain('error=OAuthAccountNotLinked');
          expect(await browser.session()).toBeNull();
        },
      );

      it('registers two users without an email address (V12)', async () => {
        for (const name of ['one', 'two']) {
          const { browser, response } = await signIn({ sub: `${platform} ${name}` });

          expect(response.location).toBe(`${app.url}/home`);
          expect(await browser.session()).not.toBeNull();
        }
      });

      it('finds a user by an address that differs only in letter case', async () => {
        const email = `kim@${platform}.example`;
        await adapter.createUser?.(aUser({ email, emailVerified: new Date() }));

        const { browser } = await signIn({ sub: `${platform} kim`, email: email.toUpperCase() });

        expect(await browser.session()).toMatchObject({ user: { email } });
      });
    });
  },
);
