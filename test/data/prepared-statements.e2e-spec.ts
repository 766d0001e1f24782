import type { AdapterSession } from '@authnest/core';
import { aSession, aUser } from '@authnest/testing';
import { StoreError, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { StatementRecorder } from '../support/statement-recorder.js';

describeDatabases(await databaseServers(), (server) => {
  const logger = new StatementRecorder();
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await server.create();
    // Statement names belong to a connection, so the pool has only one.
    const pool = { poolSize: 1, logger, logging: true };
    dataSource = await openMigrated({ ...database.options, ...pool } as DataSourceOptions);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  if (server.name !== 'PostgreSQL') {
    it('refuses the option, and suggests removing it', () => {
      expect(() => new TypeOrmAdapter(dataSource, undefined, { preparedStatements: true })).toThrow(
        /`preparedStatements` is for PostgreSQL, .*; remove it/,
      );
    });
    return;
  }

  const named = (): Promise<{ statement: string; calls: string }[]> =>
    dataSource.query(
      `SELECT statement, generic_plans + custom_plans AS calls FROM pg_prepared_statements
       WHERE name LIKE 'authnest%' ORDER BY length(statement)`,
    );

  async function storedSessions(adapter: TypeOrmAdapter, count: number) {
    const { id: userId } = await adapter.createUser(aUser());
    const sessions = Array.from({ length: count }, () => aSession({ userId }));
    for (const session of sessions) await adapter.createSession(session);
    return sessions.map(({ sessionToken }) => sessionToken);
  }

  const tokensOf = (found: readonly ({ session: AdapterSession } | null)[]) =>
    found.map((row) => row?.session.sessionToken);

  it('prepares no statement by default', async () => {
    const adapter = new TypeOrmAdapter(dataSource);
    const [token = ''] = await storedSessions(adapter, 1);

    expect(tokensOf([await adapter.getSessionAndUser(token)])).toEqual([token]);
    expect(await named()).toEqual([]);
  });

  it('prepares a look-up once, and runs it for every call', async () => {
    const adapter = new TypeOrmAdapter(dataSource, undefined, { preparedStatements: true });
    const [one = '', other = ''] = await storedSessions(adapter, 2);
    const before = await named();

    const sent = await logger.during(async () => {
      for (const token of [one, other, 'unknown', one]) {
        const found = await adapter.getSessionAndUser(token);
        expect(found?.session.sessionToken).toBe(token === 'unknown' ? undefined : token);
      }
    });

    const statements = [...sent];
    const texts = new Set(before.map(({ statement }) => statement));
    const added = (await named()).filter(({ statement }) => !texts.has(statement));
    expect(added.map(({ calls }) => Number(calls))).toEqual([4]);
    expect(statements).toEqual(Array(4).fill(added[0]?.statement));
  });

  it('finds the right session for each of several look-ups at once', async () => {
    const adapter = new TypeOrmAdapter(dataSource, undefined, { preparedStatements: true });
    const tokens = await storedSessions(adapter, 5);

    for (const some of [tokens, tokens.slice(1), tokens.slice(2)]) {
      const found = await Promise.all(some.map((token) => adapter.getSessionAndUser(token)));
      expect(tokensOf(found)).toEqual(some);
    }
  });

  it('continues when the type of a column changes while connections are open', async () => {
    const adapter = new TypeOrmAdapter(dataSource, undefined, { preparedStatements: true });
    const [token = ''] = await storedSessions(adapter, 1);
    await adapter.getSessionAndUser(token);

    await dataSource.query('ALTER TABLE "users" ALTER COLUMN "name" TYPE varchar(200)');

    expect(tokensOf([await adapter.getSessionAndUser(token)])).toEqual([token]);
  });

  it('prepares a look-up again after the server has discarded it (DT21)', async () => {
    const adapter = new TypeOrmAdapter(dataSource, undefined, { preparedStatements: true });
    const [token = ''] = await storedSessions(adapter, 1);
    await adapter.getSessionAndUser(token);
    const before = await named();

    await dataSource.query('DISCARD ALL');

    expect(tokensOf([await adapter.getSessionAndUser(token)])).toEqual([token]);
    expect(tokensOf([await adapter.getSessionAndUser(token)])).toEqual([token]);
    expect(before.map(({ statement }) => statement)).toEqual(
      expect.arrayContaining((await named()).map(({ statement }) => statement)),
    );
    expect(await named()).toHaveLength(1);
  });

  it('throws a StoreError if a look-up fails, and passes the error to the logger', async () => {
    const adapter = new TypeOrmAdapter(dataSource, undefined, { preparedStatements: true });
    await dataSource.query('ALTER TABLE "sessions" RENAME TO "moved"');
    logger.reset();

    await expect(adapter.getSessionAndUser('a-token-of-nobody')).rejects.toThrow(StoreError);

    expect(logger.errors).toEqual(['42P01']);
    await dataSource.query('ALTER TABLE "moved" RENAME TO "sessions"');
  });
});
