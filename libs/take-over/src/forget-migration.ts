import { dataSourceOf } from '@authnest/typeorm/migrations';
import type { QueryRunner } from 'typeorm';

/**
 * Removes a migration from TypeORM's list in the transaction that reverts it, before TypeORM does
 * so. Otherwise, if the process ended in between, the tables would be reverted but the list would
 * still contain the migration, and the next migrations would run on the old tables.
 */
export async function forgetMigration(queryRunner: QueryRunner, name: string): Promise<void> {
  const { options, driver } = dataSourceOf(queryRunner);
  const list = options.migrationsTableName ?? 'migrations';
  if (!(await queryRunner.hasTable(list))) return;
  await queryRunner.query(`DELETE FROM ${driver.escape(list)} WHERE "name" = ?`, [name]);
}
