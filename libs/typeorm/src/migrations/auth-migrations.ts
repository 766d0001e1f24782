import type { TableSet } from '../entities/auth-entities.js';
import type { IdType } from '../entities/column-kinds.js';
import { authJsIndexes } from './auth-js-indexes.js';
import { newTables } from './make-tables.js';
import { migration, type MigrationClass, type Steps } from './migration-class.js';
import { authTables, registryTables } from './tables.js';
import { authJsTakeOver } from './take-over/take-over-auth-js.js';

/** Options of {@link authMigrations}; prefix and id must be the same as for `authEntities`. */
export interface AuthMigrationsOptions {
  /** Prefix of the table names. @default '' */
  prefix?: string;
  /** Type of the primary keys. @default 'uuid' */
  id?: IdType;
  /** The software whose tables are taken over, with their rows. @default none */
  from?: 'auth.js';
  /**
   * With `'auth.js'`, the tables of Auth.js stay unchanged, and only missing indexes are added.
   * @default 'authnest'
   */
  layout?: 'authnest' | 'auth.js';
  /** Tables that only some applications use; pass the same to `authEntities`. @default none */
  with?: readonly TableSet[];
}

/**
 * Returns the migrations of the tables, for the `migrations` of a DataSource. Its naming strategy
 * applies to table and column names. Columns and tables that the application adds need a migration
 * of the application; `migration:generate` finds the difference.
 *
 * With `from: 'auth.js'` the first migration takes over the tables that the Auth.js adapter for
 * TypeORM created. If our tables cannot store some rows, it throws an error that names the rows,
 * and changes nothing.
 */
export function authMigrations(options: AuthMigrationsOptions = {}): MigrationClass[] {
  const { prefix = '', id = 'uuid' } = options;
  const made = (title: string, time: number, steps: Steps) =>
    migration(title, time, { prefix, id, steps });
  if (options.layout === 'auth.js') return [made('AuthJsIndexes', 1795300000000, authJsIndexes)];
  return [
    options.from === 'auth.js'
      ? made('TakeOverAuthJs', 1795194000000, authJsTakeOver)
      : made('AuthTables', 1795194000000, newTables(authTables)),
    ...(options.with?.includes('sessionRegistry')
      ? [made('SessionRegistry', 1795500000000, newTables(registryTables))]
      : []),
  ];
}
