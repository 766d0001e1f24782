import type { AuthDatabase } from '../entities/auth-database.js';
import type { Operation } from '../operations/operation.js';

/** A setting of the connections under which operations would not keep their promises. */
interface Setting {
  readonly name: string;
  readonly isFine: RegExp;
  readonly otherwise: string;
  readonly wanted: string;
}

const READ_ONLY = { otherwise: 'nobody can sign in', wanted: 'off' } as const;

const SETTINGS: Readonly<Record<AuthDatabase, readonly Setting[]>> = {
  postgres: [
    { name: 'default_transaction_read_only', isFine: /^off$/, ...READ_ONLY },
    {
      name: 'DateStyle',
      isFine: /^ISO/,
      otherwise: 'times cannot be read, and every session counts as expired',
      wanted: 'ISO',
    },
    {
      name: 'session_replication_role',
      isFine: /^(?:origin|local)$/,
      otherwise: 'foreign keys and your triggers do nothing',
      wanted: 'origin',
    },
  ],
  mysql: [
    {
      name: 'autocommit',
      isFine: /^ON$/,
      otherwise: 'nothing is stored for others',
      wanted: 'ON',
    },
    { name: 'tx_read_only', isFine: /^OFF$/, ...READ_ONLY },
    { name: 'transaction_read_only', isFine: /^OFF$/, ...READ_ONLY },
    {
      name: 'completion_type',
      isFine: /^NO_CHAIN$/,
      otherwise: 'what follows a transaction is not stored',
      wanted: 'NO_CHAIN',
    },
    {
      name: 'sql_select_limit',
      isFine: /^\d{7,}$/,
      otherwise: 'lists would be incomplete',
      wanted: 'DEFAULT',
    },
    {
      name: 'foreign_key_checks',
      isFine: /^ON$/,
      otherwise: 'foreign keys do nothing',
      wanted: 'ON',
    },
    {
      name: 'unique_checks',
      isFine: /^ON$/,
      otherwise: 'one address or account may be stored twice',
      wanted: 'ON',
    },
  ],
  sqlite: [{ name: 'query_only', isFine: /^0$/, ...READ_ONLY }],
};

/** Returns a statement that reads a setting; MySQL has no rows for some names of MariaDB. */
const READ: Readonly<Record<AuthDatabase, (name: string) => string>> = {
  postgres: (name) => `SHOW ${name}`,
  mysql: (name) => `SHOW VARIABLES LIKE '${name}'`,
  sqlite: (name) => `PRAGMA ${name}`,
};

/**
 * Looks once at the settings of the connections, when the application starts.
 * @throws {Error} that names the setting, and what to set
 * @see docs/design/security-bar.md DT26
 */
export async function assertSettings(operation: Operation, database: AuthDatabase): Promise<void> {
  for (const { name, isFine, otherwise, wanted } of SETTINGS[database]) {
    const [row] = await operation.select('look at the settings', READ[database](name), []);
    const value = row && `${Object.values(row).at(-1) as string}`;
    if (value === undefined || isFine.test(value)) continue;
    throw new Error(
      `@authnest/typeorm: the setting \`${name}\` of the database is \`${value}\`, so ${otherwise}; set it to ${wanted}, or leave it out`,
    );
  }
}
