import { authJs } from '@authnest/take-over';
import { authMigrations } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { databaseServers, describeDatabases } from '../support/databases.js';

/** Tables of Auth.js adapters whose layout differs from TypeORM's, with unusual rows. */
const others: readonly [adapter: string, on: string, sql: readonly string[]][] = [
  [
    'pg',
    'PostgreSQL',
    [
      `CREATE TABLE users (id serial PRIMARY KEY, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text)`,
      `CREATE TABLE accounts (id serial PRIMARY KEY, "userId" integer NOT NULL, type varchar(255) NOT NULL, provider varchar(255) NOT NULL, "providerAccountId" varchar(255) NOT NULL, refresh_token text, access_token text, expires_at bigint, id_token text, scope text, session_state text, token_type text)`,
      `CREATE TABLE sessions (id serial PRIMARY KEY, "userId" integer NOT NULL, expires timestamptz NOT NULL, "sessionToken" varchar(255) NOT NULL)`,
      `CREATE TABLE verification_token (identifier text NOT NULL, expires timestamptz NOT NULL, token text NOT NULL, PRIMARY KEY (identifier, token))`,
      `INSERT INTO users (name, email) VALUES ('Ada ', 'ADA@example.com ')`,
      `INSERT INTO sessions ("userId", expires, "sessionToken") VALUES (7, '2031-01-01T00:00:00.123456Z', ' t')`,
    ],
  ],
  [
    'Drizzle',
    'SQLite',
    [
      `CREATE TABLE user (id text PRIMARY KEY, name text, email text UNIQUE, emailVerified integer, image text)`,
      `CREATE TABLE session (sessionToken text PRIMARY KEY, userId text NOT NULL, expires integer NOT NULL)`,
      `INSERT INTO user VALUES ('x', 'Ada ', NULL, 1767323045678, NULL)`,
    ],
  ],
  [
    'Kysely',
    'SQLite',
    [
      `CREATE TABLE "User" (id text PRIMARY KEY, name text, email text UNIQUE NOT NULL, emailVerified text, image text)`,
      `CREATE TABLE "VerificationToken" (identifier text NOT NULL, token text UNIQUE NOT NULL, expires text NOT NULL)`,
      `INSERT INTO "User" VALUES ('x', 'Ada ', 'a@x.test', '2026-01-02T03:04:05Z', NULL)`,
    ],
  ],
  [
    'Drizzle',
    'PostgreSQL',
    [
      `CREATE TABLE "user" (id text PRIMARY KEY, name text, email text UNIQUE, "emailVerified" timestamp, image text)`,
      `CREATE TABLE "session" ("sessionToken" text PRIMARY KEY, "userId" text NOT NULL, expires timestamp NOT NULL)`,
      `CREATE TABLE "verificationToken" (identifier text NOT NULL, token text NOT NULL, expires timestamp NOT NULL, PRIMARY KEY (identifier, token))`,
      `INSERT INTO "user" VALUES ('x', 'Ada ', 'ADA@x.test ', '2026-01-02T03:04:05.678901', '')`,
      `INSERT INTO "session" VALUES (' t', 'nobody', 'infinity')`,
    ],
  ],
  [
    'Drizzle',
    'MariaDB',
    [
      'CREATE TABLE user (id varchar(255) PRIMARY KEY, name varchar(255), email varchar(255) UNIQUE, emailVerified timestamp(3) NULL, image varchar(255))',
      'CREATE TABLE session (sessionToken varchar(255) PRIMARY KEY, userId varchar(255) NOT NULL, expires timestamp NOT NULL)',
      `INSERT INTO user VALUES ('x', 'Ada ', 'ADA@x.test ', '2026-01-02 03:04:05.678', '')`,
      `INSERT INTO session VALUES ('t ', 'nobody', '2031-01-01 00:00:00')`,
    ],
  ],
  [
    'Kysely',
    'PostgreSQL',
    [
      `CREATE TABLE "User" (id uuid PRIMARY KEY, name text, email text UNIQUE NOT NULL, "emailVerified" timestamptz, image text)`,
      `CREATE TABLE "VerificationToken" (identifier text NOT NULL, token text UNIQUE NOT NULL, expires timestamptz NOT NULL)`,
      `INSERT INTO "User" VALUES ('00000000-0000-4000-8000-00000000000a', 'Ada ', 'ADA@x.test ', '-infinity', '')`,
    ],
  ],
  [
    'Kysely',
    'MariaDB',
    [
      'CREATE TABLE User (id varchar(36) PRIMARY KEY, name varchar(255), email varchar(255) UNIQUE NOT NULL, emailVerified datetime(6), image varchar(255))',
      'CREATE TABLE VerificationToken (identifier varchar(255) NOT NULL, token varchar(255) UNIQUE NOT NULL, expires datetime NOT NULL)',
      `INSERT INTO User VALUES ('x', 'Ada ', 'ADA@x.test ', '2026-01-02 03:04:05.678901', '')`,
    ],
  ],
];

describeDatabases(await databaseServers(), (server) => {
  const here = others.filter(([, on]) => on === server.name);
  if (here.length === 0) return;

  it.each(here)(
    'tables of the Auth.js adapter for %s are refused and stay unchanged',
    async (_, __, sql) => {
      const database = await server.create();
      const dataSource = await new DataSource({
        ...database.options,
        migrations: authMigrations({ from: authJs }),
      }).initialize();
      for (const statement of sql) await dataSource.query(statement);
      const tables = sql.flatMap((one) => /^CREATE TABLE ("?\w+"?)/.exec(one)?.[1] ?? []);
      const contents = () =>
        Promise.all(tables.map((table) => dataSource.query<object[]>(`SELECT * FROM ${table}`)));
      const before = await contents();

      await expect(dataSource.runMigrations()).rejects.toThrow(
        /nothing was changed.*\n(?:.*\n)*- verification_tokens: there is no such table/,
      );

      expect(await contents()).toEqual(before);
      await dataSource.destroy();
      await database.drop();
    },
  );
});
