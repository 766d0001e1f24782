import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { TableSet } from '../entities/auth-entities.js';
import type { IdType } from '../entities/column-kinds.js';
import { authTables1795194000000 } from './auth-tables-1795194000000.js';
import { AuthJsIndexes } from './auth-js-indexes.js';
import { makeKeysExact } from './exact-keys.js';
import type { MigrationClass } from './migration-class.js';
import { TableMaker } from './make-tables.js';
import { providerSessions } from './provider-sessions.js';
import { sessionRegistry } from './session-registry.js';
import { NamedTables, type NamesAndIds } from './named-tables.js';
import { carryOut, REFERRED_TO, THERE_ALREADY } from './plan.js';
import { AuthJsTakeOver } from './take-over/take-over-auth-js.js';

/** Options of {@link authMigrations}; prefix and id must be the same as for `authEntities`. */
export interface AuthMigrationsOptions {
  /** Prefix of the table names. @default '' */
  prefix?: string;
  /** Type of the primary keys. @default 'uuid' */
  id?: IdType;
  /** The software whose tables are taken over, with their rows. @default none */
  from?: 'auth.js';
  /**
   * The version that created the tables. The changes since then are separate migrations: after
   * `'0.1'`, exact keys on MariaDB and MySQL. @default none
   */
  since?: '0.1';
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
  if (options.layout === 'auth.js') return [authJsIndexes({ prefix, id })];
  const later = [
    ...(options.since === '0.1' ? [exactKeys({ prefix, id })] : []),
    providerSessions({ prefix, id }),
    ...(options.with?.includes('sessionRegistry') ? [sessionRegistry({ prefix, id })] : []),
  ];
  const first = options.from === 'auth.js' ? takeOverAuthJs : authTables;
  return [first({ prefix, id }), ...later];
}

/** Two prefixes in one database need two migrations, so the prefix is part of the name. */
function authTables(options: NamesAndIds): MigrationClass {
  const maker = (queryRunner: QueryRunner) =>
    new TableMaker(queryRunner, new NamedTables(queryRunner, options));
  return class AuthTables1795194000000 implements MigrationInterface {
    readonly name = `AuthTables${options.prefix}1795194000000`;

    async up(queryRunner: QueryRunner): Promise<void> {
      const making = await maker(queryRunner).making(authTables1795194000000);
      await carryOut(queryRunner, [making], THERE_ALREADY);
    }

    async down(queryRunner: QueryRunner): Promise<void> {
      const dropping = await maker(queryRunner).dropping(authTables1795194000000);
      await carryOut(queryRunner, [dropping], REFERRED_TO);
    }
  };
}

function exactKeys(options: NamesAndIds): MigrationClass {
  return class ExactKeys1795300000000 implements MigrationInterface {
    readonly name = `ExactKeys${options.prefix}1795300000000`;

    up(queryRunner: QueryRunner): Promise<void> {
      return makeKeysExact(queryRunner, new NamedTables(queryRunner, options));
    }

    /** Nothing to revert: version 0.1 also works with exact keys, and rows may need them. */
    async down(): Promise<void> {}
  };
}

function authJsIndexes(options: NamesAndIds): MigrationClass {
  const indexes = (queryRunner: QueryRunner) =>
    new AuthJsIndexes(queryRunner, new NamedTables(queryRunner, options), options.prefix);
  return class AuthJsIndexes1795300000000 implements MigrationInterface {
    readonly name = `AuthJsIndexes${options.prefix}1795300000000`;

    async up(queryRunner: QueryRunner): Promise<void> {
      const making = await indexes(queryRunner).making();
      await carryOut(queryRunner, [making], THERE_ALREADY);
    }

    async down(queryRunner: QueryRunner): Promise<void> {
      const dropping = await indexes(queryRunner).dropping();
      await carryOut(queryRunner, [dropping], REFERRED_TO);
    }
  };
}

function takeOverAuthJs(options: NamesAndIds): MigrationClass {
  return class TakeOverAuthJs1795194000000 implements MigrationInterface {
    readonly name = `TakeOverAuthJs${options.prefix}1795194000000`;

    up(queryRunner: QueryRunner): Promise<void> {
      return new AuthJsTakeOver(queryRunner, options).up();
    }

    down(queryRunner: QueryRunner): Promise<void> {
      return new AuthJsTakeOver(queryRunner, options).down(this.name);
    }
  };
}
