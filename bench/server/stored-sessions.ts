import type { INestApplicationContext } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { SESSIONS, userId } from '../workloads.js';
import type { ServerOptions } from './server-questions.js';

/** SQL statements for one kind of database; `:count` is replaced by the number of rows. */
interface Statements {
  readonly users: string;
  readonly sessions: string;
  readonly age: string;
}

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
/** Number of sessions that are stored concurrently. */
const BATCH = 500;

const ID = '00000000-0000-4000-8000-';

/** Bulk inserts, since a million single inserts would take longer than the measurement. */
const statements: Readonly<Record<string, Statements>> = {
  postgres: {
    users: `INSERT INTO users (id, name, email, image)
      SELECT CAST('${ID}' || lpad(to_hex(n), 12, '0') AS uuid), 'User ' || n,
        'user-' || n || '@example.com', 'https://example.com/portraits/' || n || '.png'
      FROM generate_series(0, :count - 1) n`,
    sessions: `INSERT INTO sessions (id, "sessionToken", "userId", expires)
      SELECT CAST('${ID}' || lpad(to_hex(n), 12, '0') AS uuid),
        rpad('bench-session-' || n || '-', 64, '0'),
        CAST('${ID}' || lpad(to_hex(n), 12, '0') AS uuid), now() + interval '30 days'
      FROM generate_series(0, :count - 1) n`,
    age: `UPDATE sessions SET expires = expires - interval '2 days'`,
  },
  'better-sqlite3': {
    users: `WITH RECURSIVE r(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM r WHERE n < :count - 1)
      INSERT INTO users (id, name, email, image)
      SELECT '${ID}' || printf('%012x', n), 'User ' || n,
        'user-' || n || '@example.com', 'https://example.com/portraits/' || n || '.png' FROM r`,
    sessions: `WITH RECURSIVE r(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM r WHERE n < :count - 1)
      INSERT INTO sessions (id, "sessionToken", "userId", expires)
      SELECT '${ID}' || printf('%012x', n),
        substr('bench-session-' || n || '-' || printf('%064d', 0), 1, 64),
        '${ID}' || printf('%012x', n), strftime('%Y-%m-%d %H:%M:%f', 'now', '+30 days') FROM r`,
    age: `UPDATE sessions SET expires = strftime('%Y-%m-%d %H:%M:%f', expires, '-2 days')`,
  },
};

/**
 * Fills the database with sessions that expire in a month, so that none is due for an update
 * during the measurement.
 * @returns the tokens of a thousand sessions, spread evenly over all of them
 */
export async function storeSessions(
  app: INestApplicationContext,
  count: number,
  options: ServerOptions,
): Promise<string[]> {
  const [dataSource, { users, sessions }] = storeOf(app);
  await dataSource.query(users.replace(':count', `${count}`));
  if (options.application === 'redis') await fillRedis(count, options);
  else await dataSource.query(sessions.replace(':count', `${count}`));
  await dataSource.query('ANALYZE');
  return Array.from({ length: SESSIONS }, (_, at) => tokenOf(Math.floor((at * count) / SESSIONS)));
}

function tokenOf(number: number): string {
  return `bench-session-${number}-`.padEnd(64, '0');
}

/** Stores sessions in Redis with the adapter, as sign-ins do. */
export async function fillRedis(count: number, options: ServerOptions): Promise<void> {
  const { Redis } = await import('ioredis');
  const { withRedisSessions } = await import('@authnest/redis');
  const { prefixOf } = await import('./redis.application.js');
  const { TEST_REDIS_URL } = await import('../measure/bench-database.js');
  const redis = new Redis(options.redisUrl ?? TEST_REDIS_URL);
  const adapter = withRedisSessions({}, redis, { prefix: prefixOf(options.databaseUrl ?? '') });
  const expires = new Date(Date.now() + MONTH_MS);
  const createdAt = new Date();
  for (let first = 0; first < count; first += BATCH) {
    await Promise.all(
      Array.from({ length: Math.min(BATCH, count - first) }, async (_, at) =>
        adapter.createSession?.({
          sessionToken: tokenOf(first + at),
          userId: userId(first + at),
          expires,
          createdAt,
          provider: 'credentials',
        }),
      ),
    );
  }
  redis.disconnect();
}

/** Makes every session as old as one that has not been used for two days. */
export async function ageSessions(app: INestApplicationContext): Promise<void> {
  const [dataSource, { age }] = storeOf(app);
  await dataSource.query(age);
}

function storeOf(app: INestApplicationContext): [DataSource, Statements] {
  const dataSource = app.get<DataSource>(getDataSourceToken(), { strict: false });
  const found = statements[dataSource.options.type];
  if (!found) throw new Error(`no statements for ${dataSource.options.type}`);
  return [dataSource, found];
}
