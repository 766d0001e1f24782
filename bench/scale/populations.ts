import { createHash } from 'node:crypto';
import { authEntities, authMigrations } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { administer, TEST_POSTGRES_URL } from '../measure/bench-database.js';

/** Size of a table with its indexes, in bytes per session. */
export interface StoredBytes {
  readonly session: number;
  readonly user: number;
}

/** A database with a number of sessions, one per user. */
export interface Population {
  readonly sessions: number;
  readonly url: string;
  readonly bytes: StoredBytes;
  readonly seconds: number;
  /** Tokens of evenly spread sessions, in mixed order. */
  readonly tokens: readonly string[];
}

/** Maximum number of sessions that send requests; their pages exceed a cache of 128 MB. */
const MOST_ASKING = 100_000;

/** Creates databases with generated rows, runs some work, and drops them. */
export async function withPopulations<T>(
  sizes: readonly number[],
  work: (all: readonly Population[]) => Promise<T>,
): Promise<T> {
  const names = sizes.map((size) => `authnest_scale_${process.pid}_${size}`);
  try {
    const all: Population[] = [];
    for (const [at, size] of sizes.entries()) {
      all.push(await populate(names[at] ?? '', size));
      console.log(`${size.toLocaleString('en')} sessions: ${all.at(-1)?.seconds.toFixed(0)} s`);
    }
    return await work(all);
  } finally {
    for (const name of names) await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

async function populate(name: string, sessions: number): Promise<Population> {
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(TEST_POSTGRES_URL);
  url.pathname = `/${name}`;
  const begin = performance.now();
  const dataSource = await new DataSource({
    type: 'postgres',
    url: url.href,
    entities: [...authEntities()],
    migrations: [...authMigrations()],
    migrationsRun: true,
  }).initialize();
  await fill(dataSource, sessions);
  const bytes = {
    session: (await sizeOf(dataSource, 'sessions')) / sessions,
    user: (await sizeOf(dataSource, 'users')) / sessions,
  };
  await dataSource.destroy();
  const seconds = (performance.now() - begin) / 1000;
  return { sessions, url: url.href, bytes, seconds, tokens: tokensOf(sessions) };
}

const ID = `CAST('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0') AS uuid)`;

const TOKEN_INDEX = `SELECT c.relname AS name, k.conname AS constraint
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype = 'u'
  WHERE i.indrelid = 'sessions'::regclass AND pg_get_indexdef(i.indexrelid) LIKE '%("sessionToken")%'`;

/** Inserts users and sessions. Tokens are hashes, so their order in the index is random. */
async function fill(dataSource: DataSource, sessions: number): Promise<void> {
  const series = `generate_series(0, ${sessions - 1}) n`;
  const [index] =
    await dataSource.query<{ name: string; constraint: string | null }[]>(TOKEN_INDEX);
  const statements = [
    'SET synchronous_commit = off',
    // The rows are valid; checking ten million foreign keys would take longer than inserting them.
    'SET session_replication_role = replica',
    "SET maintenance_work_mem = '1GB'",
    `INSERT INTO users (id, name, email, image) SELECT ${ID}, 'User ' || n,
      'user-' || n || '@example.com', 'https://example.com/portraits/' || n || '.png' FROM ${series}`,
    index?.constraint
      ? `ALTER TABLE sessions DROP CONSTRAINT "${index.constraint}"`
      : `DROP INDEX "${index?.name}"`,
    `INSERT INTO sessions (id, "sessionToken", "userId", expires, "createdAt", provider)
      SELECT ${ID}, md5('a' || n) || md5('b' || n), ${ID}, now() + interval '30 days', now(),
        'credentials' FROM ${series}`,
    // Fills pages as much as inserts in random order would.
    `CREATE UNIQUE INDEX "${index?.name}" ON sessions ("sessionToken") WITH (fillfactor = 70)`,
    'VACUUM (ANALYZE)',
    'CHECKPOINT',
  ];
  const runner = dataSource.createQueryRunner();
  for (const statement of statements) await runner.query(statement);
  await runner.release();
}

function tokensOf(sessions: number): string[] {
  const asking = Math.min(sessions, MOST_ASKING);
  return Array.from({ length: asking }, (_, at) => {
    const number = Math.floor((((at * 7919) % asking) * sessions) / asking);
    return md5(`a${number}`) + md5(`b${number}`);
  });
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

async function sizeOf(dataSource: DataSource, table: string): Promise<number> {
  const [row] = await dataSource.query<{ size: string }[]>(
    `SELECT pg_total_relation_size('${table}') AS size`,
  );
  return Number(row?.size);
}
