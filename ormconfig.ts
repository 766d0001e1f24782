import { DataSource, type DataSourceOptions } from 'typeorm';
import { authEntities, authMigrations } from '@authnest/typeorm';
import { AuditEntry } from './apps/example/src/audit/audit-entry.entity.js';
import { CreateAuditEntries1795200000000 } from './apps/example/src/audit/create-audit-entries-1795200000000.js';

/** How long a writer waits for another one before SQLite gives up, milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The one description of the database, for the example, the end-to-end tests and TypeORM's CLI.
 * `DATABASE_URL` chooses: `sqlite:./file.sqlite`, `sqlite::memory:`; without it
 * `data/authnest.sqlite` in the working directory. Never `synchronize`: the schema is what the
 * migrations made.
 * @throws {Error} for a database that this version does not support
 */
export function dataSourceOptions(env: Environment = process.env): DataSourceOptions {
  const database = sqliteFile(env['DATABASE_URL'] || 'sqlite:data/authnest.sqlite');
  return {
    type: 'better-sqlite3',
    database,
    entities: [...authEntities(), AuditEntry],
    migrations: [...authMigrations(), CreateAuditEntries1795200000000],
    synchronize: false,
    // Readers do not wait for the writer then; a database in memory has no journal file.
    enableWAL: database !== ':memory:',
    timeout: BUSY_TIMEOUT_MS,
  };
}

function sqliteFile(url: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+]*):(.*)$/i.exec(url) ?? [];
  if (scheme === 'sqlite') {
    const file = rest.replace(/^\/\/(?!\/)/, '').replace(/^\/\/\//, '/');
    if (file !== '') return file;
  }
  if (/^(?:postgres|postgresql|mysql|mariadb)$/.test(scheme)) {
    throw new Error(
      `DATABASE_URL: ${scheme} comes with the next version; use sqlite:./file.sqlite`,
    );
  }
  // Not the value: a URL of a database carries its password.
  throw new Error('DATABASE_URL: use sqlite:./file.sqlite');
}

export default new DataSource(dataSourceOptions());
