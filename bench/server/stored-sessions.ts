import type { INestApplicationContext } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { SESSIONS } from '../workloads.js';

/** Statements of one kind of database; `:count` stands for how many. */
interface Statements {
  readonly users: string;
  readonly sessions: string;
  readonly age: string;
}

const ID = '00000000-0000-4000-8000-';

/** In bulk: a million rows one by one would take longer than the measuring. */
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
 * Fills the database. They end a month from now: none is due for an update while it is measured.
 * @returns the tokens of a thousand sessions, spread evenly among all
 */
export async function storeSessions(
  app: INestApplicationContext,
  count: number,
): Promise<string[]> {
  const [dataSource, { users, sessions }] = storeOf(app);
  await dataSource.query(users.replace(':count', `${count}`));
  await dataSource.query(sessions.replace(':count', `${count}`));
  await dataSource.query('ANALYZE');
  return Array.from({ length: SESSIONS }, (_, at) =>
    `bench-session-${Math.floor((at * count) / SESSIONS)}-`.padEnd(64, '0'),
  );
}

/** Lets every session be as old as one that was not used for two days. */
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
