import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Adapter } from '@authnest/core';
import { Pool } from 'pg';
import type { DatabaseServer } from '../support/databases.js';
import type { Service } from '../support/services.js';
import type { PublishedStore } from './published-store.js';

const FOLDER = fileURLToPath(new URL('prisma', import.meta.url));
const CLI = `${FOLDER}/node_modules/prisma/build/index.js`;

/** Prisma is large, and only one story needs it: it is installed apart. */
export const PRISMA: Service = {
  name: 'Prisma',
  ...(!existsSync(CLI) && {
    problem:
      'Prisma is missing: install it (npm --prefix test/adapters/prisma ci --ignore-scripts).',
  }),
};

interface PrismaClient {
  $disconnect(): Promise<void>;
}

/** Generates the client from the schema, without the download of an engine. */
export async function generateClient(): Promise<void> {
  await promisify(execFile)(process.execPath, [CLI, 'generate'], {
    cwd: FOLDER,
    // Any file that exists: only migrations run it.
    env: {
      PATH: process.env['PATH'],
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
    },
  });
}

/** Opens an empty database with the generated client and the published adapter. */
export async function openPrisma(server: DatabaseServer): Promise<PublishedStore> {
  const database = await server.create();
  const pool = new Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  await pool.query(await readFile(`${FOLDER}/schema.sql`, 'utf8'));
  const [{ PrismaClient }, { PrismaPg }, { PrismaAdapter }] = (await Promise.all(
    [
      `${FOLDER}/generated/client.ts`,
      `${FOLDER}/node_modules/@prisma/adapter-pg/dist/index.mjs`,
      `${FOLDER}/node_modules/@auth/prisma-adapter/index.js`,
    ].map((file) => import(file)),
  )) as [
    { PrismaClient: new (options: { adapter: unknown }) => PrismaClient },
    { PrismaPg: new (options: { connectionString: string }) => unknown },
    { PrismaAdapter: (client: PrismaClient) => Adapter },
  ];
  const client = new PrismaClient({ adapter: new PrismaPg({ connectionString: database.url }) });
  const tables = { users: 'User', accounts: 'Account', sessions: 'Session' } as const;
  return {
    adapter: PrismaAdapter(client),
    count: async (kind) => {
      const { rows } = await pool.query<{ count: string }>(
        `SELECT count(*) FROM "${tables[kind]}"`,
      );
      return Number(rows[0]?.count);
    },
    close: async () => {
      await client.$disconnect();
      await pool.end();
      await database.drop();
    },
  };
}
