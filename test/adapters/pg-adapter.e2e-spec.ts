import PostgresAdapter from '@auth/pg-adapter';
import { Pool } from 'pg';
import { databaseServers, type TestDatabase } from '../support/databases.js';
import { authorize, OidcProvider } from '../support/oidc.js';
import { describeWith } from '../support/services.js';
import { platforms, TestApp } from '../support/test-app.js';
import type { PublishedStore } from './published-store.js';
import { describeSignIn } from './sign-in-story.js';

/** The tables as documented for the adapter, with numeric ids. */
const TABLES = `
  CREATE TABLE users (
    id serial PRIMARY KEY,
    name varchar(255),
    email varchar(255),
    "emailVerified" timestamptz,
    image text
  );
  CREATE TABLE accounts (
    id serial PRIMARY KEY,
    "userId" integer NOT NULL,
    type varchar(255) NOT NULL,
    provider varchar(255) NOT NULL,
    "providerAccountId" varchar(255) NOT NULL,
    refresh_token text,
    access_token text,
    expires_at bigint,
    id_token text,
    scope text,
    session_state text,
    token_type text
  );
  CREATE TABLE sessions (
    id serial PRIMARY KEY,
    "userId" integer NOT NULL,
    expires timestamptz NOT NULL,
    "sessionToken" varchar(255) NOT NULL
  );
  CREATE TABLE verification_token (
    identifier text NOT NULL,
    expires timestamptz NOT NULL,
    token text NOT NULL,
    PRIMARY KEY (identifier, token)
  );`;

/** The keys that the guide adds. */
const KEYS = `
  ALTER TABLE users ADD UNIQUE (email);
  ALTER TABLE accounts ADD UNIQUE (provider, "providerAccountId"),
    ADD FOREIGN KEY ("userId") REFERENCES users ON DELETE CASCADE;
  ALTER TABLE sessions ADD UNIQUE ("sessionToken"),
    ADD FOREIGN KEY ("userId") REFERENCES users ON DELETE CASCADE;`;

const [platform = 'express'] = platforms();

for (const server of await databaseServers()) {
  if (server.name !== 'PostgreSQL') continue;

  describeWith(server, '@auth/pg-adapter', () => {
    describeSignIn(async (): Promise<PublishedStore> => {
      const database = await server.create();
      const pool = new Pool({ connectionString: database.url });
      // The database is dropped while the server might still be closing the pool's connections, and
      // the pool emits their errors as its own.
      pool.on('error', () => undefined);
      await pool.query(TABLES);
      return {
        adapter: PostgresAdapter(pool),
        count: async (kind) => {
          const { rows } = await pool.query<{ count: string }>(`SELECT count(*) FROM ${kind}`);
          return Number(rows[0]?.count);
        },
        close: async () => {
          await pool.end();
          await database.drop();
        },
      };
    });

    describe('a deletion that breaks off, with the keys of the guide', () => {
      let idp: OidcProvider;
      let database: TestDatabase;
      let pool: Pool;
      let app: TestApp;

      beforeAll(async () => {
        idp = await OidcProvider.start();
        database = await server.create();
        pool = new Pool({ connectionString: database.url });
        pool.on('error', () => undefined);
        await pool.query(TABLES + KEYS);
        const broken = { query: (sql: string, values: unknown[]) => send(sql, values) };
        const adapter = PostgresAdapter(broken as unknown as Pool);
        const config = { adapter, providers: [idp.config('idp')], account: { deletion: true } };
        app = await TestApp.start({ platform, config });
        await idp.register(app, 'idp');
      });
      afterAll(async () => {
        await app.close();
        await pool.end();
        await database.drop();
        await idp.close();
      });

      /** The adapter deletes the user first, and accounts last. */
      async function send(sql: string, values: unknown[]): Promise<unknown> {
        if (sql.startsWith('delete from accounts')) throw new Error('the connection was lost');
        return pool.query(sql, values);
      }

      it('lets the person sign in again', async () => {
        const browser = app.client();
        await browser.get(await authorize(browser, 'idp'));
        const csrfToken = await browser.csrfToken();
        const form = { csrfToken, email: 'ada@example.com' };
        expect((await browser.post('/auth/account/delete', { form })).status).toBe(503);
        expect(await browser.session()).toBeNull();

        await browser.get(await authorize(browser, 'idp'));

        expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });
      });
    });
  });
}
