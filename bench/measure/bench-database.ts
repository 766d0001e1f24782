import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import type { ApplicationKind } from '../workloads.js';

export const { TEST_POSTGRES_URL = 'postgres://postgres@127.0.0.1:5432/postgres' } = process.env;
export const { TEST_REDIS_URL = 'redis://127.0.0.1:6379' } = process.env;

/**
 * Creates a PostgreSQL database for an application that needs one, runs some work, and drops it.
 * Keys in Redis begin with the name of the database, and are deleted too.
 * @param work - receives the URL of the database, or undefined if none is needed
 * @throws {Error} if the server of `TEST_POSTGRES_URL` does not respond
 */
export async function withDatabase<T>(
  application: ApplicationKind,
  work: (databaseUrl: string | undefined) => Promise<T>,
): Promise<T> {
  if (application !== 'postgres' && application !== 'redis') return work(undefined);
  const name = `authnest_bench_${process.pid}_${Date.now()}`;
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(TEST_POSTGRES_URL);
  url.pathname = `/${name}`;
  try {
    return await work(url.href);
  } finally {
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    if (application === 'redis') await removeKeys(`${name}:`);
  }
}

async function removeKeys(prefix: string): Promise<void> {
  const redis = new Redis(TEST_REDIS_URL);
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1000 })) {
    if ((keys as string[]).length > 0) await redis.unlink(...(keys as string[]));
  }
  redis.disconnect();
}

export async function administer(statement: string): Promise<void> {
  const dataSource = new DataSource({ type: 'postgres', url: TEST_POSTGRES_URL });
  await dataSource.initialize();
  await dataSource.query(statement);
  await dataSource.destroy();
}
