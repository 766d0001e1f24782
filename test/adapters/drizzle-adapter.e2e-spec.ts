import { DrizzleAdapter } from '@auth/drizzle-adapter';
import SqliteDatabase from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { PublishedStore } from './published-store.js';
import { describeSignIn } from './sign-in-story.js';

/** The tables from the schema that the adapter defines. */
const TABLES = `
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

const tables = { users: 'user', accounts: 'account', sessions: 'session' } as const;

describe('@auth/drizzle-adapter', () => {
  describeSignIn(async (): Promise<PublishedStore> => {
    const database = new SqliteDatabase(':memory:');
    database.exec(TABLES);
    return {
      adapter: DrizzleAdapter(drizzle(database)),
      count: async (kind) => database.prepare(`SELECT 1 FROM ${tables[kind]}`).all().length,
      close: async () => {
        database.close();
      },
    };
  });
});
