import { KyselyAdapter } from '@auth/kysely-adapter';
import type { Database as AuthTables } from '@auth/kysely-adapter';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { PublishedStore } from './published-store.js';
import { describeSignIn } from './sign-in-story.js';

/** The tables as the adapter documents them, with ids that SQLite makes. */
const TABLES = `
  CREATE TABLE "User" (
    id text PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
    name text,
    email text UNIQUE NOT NULL,
    emailVerified text,
    image text
  );
  CREATE TABLE "Account" (
    id text PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
    userId text NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
    type text NOT NULL,
    provider text NOT NULL,
    providerAccountId text NOT NULL,
    refresh_token text,
    access_token text,
    expires_at integer,
    token_type text,
    scope text,
    id_token text,
    session_state text
  );
  CREATE TABLE "Session" (
    id text PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
    userId text NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
    sessionToken text UNIQUE NOT NULL,
    expires text NOT NULL
  );
  CREATE TABLE "VerificationToken" (
    identifier text NOT NULL,
    token text UNIQUE NOT NULL,
    expires text NOT NULL
  );`;

const tables = { users: 'User', accounts: 'Account', sessions: 'Session' } as const;

describe('@auth/kysely-adapter', () => {
  describeSignIn(async (): Promise<PublishedStore> => {
    const database = new SqliteDatabase(':memory:');
    database.exec(TABLES);
    const db = new Kysely<AuthTables>({ dialect: new SqliteDialect({ database }) });
    return {
      adapter: KyselyAdapter(db),
      count: async (kind) => (await db.selectFrom(tables[kind]).selectAll().execute()).length,
      close: () => db.destroy(),
    };
  });
});
