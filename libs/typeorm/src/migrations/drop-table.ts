import type { QueryRunner } from 'typeorm';
import { escaped } from './catalog/statements.js';
import type { NamedTables } from './named-tables.js';

/** Drops one of our tables with its indexes and rows, if it exists. */
export async function dropTable(
  queryRunner: QueryRunner,
  names: NamedTables,
  table: string,
): Promise<void> {
  if (!(await queryRunner.hasTable(names.tableName(table)))) return;
  // Not with TypeORM, which reads the table first and fails on columns that it did not create.
  await queryRunner.query(`DROP TABLE ${escaped(queryRunner, names.path(table))}`);
}
