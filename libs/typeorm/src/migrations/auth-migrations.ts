import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { IdType } from '../entities/column-kinds.js';
import { authTables1795194000000 } from './auth-tables-1795194000000.js';
import { TableMaker } from './make-tables.js';
import { NamedTables } from './named-tables.js';
import { AuthJsTakeOver } from './take-over/take-over-auth-js.js';

/** A migration as the `migrations` of a DataSource want it. */
export type MigrationClass = new () => MigrationInterface;

/** What {@link authMigrations} can be told; the same as `authEntities`. */
export interface AuthMigrationsOptions {
  /** Put before the five table names. @default '' */
  prefix?: string;
  /** Type of the primary keys. @default 'uuid' */
  id?: IdType;
  /** Whose tables are there already: they are taken over with their rows. @default none */
  from?: 'auth.js';
}

/**
 * The migrations of the five tables, for the `migrations` of a DataSource. Table and column names
 * go through its naming strategy. Columns and tables of own entities take a migration of the
 * application; `migration:generate` finds the difference.
 *
 * With `from: 'auth.js'` the first migration takes over the tables that the Auth.js adapter for
 * TypeORM made. Rows that ours cannot hold are an error that names them, and nothing is changed.
 */
export function authMigrations(options: AuthMigrationsOptions = {}): MigrationClass[] {
  const { prefix = '', id = 'uuid' } = options;
  if (options.from === 'auth.js') return [takeOverAuthJs({ prefix, id })];

  const maker = (queryRunner: QueryRunner) =>
    new TableMaker(queryRunner, new NamedTables(queryRunner, { prefix, id }));

  /** Two prefixes in one database are two migrations, so the prefix is part of the name. */
  class AuthTables1795194000000 implements MigrationInterface {
    readonly name = `AuthTables${prefix}1795194000000`;

    up(queryRunner: QueryRunner): Promise<void> {
      return maker(queryRunner).make(authTables1795194000000);
    }

    down(queryRunner: QueryRunner): Promise<void> {
      return maker(queryRunner).drop(authTables1795194000000);
    }
  }

  return [AuthTables1795194000000];
}

function takeOverAuthJs(options: { prefix: string; id: IdType }): MigrationClass {
  return class TakeOverAuthJs1795194000000 implements MigrationInterface {
    readonly name = `TakeOverAuthJs${options.prefix}1795194000000`;

    up(queryRunner: QueryRunner): Promise<void> {
      return new AuthJsTakeOver(queryRunner, options).up();
    }

    down(queryRunner: QueryRunner): Promise<void> {
      return new AuthJsTakeOver(queryRunner, options).down();
    }
  };
}
