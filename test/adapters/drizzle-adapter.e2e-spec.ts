import { DrizzleAdapter } from '@auth/drizzle-adapter';
import SqliteDatabase from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { databaseServers } from '../support/databases.js';
import { describeWith } from '../support/services.js';
import { describeEveryWay } from './every-way.js';
import type { PublishedStore } from './published-store.js';
import { describeSignIn } from './sign-in-story.js';

/** The tables from the schema that the adapter defines. */
const SQLITE_TABLES = `
  CREATE TABLE user (
    id text PRIMARY KEY,
    name text,
    email text UNIQUE,
    emailVerified integer,
    image text
  );
  CREATE TABLE account (
    userId text NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    type text NOT NULL,
    provider text NOT NULL,
    providerAccountId text NOT NULL,
    refresh_token text,
    access_token text,
    expires_at integer,
    token_type text,
    scope text,
    id_token text,
    session_state text,
    PRIMARY KEY (provider, providerAccountId)
  );
  CREATE TABLE session (
    sessionToken text PRIMARY KEY,
    userId text NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    expires integer NOT NULL
  );
  CREATE TABLE verificationToken (
    identifier text NOT NULL,
    token text NOT NULL,
    expires integer NOT NULL,
    PRIMARY KEY (identifier, token)
  );`;

const POSTGRES_TABLES = `
  CREATE TABLE "user" (
    id text PRIMARY KEY,
    name text,
    email text UNIQUE,
    "emailVerified" timestamp,
    image text
  );
  CREATE TABLE account (
    "userId" text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
    type text NOT NULL,
    provider text NOT NULL,
    "providerAccountId" text NOT NULL,
    refresh_token text,
    access_token text,
    expires_at integer,
    token_type text,
    scope text,
    id_token text,
    session_state text,
    PRIMARY KEY (provider, "providerAccountId")
  );
  CREATE TABLE session (
    "sessionToken" text PRIMARY KEY,
    "userId" text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
    expires timestamp NOT NULL
  );
  CREATE TABLE "verificationToken" (
    identifier text NOT NULL,
    token text NOT NULL,
    expires timestamp NOT NULL,
    PRIMARY KEY (identifier, token)
  );
  CREATE TABLE authenticator (
    "credentialID" text NOT NULL UNIQUE,
    "userId" text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
    "providerAccountId" text NOT NULL,
    "credentialPublicKey" text NOT NULL,
    counter integer NOT NULL,
    "credentialDeviceType" text NOT NULL,
    "credentialBackedUp" boolean NOT NULL,
    transports text,
    PRIMARY KEY ("userId", "credentialID")
  );`;

const tables = { users: 'user', accounts: 'account', sessions: 'session' } as const;

describe('@auth/drizzle-adapter on SQLite', () => {
  describeSignIn(async (): Promise<PublishedStore> => {
    const database = new SqliteDatabase(':memory:');
    database.exec(SQLITE_TABLES);
    return {
      adapter: DrizzleAdapter(drizzle(database)),
      count: async (kind) => database.prepare(`SELECT 1 FROM ${tables[kind]}`).all().length,
      close: async () => {
        database.close();
      },
    };
  });
});

for (const server of await databaseServers()) {
  if (server.name !== 'PostgreSQL') continue;

  const openStore = async (): Promise<PublishedStore> => {
    const database = await server.create();
    const pool = new Pool({ connectionString: database.url });
    // The server may still be closing the pool's connections when the database is dropped.
    pool.on('error', () => undefined);
    await pool.query(POSTGRES_TABLES);
    return {
      adapter: DrizzleAdapter(drizzlePostgres(pool)),
      count: async (kind) => {
        const { rows } = await pool.query<{ count: string }>(
          `SELECT count(*) FROM "${tables[kind]}"`,
        );
        return Number(rows[0]?.count);
      },
      close: async () => {
        await pool.end();
        await database.drop();
      },
    };
  };

  describeWith(server, '@auth/drizzle-adapter on PostgreSQL', () => {
    describeSignIn(openStore);
    describeEveryWay(openStore);
  });
}
