import { featureTablesIn, type TableSet } from '../entities/table-definitions.js';
import type { IdType } from '../entities/column-kinds.js';
import { authJsIndexes } from './auth-js-indexes.js';
import { newTables } from './make-tables.js';
import { migration, type MigrationClass, type Steps, type TakeOver } from './migration-class.js';
import { authTables, registryTables } from './tables.js';

/** Options of {@link authMigrations}; prefix and id must be the same as for `authEntities`. */
export interface AuthMigrationsOptions {
  /** Prefix of the table names. @default '' */
  prefix?: string;
  /** Type of the primary keys. @default 'uuid' */
  id?: IdType;
  /** The library whose tables are taken over: `authJs` of `@authnest/take-over`. @default none */
  from?: TakeOver;
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
 * @throws {TypeError} if `from` is a name in place of the export of `@authnest/take-over`
 */
export function authMigrations(options: AuthMigrationsOptions = {}): MigrationClass[] {
  const { prefix = '', id = 'uuid', from } = options;
  assertTakeOver(from);
  const made = (title: string, time: number, steps: Steps) =>
    migration(title, time, { prefix, id, steps });
  if (options.layout === 'auth.js') return [made('AuthJsIndexes', 1795300000000, authJsIndexes)];
  return [
    from
      ? made(from.name, 1795194000000, from)
      : made('AuthTables', 1795194000000, newTables(authTables)),
    ...(options.with?.includes('sessionRegistry')
      ? [made('SessionRegistry', 1795500000000, newTables(registryTables))]
      : []),
    ...featureTablesIn(options.with).map((definition) =>
      made(`Auth_${definition.table}_`, definition.since, newTables([definition])),
    ),
  ];
}

function assertTakeOver(from: unknown): void {
  if (from === undefined || typeof (from as Partial<TakeOver> | null)?.up === 'function') return;
  throw new TypeError(
    "authMigrations: `from` is the export of a package, and not a name; `import { authJs } from '@authnest/take-over'`, and pass `from: authJs`",
  );
}
