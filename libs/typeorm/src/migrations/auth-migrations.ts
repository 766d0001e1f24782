import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { IdType } from '../entities/column-kinds.js';
import { authTables1795194000000 } from './auth-tables-1795194000000.js';
import { NamedTables } from './named-tables.js';

/** A migration as the `migrations` of a DataSource want it. */
export type MigrationClass = new () => MigrationInterface;

/** What {@link authMigrations} can be told; the same as `authEntities`. */
export interface AuthMigrationsOptions {
  /** Put before the five table names. @default '' */
  prefix?: string;
  /** Type of the primary keys. @default 'uuid' */
  id?: IdType;
}

/**
 * The migrations of the five tables, for the `migrations` of a DataSource. Table and column names
 * go through its naming strategy. Columns and tables of own entities take a migration of the
 * application; `migration:generate` finds the difference.
 */
export function authMigrations(options: AuthMigrationsOptions = {}): MigrationClass[] {
  const { prefix = '', id = 'uuid' } = options;

  /** Two prefixes in one database are two migrations, so the prefix is part of the name. */
  class AuthTables1795194000000 implements MigrationInterface {
    readonly name = `AuthTables${prefix}1795194000000`;

    async up(queryRunner: QueryRunner): Promise<void> {
      const names = new NamedTables(queryRunner, { prefix, id });
      for (const table of authTables1795194000000) {
        await queryRunner.createTable(names.table(table));
      }
    }

    async down(queryRunner: QueryRunner): Promise<void> {
      const names = new NamedTables(queryRunner, { prefix, id });
      for (const { table } of authTables1795194000000.toReversed()) {
        // By name: TypeORM then drops the indexes that are there.
        await queryRunner.dropTable(names.tableName(table));
      }
    }
  }

  return [AuthTables1795194000000];
}
