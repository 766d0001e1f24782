import { DataSource, type DataSourceOptions } from 'typeorm';
import { passwordTable } from '@authnest/password';
import { authEntities, authMigrations } from '@authnest/typeorm';
import { AuditEntry } from './apps/example/src/audit/audit-entry.entity.js';
import { CreateAuditEntries1795200000000 } from './apps/example/src/audit/create-audit-entries-1795200000000.js';

const tables = { with: [passwordTable] };
/** The entities of Authnest. */
export const entities = authEntities(tables);

/** How long a writer waits for another one before SQLite gives up, milliseconds. */
const BUSY_TIMEOUT_MS = 5000;
/** How long opening a connection may take, in milliseconds; by default, `pg` waits for ever. */
const CONNECT_TIMEOUT_MS = 5000;
/** As docs/typeorm.md recommends, but for `statement_timeout`: migrations may take long. */
const POSTGRES_POOL = { keepAlive: true, maxLifetimeSeconds: 1800 };
const MARIADB_POOL = { idleTimeout: 60_000 };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The one description of the database, for the example, the end-to-end tests and TypeORM's CLI.
 * `DATABASE_URL` chooses: `postgres://…`, `mariadb://…`, `mysql://…`, `sqlite:./file.sqlite` or
 * `sqlite::memory:`; without it `data/authnest.sqlite` in the working directory. Never
 * `synchronize`: the schema is what the migrations made.
 * @throws {Error} for a database that is not supported
 */
export function dataSourceOptions(env: Environment = process.env): DataSourceOptions {
  return {
    ...databaseAt(env['DATABASE_URL'] || 'sqlite:data/authnest.sqlite'),
    entities: [...entities, AuditEntry],
    migrations: [...authMigrations(tables), CreateAuditEntries1795200000000],
    synchronize: false,
  };
}

function databaseAt(url: string): DataSourceOptions {
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+]*):(.*)$/i.exec(url) ?? [];
  switch (scheme.toLowerCase()) {
    case 'postgres':
    case 'postgresql':
      return { type: 'postgres', url, connectTimeoutMS: CONNECT_TIMEOUT_MS, extra: POSTGRES_POOL };
    case 'mariadb':
    case 'mysql':
      // Times are UTC in the database; otherwise the driver would take them for local ones.
      return {
        type: scheme.toLowerCase() as 'mariadb' | 'mysql',
        url,
        timezone: 'Z',
        connectTimeout: CONNECT_TIMEOUT_MS,
        extra: MARIADB_POOL,
      };
    case 'sqlite':
      return sqliteAt(rest.replace(/^\/\/(?!\/)/, '').replace(/^\/\/\//, '/'));
    default:
      // Not the value: a URL of a database carries its password.
      throw new Error(
        'DATABASE_URL: use postgres://, mariadb://, mysql:// or sqlite:./file.sqlite',
      );
  }
}

function sqliteAt(database: string): DataSourceOptions {
  if (database === '') throw new Error('DATABASE_URL: name a file, as in sqlite:./file.sqlite');
  return {
    type: 'better-sqlite3',
    database,
    // Readers do not wait for the writer then; a database in memory has no journal file.
    enableWAL: database !== ':memory:',
    timeout: BUSY_TIMEOUT_MS,
  };
}

export default new DataSource(dataSourceOptions());
