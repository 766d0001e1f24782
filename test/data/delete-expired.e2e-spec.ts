import { aSession, aUser, aVerificationToken } from '@authnest/testing';
import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { startClock, stopClock } from '../support/clock.js';
import { someOf } from '../support/effort.js';
import { StatementRecorder } from '../support/statement-recorder.js';
import { until } from '../support/until.js';

const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

/** Whether the database's plan for a statement finds the rows by an index. */
const usesIndex: Record<string, (dataSource: DataSource, sql: string) => Promise<boolean>> = {
  SQLite: async (dataSource, sql) => {
    const plan = await dataSource.query<object[]>(`EXPLAIN QUERY PLAN ${sql}`);
    return /SEARCH .* INDEX/.test(JSON.stringify(plan)) && !/SCAN/.test(JSON.stringify(plan));
  },
  PostgreSQL: async (dataSource, sql) => {
    const plan = await dataSource.query<object[]>(`EXPLAIN ${sql}`);
    return /Index/.test(JSON.stringify(plan)) && !/Seq Scan/.test(JSON.stringify(plan));
  },
  MariaDB: async (dataSource, sql) => {
    const [plan] = await dataSource.query<{ type: string; key: string | null }[]>(`EXPLAIN ${sql}`);
    return plan?.type === 'range' && plan.key !== null;
  },
};

describeDatabases(await databaseServers(), (server) => {
  const logger = new StatementRecorder();
  const { session, verificationToken } = authEntities();
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  let userId: string;

  beforeEach(async () => {
    database = await server.create();
    dataSource = await openMigrated({ ...database.options, logger, logging: true });
    adapter = new TypeOrmAdapter(dataSource);
    ({ id: userId } = await adapter.createUser(aUser()));
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('removes expired rows and keeps the others', async () => {
    const over = await adapter.createSession(aSession({ userId, expires: hoursFromNow(-1) }));
    const alive = await adapter.createSession(aSession({ userId, expires: hoursFromNow(1) }));
    await adapter.createVerificationToken(aVerificationToken({ expires: hoursFromNow(-1) }));
    const link = aVerificationToken({ expires: hoursFromNow(1) });
    await adapter.createVerificationToken(link);
    // Used values are kept a day longer than needed, in case a clock is ahead.
    await adapter.spendOnce({ key: 'a', expires: hoursFromNow(-25) });
    await adapter.spendOnce({ key: 'b', expires: hoursFromNow(1) });

    // Likewise marks of ended sessions.
    const marks = { markers: ['over'], before: new Date(), expires: hoursFromNow(-25) };
    await adapter.markEnded(marks);
    await adapter.markEnded({ ...marks, markers: ['alive'], expires: hoursFromNow(1) });

    const challenge = { purpose: 'reset', subject: null, data: 'sealed', attempts: 0 };
    await adapter.createChallenge({ ...challenge, id: 'over', expires: hoursFromNow(-1) });
    await adapter.createChallenge({ ...challenge, id: 'alive', expires: hoursFromNow(1) });

    expect(await adapter.deleteExpired()).toEqual({
      sessions: 1,
      verificationTokens: 2,
      sessionRevocations: 1,
      challenges: 1,
    });

    expect(await adapter.getSessionAndUser(over.sessionToken)).toBeNull();
    expect((await adapter.getSessionAndUser(alive.sessionToken))?.user.id).toBe(userId);
    expect(await adapter.useVerificationToken(link)).toEqual(link);
    expect(await adapter.spendOnce({ key: 'b', expires: hoursFromNow(1) })).toBe(false);
    expect(await adapter.takeChallenge('alive')).not.toBeNull();
  });

  it('keeps the marks of sessions that are valid by a clock that is behind (DT8)', async () => {
    const before = new Date();
    await adapter.markEnded({ markers: ['m'], before, expires: hoursFromNow(2) });

    stopClock(hoursFromNow(3).getTime());
    expect(await adapter.deleteExpired()).toMatchObject({ sessionRevocations: 0 });
    startClock();

    expect(await adapter.endedBefore(['m'])).toEqual(before);
  });

  it('removes no more rows than its limit, the oldest first', async () => {
    for (const hours of [-1, -3, -2]) {
      await adapter.createSession(aSession({ userId, expires: hoursFromNow(hours) }));
    }

    expect(await adapter.deleteExpired(2)).toMatchObject({ sessions: 2, verificationTokens: 0 });

    const [left] = await adapter.listSessionsByUserId(userId);
    expect(left?.expires.getTime()).toBeGreaterThan(hoursFromNow(-1.5).getTime());
    expect(await adapter.deleteExpired(2)).toMatchObject({ sessions: 1, verificationTokens: 0 });
    expect(await adapter.deleteExpired(2)).toMatchObject({ sessions: 0, verificationTokens: 0 });
  });

  it('removes each row once if several calls run at once', async () => {
    for (let row = 0; row < 30; row += 1) {
      await adapter.createSession(aSession({ userId, expires: hoursFromNow(-1) }));
    }

    const runs = await Promise.all([1, 2, 3, 4].map(() => adapter.deleteExpired(10)));
    const rest = await adapter.deleteExpired();

    const removed = [...runs, rest].reduce((sum, { sessions }) => sum + sessions, 0);
    expect(removed).toBe(30);
  });

  if (server.name === 'SQLite') {
    it('ends if a trigger keeps the rows', async () => {
      await adapter.createSession(aSession({ userId, expires: hoursFromNow(-1) }));
      const { tableName } = dataSource.getMetadata(session);
      await dataSource.query(
        `CREATE TRIGGER keep BEFORE DELETE ON ${tableName} BEGIN SELECT RAISE(IGNORE); END`,
      );

      expect(await adapter.deleteExpired(1)).toMatchObject({ sessions: 0 });

      await dataSource.query('DROP TRIGGER keep');
      expect(await adapter.deleteExpired(1)).toMatchObject({ sessions: 1 });
    });
  }

  // SQLite has one connection here, so no other statement runs in between.
  if (server.name !== 'SQLite') {
    it('keeps a session that is extended between its look-up and its deletion', async () => {
      const row = aSession({ userId, expires: hoursFromNow(-1) });
      const { sessionToken } = await adapter.createSession(row);
      const other = dataSource.createQueryRunner();
      await other.startTransaction();
      await other.manager.update(session, { userId }, { expires: hoursFromNow(1) });
      logger.reset();

      const removing = adapter.deleteExpired();
      const isWaiting = () => logger.sent.some((sql) => /^DELETE FROM .sessions/.test(sql));
      await until('the deletion waits for the row', isWaiting);
      await other.commitTransaction();
      await other.release();

      expect(await removing).toMatchObject({ sessions: 0 });
      expect((await adapter.getSessionAndUser(sessionToken))?.user.id).toBe(userId);
    });
  }

  it.each(someOf([70_000, Number.MAX_SAFE_INTEGER], 0))(
    'deletes in batches up to a limit of %d, and other work runs in between (Q13)',
    async (limit) => {
      const over = Array.from({ length: 2500 }, () =>
        aSession({ userId, expires: hoursFromNow(-1) }),
      );
      for (let from = 0; from < over.length; from += 500) {
        await dataSource.getRepository(session).insert(over.slice(from, from + 500));
      }
      let turns = 0;
      const counting = setInterval(() => (turns += 1));

      const statements = await logger.during(async () => {
        expect(await adapter.deleteExpired(limit)).toMatchObject({ sessions: 2500 });
      });
      clearInterval(counting);

      expect(turns).toBeGreaterThan(1);
      const deletions = statements.filter((statement) => statement.startsWith('DELETE'));
      expect(deletions).toHaveLength(3);
    },
  );

  // MariaDB keeps each different one prepared, on each connection, up to a number for all clients.
  it('sends few different statements, however many rows it finds or may delete', async () => {
    const differentOf = async (limits: readonly (number | undefined)[]) => {
      const statements = await logger.during(async () => {
        for (const [nth, limit] of limits.entries()) {
          const expires = hoursFromNow(-1);
          const over = Array.from({ length: nth + 1 }, () => aVerificationToken({ expires }));
          await dataSource.getRepository(verificationToken).insert(over);
          const removed = await adapter.deleteExpired(limit);
          expect(removed).toMatchObject({ verificationTokens: nth + 1 });
        }
      });
      const own = statements.filter((sql) => /^(?:SELECT|DELETE).*verification_tokens/.test(sql));
      return new Set(own).size;
    };

    expect(await differentOf(Array.from({ length: 12 }, () => undefined))).toBe(2);
    // For up to 1, 2, 4, 8 and 16 rows.
    expect(await differentOf(Array.from({ length: 12 }, (_, nth) => nth + 1))).toBe(10);
  });

  it('stops at its limit, not at the end of a batch (Q13)', async () => {
    const over = Array.from({ length: 1500 }, () =>
      aSession({ userId, expires: hoursFromNow(-1) }),
    );
    for (let from = 0; from < over.length; from += 500) {
      await dataSource.getRepository(session).insert(over.slice(from, from + 500));
    }

    expect(await adapter.deleteExpired(1200)).toMatchObject({ sessions: 1200 });
    expect(await adapter.deleteExpired(1200)).toMatchObject({ sessions: 300 });
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses the limit %s', async (limit) => {
    await expect(adapter.deleteExpired(limit)).rejects.toThrow('`limit`');
  });

  it('finds the rows by an index, in a table of 5,000 rows', async () => {
    const alive = Array.from({ length: 5000 }, () => aSession({ userId }));
    for (let from = 0; from < alive.length; from += 500) {
      await dataSource.getRepository(session).insert(alive.slice(from, from + 500));
    }
    await dataSource.query(server.name === 'MariaDB' ? 'ANALYZE TABLE sessions' : 'ANALYZE');
    const { tableName } = dataSource.getMetadata(session);

    const statements = await logger.during(() => adapter.deleteExpired(10));

    const [select = ''] = statements.filter((statement) => statement.includes(tableName));
    const now = new Date().toISOString().replace('T', ' ').replace('Z', '');
    const sql = select.replace(/\?|\$1/, `'${now}'`);
    expect(await usesIndex[server.name]?.(dataSource, sql)).toBe(true);
    expect(
      dataSource
        .getMetadata(verificationToken)
        .indices.map(({ columns }) => columns.map(({ propertyName }) => propertyName).join()),
    ).toContain('expires');
  });
});
