import { DataSource } from 'typeorm';
import type { ApplicationKind } from '../workloads.js';

const { TEST_POSTGRES_URL = 'postgres://postgres@127.0.0.1:5432/postgres' } = process.env;

/**
 * Runs some work with a PostgreSQL database of its own, where an application needs one.
 * @param work - gets the URL of the database
 * @throws {Error} when the server of `TEST_POSTGRES_URL` does not answer
 */
export async function withDatabase<T>(
  application: ApplicationKind,
  work: (databaseUrl: string | undefined) => Promise<T>,
): Promise<T> {
  if (application !== 'postgres') return work(undefined);
  const name = `authnest_bench_${process.pid}_${Date.now()}`;
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(TEST_POSTGRES_URL);
  url.pathname = `/${name}`;
  try {
    return await work(url.href);
  } finally {
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function administer(statement: string): Promise<void> {
  const dataSource = new DataSource({ type: 'postgres', url: TEST_POSTGRES_URL });
  await dataSource.initialize();
  await dataSource.query(statement);
  await dataSource.destroy();
}
