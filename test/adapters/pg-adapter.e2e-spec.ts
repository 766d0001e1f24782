import PostgresAdapter from '@auth/pg-adapter';
import { Pool } from 'pg';
import { databaseServers } from '../support/databases.js';
import { describeWith } from '../support/services.js';
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
  });
}
