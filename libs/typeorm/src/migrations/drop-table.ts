import type { QueryRunner } from 'typeorm';
import { escaped } from './catalog/statements.js';
import type { NamedTables } from './named-tables.js';

/** Drops a table of ours with its indexes and rows, if it is there. */
export async function dropTable(
  queryRunner: QueryRunner,
  names: NamedTables,
  table: string,
): Promise<void> {
  if (!(await queryRunner.hasTable(names.tableName(table)))) return;
  // Not by TypeORM, which reads the table first and fails on what it did not make.
  await queryRunner.query(`DROP TABLE ${escaped(queryRunner, names.path(table))}`);
}
