import { aSession, aUser, aVerificationToken, anAccount } from '@authnest/testing';
import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ADA, insertAuthJsRows } from '../support/auth-js-rows.js';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import {
  createOn,
  type DatabaseServer,
  databaseServers,
  openMigrated,
  optionsAt,
  runOn,
  type TestDatabase,
} from '../support/databases.js';
import { IS_WHOLE } from '../support/effort.js';
import { OwnServer } from '../support/own-server.js';
import { ownMariadb } from '../support/own-server-kinds.js';
import { describeWith, type Service } from '../support/services.js';
import { JANE, TestApp } from '../support/test-app.js';

/** With `no Auth.js`, that adapter could not create its tables, whose keys are too long. */
type End = 'refused' | 'not taken over' | 'no Auth.js';

/**
 * Settings of servers that operators change, from the manuals of the databases. Under each, people
 * sign in, stay signed in and sign out, or the application does not start and names the setting.
 * @see https://www.postgresql.org/docs/current/runtime-config-client.html;
 *   https://mariadb.com/docs/server/server-management/variables-and-modes/server-system-variables;
 *   https://www.sqlite.org/pragma.html
 */
type Setting = readonly [name: string, value: string, end?: End];

const POSTGRES: readonly Setting[] = [
  ['default_transaction_isolation', 'repeatable read'],
  ['default_transaction_isolation', 'serializable'],
  ['default_transaction_read_only', 'on', 'refused'],
  ['default_transaction_deferrable', 'on'],
  ['session_replication_role', 'replica', 'refused'],
  ['standard_conforming_strings', 'off'],
  ['backslash_quote', 'off'],
  ['bytea_output', 'escape'],
  ['DateStyle', 'SQL, DMY', 'refused'],
  ['DateStyle', 'German', 'refused'],
  ['IntervalStyle', 'sql_standard'],
  ['TimeZone', 'Asia/Kathmandu'],
  ['statement_timeout', '3s'],
  ['lock_timeout', '1s'],
  ['idle_in_transaction_session_timeout', '1s'],
  ['row_security', 'off'],
  ['transform_null_equals', 'on'],
  ['quote_all_identifiers', 'on'],
  ['plan_cache_mode', 'force_generic_plan'],
  ['extra_float_digits', '-15'],
  ['synchronous_commit', 'off'],
  ['client_min_messages', 'debug5'],
  ['encoding', "'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'"],
  ['encoding', "'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'"],
];

const MARIADB: readonly Setting[] = [
  ['sql_mode', ''],
  ['sql_mode', 'ANSI'],
  ['sql_mode', 'ORACLE'],
  ['sql_mode', 'TRADITIONAL,NO_BACKSLASH_ESCAPES'],
  ['sql_mode', 'PIPES_AS_CONCAT,ONLY_FULL_GROUP_BY,IGNORE_SPACE,HIGH_NOT_PRECEDENCE'],
  ['sql_mode', 'PAD_CHAR_TO_FULL_LENGTH,TIME_ROUND_FRACTIONAL,NO_UNSIGNED_SUBTRACTION'],
  ['sql_mode', 'EMPTY_STRING_IS_NULL,SIMULTANEOUS_ASSIGNMENT'],
  ['tx_isolation', 'READ-UNCOMMITTED'],
  ['tx_isolation', 'READ-COMMITTED'],
  ['tx_isolation', 'SERIALIZABLE'],
  ['autocommit', '0', 'refused'],
  ['completion_type', 'CHAIN', 'refused'],
  ['completion_type', 'RELEASE', 'refused'],
  ['sql_safe_updates', '1'],
  ['sql_select_limit', '1', 'refused'],
  ['sql_auto_is_null', '1'],
  ['alter_algorithm', 'INSTANT'],
  ['time_zone', '+05:45'],
  ['character_set_server', 'latin1'],
  ['collation_server', 'utf8mb4_unicode_ci'],
  ['default_storage_engine', 'MyISAM', 'not taken over'],
  ['innodb_default_row_format', 'compact', 'no Auth.js'],
  ['foreign_key_checks', '0', 'refused'],
  ['unique_checks', '0', 'refused'],
  ['max_statement_time', '3'],
  ['lock_wait_timeout', '1'],
  ['tx_read_only', '1', 'refused'],
  ['explicit_defaults_for_timestamp', '0'],
];

const SQLITE: readonly Setting[] = [
  ['journal_mode', 'DELETE'],
  ['journal_mode', 'PERSIST'],
  ['journal_mode', 'MEMORY'],
  ['journal_mode', 'WAL'],
  ['journal_mode', 'TRUNCATE'],
  ['synchronous', 'OFF'],
  ['synchronous', 'EXTRA'],
  ['foreign_keys', 'OFF'],
  ['defer_foreign_keys', 'ON'],
  ['recursive_triggers', 'ON'],
  ['locking_mode', 'EXCLUSIVE'],
  ['encoding', "'UTF-16'"],
  ['case_sensitive_like', 'ON'],
  ['secure_delete', 'ON'],
  ['auto_vacuum', 'FULL'],
  ['page_size', '512'],
  ['temp_store', 'MEMORY'],
  ['read_uncommitted', 'ON'],
  ['reverse_unordered_selects', 'ON'],
  ['ignore_check_constraints', 'ON'],
  ['query_only', 'ON', 'refused'],
  ['trusted_schema', 'OFF'],
  ['legacy_alter_table', 'ON'],
  ['short_column_names', 'OFF'],
  ['full_column_names', 'ON'],
];

/** Some of the settings; with the whole effort all. Those that are refused are always tried. */
const some = (settings: readonly Setting[]): readonly Setting[] =>
  settings.filter(([, , end], nth) => IS_WHOLE || end !== undefined || nth % 8 === 3);

/** Somebody signs in, links an account, uses values once, and signs out. */
async function expectSignInWorks(app: TestApp, adapter: TypeOrmAdapter): Promise<void> {
  try {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    await browser.signOut();
    expect(await browser.session()).toBeNull();
  } finally {
    await app.close();
  }
  const [account, session] = [anAccount(), aSession()];
  const user = await adapter.registerUser({
    user: aUser({ emailVerified: null }),
    account,
    session,
  });
  const { id: userId = '', email = '' } = user ?? {};
  const proof = { id: userId, email, emailVerified: new Date('2026-05-06T07:08:09.123Z') };
  expect((await adapter.getSessionAndUser(session.sessionToken))?.session.expires).toEqual(
    session.expires,
  );
  expect(await adapter.registerUser({ user: aUser(), account })).toBeNull();
  expect((await adapter.proveUser(proof))?.emailVerified).toEqual(proof.emailVerified);
  expect(await adapter.getUserByAccount(account)).toBeNull();
  const added = anAccount({ userId, provider: 'other', access_token: "a\\'b" });
  await adapter.linkAccount(added);
  const later = { ...added, tokenVersion: 1, access_token: 'c' };
  expect(await adapter.advanceAccount(later)).toBe(true);
  expect(await adapter.advanceAccount(later)).toBe(false);
  const link = await adapter.createVerificationToken(aVerificationToken());
  const uses = Array.from({ length: 4 }, () => adapter.useVerificationToken(link));
  expect((await Promise.all(uses)).filter((used) => used !== null)).toEqual([link]);
  const value = { key: link.token, expires: new Date('2100-01-01') };
  const spent = await Promise.all([1, 2, 3].map(() => adapter.spendOnce(value)));
  expect(spent.filter(Boolean)).toEqual([true]);
  const challenge = {
    id: link.token,
    purpose: 'reset',
    subject: null,
    data: 'sealed',
    attempts: 0,
    expires: value.expires,
  };
  await adapter.createChallenge(challenge);
  const attempts = [1, 2, 3].map(() => adapter.tryChallenge({ id: link.token, attempts: 2 }));
  expect((await Promise.all(attempts)).filter((attempt) => attempt !== null)).toHaveLength(2);
  const taken = await Promise.all([1, 2, 3].map(() => adapter.takeChallenge(link.token)));
  expect(taken.filter((one) => one !== null)).toEqual([{ ...challenge, attempts: 2 }]);
  await adapter.createVerificationToken(aVerificationToken({ identifier: link.identifier }));
  expect(await adapter.deleteVerificationTokensByIdentifier(link.identifier)).toBe(1);
  await adapter.createSession(aSession({ userId, expires: new Date(1) }));
  expect(await adapter.deleteExpired()).toMatchObject({ sessions: 1 });
  for (const _ of [1, 2]) await adapter.createSession(aSession({ userId }));
  expect(await adapter.listSessionsByUserId(userId)).toHaveLength(2);
  expect(await adapter.deleteSessionsByUserId(userId)).toBe(2);
  expect((await adapter.deleteUser(userId))?.id).toBe(userId);
  expect(await adapter.getUserByAccount(added)).toBeNull();
}

/** Tables of Auth.js are taken over, with a session. */
async function expectTakenOver(options: DataSourceOptions): Promise<void> {
  const dataSource = await new DataSource({
    ...options,
    entities: authEntities(),
    migrations: authMigrations({ from: authJs }),
  } as DataSourceOptions).initialize();
  try {
    await createAuthJsTables(dataSource);
    await insertAuthJsRows(dataSource);
    await dataSource.runMigrations();
    const found = await new TypeOrmAdapter(dataSource).getSessionAndUser('a-session');
    expect(found?.user.id).toBe(ADA);
    expect(found?.user.emailVerified).toEqual(new Date('2026-01-02T03:04:05.678Z'));
  } finally {
    await dataSource.destroy();
  }
}

interface Engine {
  readonly service: Service;
  readonly name: string;
  readonly settings: readonly Setting[];
  /** Starts it. @returns how to create a database with this setting, for connections from now on */
  start(): Promise<{
    create(name: string, value: string): Promise<TestDatabase & { set(): Promise<void> }>;
    stop(): Promise<void>;
  }>;
}

const [sqlite, postgres] = (await databaseServers()) as [DatabaseServer, DatabaseServer];

const engines: readonly Engine[] = [
  {
    service: sqlite,
    name: 'SQLite',
    settings: SQLITE,
    start: async () => ({
      create: async (name, value) => {
        const database = await sqlite.create();
        const { enableWAL: _, ...options } = database.options as DataSourceOptions & {
          enableWAL?: boolean;
        };
        let isSet = name !== 'query_only';
        const prepareDatabase = (file: { pragma(text: string): unknown }) =>
          void (isSet && file.pragma(`${name} = ${value}`));
        const set = async () => void (isSet = true);
        return { ...database, options: { ...options, prepareDatabase } as DataSourceOptions, set };
      },
      stop: async () => undefined,
    }),
  },
  {
    service: postgres,
    name: 'PostgreSQL',
    settings: POSTGRES,
    start: async () => ({
      create: async (name, value) => {
        if (name !== 'encoding') {
          const database = await postgres.create();
          const url = new URL(database.url);
          const set = async () => {
            await runOn(url, `ALTER DATABASE ${url.pathname.slice(1)} SET ${name} = '${value}'`);
          };
          if (!/read_only|role/.test(name)) await set();
          return { ...database, set };
        }
        const plain = await postgres.create();
        const url = new URL(plain.url);
        const own = `${url.pathname.slice(1)}_own`;
        await runOn(url, `CREATE DATABASE ${own} TEMPLATE template0 ENCODING ${value}`);
        const ofOwn = new URL(plain.url);
        ofOwn.pathname = `/${own}`;
        const drop = async () => {
          await runOn(url, `DROP DATABASE ${own} WITH (FORCE)`);
          await plain.drop();
        };
        return { url: ofOwn.href, options: optionsAt(ofOwn.href), drop, set: async () => {} };
      },
      stop: async () => undefined,
    }),
  },
  {
    service: ownMariadb,
    name: 'MariaDB',
    settings: MARIADB,
    start: async () => {
      const server = await OwnServer.start(ownMariadb);
      return {
        create: async (name, value) => {
          const global = (to: string) => server.query(`SET GLOBAL ${name} = ${to}`);
          const [before] = await server.query<{ value: unknown }>(
            `SELECT @@GLOBAL.${name} AS value`,
          );
          const quoted = (text: string) => (/^\d+$/.test(text) ? text : `'${text}'`);
          const was = quoted(`${before?.value as string}`);
          if (/character|collation|engine|row_format/.test(name)) await global(quoted(value));
          const database = await createOn(server.url);
          const drop = async () => {
            await global(was);
            await database.drop();
          };
          return { ...database, drop, set: async () => void (await global(quoted(value))) };
        },
        stop: () => server.remove(),
      };
    },
  },
];

for (const { service, name: engineName, settings, start } of engines) {
  describeWith(service, `settings of ${engineName}`, () => {
    let engine: Awaited<ReturnType<Engine['start']>>;
    beforeAll(async () => {
      engine = await start();
    }, 60_000);
    afterAll(() => engine?.stop());

    it.each(some(settings).map(([name, value, end]) => ({ name, value, end })))(
      '$name = $value: works, or is named at start (DT26)',
      async ({ name, value, end }) => {
        const quiet = (options: DataSourceOptions) =>
          ({ ...options, logging: false }) as DataSourceOptions;
        const database = await engine.create(name, value);
        try {
          await (await openMigrated(quiet(database.options))).destroy();
          await database.set();
          const dataSource = await new DataSource(quiet(database.options)).initialize();
          const adapter = new TypeOrmAdapter(dataSource);
          try {
            const app = TestApp.start({ platform: 'express', config: { adapter } });
            if (end === 'refused')
              await expect(app.then((one) => one.close())).rejects.toThrow(name);
            else await expectSignInWorks(await app, adapter);
          } finally {
            await dataSource.destroy();
          }
        } finally {
          await database.drop();
        }
        if (end === 'refused' || end === 'no Auth.js') return;
        const other = await engine.create(name, value);
        try {
          await other.set();
          const taken = expectTakenOver(quiet(other.options));
          if (end) await expect(taken).rejects.toThrow(name);
          else await taken;
        } finally {
          await other.drop();
        }
      },
    );
  });
}
