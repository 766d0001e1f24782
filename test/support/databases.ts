import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authEntities, authMigrations } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { IS_WHOLE, someOf } from './effort.js';
import { isReachable } from './is-reachable.js';
import { describeWith, type Service } from './services.js';
import { numberOfStory } from './story.js';

/** A kind of database, and how to create an empty one. */
export interface DatabaseServer extends Service {
  readonly name: 'SQLite' | 'PostgreSQL' | 'MariaDB';
  create(): Promise<TestDatabase>;
}

/** A database that was created for this run. */
export interface TestDatabase {
  /** In the form of `DATABASE_URL`. */
  readonly url: string;
  /** Options for a DataSource, with the default entities and migrations. */
  readonly options: DataSourceOptions;
  drop(): Promise<void>;
}

const {
  TEST_POSTGRES_URL = 'postgres://postgres@127.0.0.1:5432/postgres',
  TEST_MARIADB_URL = 'mariadb://root@127.0.0.1:3306/',
} = process.env;

/** Returns the three databases that are supported. Await it where tests are declared. */
export async function databaseServers(): Promise<readonly DatabaseServer[]> {
  const [postgres, mariadb] = [new URL(TEST_POSTGRES_URL), new URL(TEST_MARIADB_URL)];
  return [
    { name: 'SQLite', create: createSqlite },
    {
      name: 'PostgreSQL',
      problem: await problemAt(postgres, 'TEST_POSTGRES_URL'),
      create: () => createOn(postgres),
    },
    {
      name: 'MariaDB',
      problem: await problemAt(mariadb, 'TEST_MARIADB_URL'),
      create: () => createOn(mariadb),
    },
  ];
}

/**
 * Declares tests for each of the databases; a missing server is reported. With part of the effort,
 * declares them for one database that is present.
 */
export function describeDatabases(
  servers: readonly DatabaseServer[],
  declare: (server: DatabaseServer) => void,
): void {
  // Half of the number, because its lowest bit selects the platform.
  const some = IS_WHOLE ? servers : someOf(presentOf(servers), Math.floor(numberOfStory() / 2));
  for (const server of some) describeWith(server, server.name, () => declare(server));
}

/** Returns the servers that are present, or all if none is, so that they are reported. */
function presentOf(servers: readonly DatabaseServer[]): readonly DatabaseServer[] {
  const present = servers.filter(({ problem }) => problem === undefined);
  return present.length > 0 ? present : servers;
}

/** Opens a DataSource and runs its migrations. */
export async function openMigrated(options: DataSourceOptions): Promise<DataSource> {
  const dataSource = await new DataSource(options).initialize();
  await dataSource.runMigrations();
  return dataSource;
}

/** Returns options for the database at a URL, with the default entities and migrations. */
export function optionsAt(url: string): DataSourceOptions {
  const model = { entities: [...authEntities()], migrations: [...authMigrations()] };
  const [scheme, file = ''] = url.split(/:(?!\/\/)/, 2);
  if (scheme === 'sqlite') {
    return { type: 'better-sqlite3', database: file, enableWAL: true, timeout: 5000, ...model };
  }
  return url.startsWith('postgres')
    ? { type: 'postgres', url, connectTimeoutMS: 5000, ...model }
    : { type: 'mariadb', url, ...model };
}

/** Sets the number of connections; SQLite always has one. */
export function withPool(options: DataSourceOptions, poolSize: number): DataSourceOptions {
  const { type } = options;
  return type === 'postgres' || type === 'mariadb' ? { ...options, poolSize } : options;
}

async function createSqlite(): Promise<TestDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'authnest-'));
  const url = `sqlite:${join(directory, 'test.sqlite')}`;
  return {
    url,
    options: optionsAt(url),
    drop: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Creates an empty database on a server. @param server - its URL with an administrator's login */
export async function createOn(server: URL): Promise<TestDatabase> {
  const name = `authnest_${randomBytes(6).toString('hex')}`;
  await runOn(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const force = server.protocol === 'postgres:' ? ' WITH (FORCE)' : '';
  return {
    url: url.href,
    options: optionsAt(url.href),
    drop: async () => {
      await runOn(server, `DROP DATABASE ${name}${force}`);
    },
  };
}

/** Runs a statement on a server. @returns its rows */
export async function runOn<Row>({ href }: URL, statement: string): Promise<Row[]> {
  const dataSource = await new DataSource({ ...optionsAt(href), entities: [] }).initialize();
  const rows = await dataSource.query<Row[]>(statement);
  await dataSource.destroy();
  return rows;
}

async function problemAt(server: URL, variable: string): Promise<string | undefined> {
  const { hostname, port, host } = server;
  if (!(await isReachable(hostname, Number(port)))) {
    return `nothing listens at ${host}; start the server, or set ${variable} to another server`;
  }
  try {
    await runOn(server, 'SELECT 1');
    return undefined;
  } catch {
    return `${host} refuses the login; name a user who may create databases in ${variable}`;
  }
}
