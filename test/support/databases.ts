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

/** A kind of database, and how to make a new empty one. */
export interface DatabaseServer extends Service {
  readonly name: 'SQLite' | 'PostgreSQL' | 'MariaDB';
  create(): Promise<TestDatabase>;
}

/** A database of this run's own. */
export interface TestDatabase {
  /** In the form of `DATABASE_URL`. */
  readonly url: string;
  /** Options of a DataSource on it, with the default entities and migrations. */
  readonly options: DataSourceOptions;
  drop(): Promise<void>;
}

const {
  TEST_POSTGRES_URL = 'postgres://postgres@127.0.0.1:5432/postgres',
  TEST_MARIADB_URL = 'mariadb://root@127.0.0.1:3306/',
} = process.env;

/** The three databases that the data layer supports. Await it where tests are declared. */
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
 * Declares tests for each of the three; a missing server is reported. With part of the effort, for
 * SQLite and one of the others in turn.
 */
export function describeDatabases(
  servers: readonly DatabaseServer[],
  declare: (server: DatabaseServer) => void,
): void {
  const [files, others] = [servers.filter(isFile), servers.filter((server) => !isFile(server))];
  const present = others.filter(({ problem }) => IS_WHOLE || problem === undefined);
  // Half the number, since its lowest bit selects the platform.
  const some = someOf(present.length > 0 ? present : others, Math.floor(numberOfStory() / 2));
  for (const server of [...files, ...some]) {
    describeWith(server, server.name, () => declare(server));
  }
}

function isFile({ name }: DatabaseServer): boolean {
  return name === 'SQLite';
}

/** A DataSource with the tables made by the migrations. */
export async function openMigrated(options: DataSourceOptions): Promise<DataSource> {
  const dataSource = await new DataSource(options).initialize();
  await dataSource.runMigrations();
  return dataSource;
}

/** Options for the database of a URL, with the default entities and migrations. */
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

/** A new empty database on a server. @param server - the URL of its administrator */
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
    return `nothing listens at ${host}; start the server, or name another in ${variable}`;
  }
  try {
    await runOn(server, 'SELECT 1');
    return undefined;
  } catch {
    return `${host} refuses the login; name a user who may create databases in ${variable}`;
  }
}
