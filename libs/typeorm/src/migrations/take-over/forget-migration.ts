import type { QueryRunner } from 'typeorm';

/**
 * Removes a migration from TypeORM's list before TypeORM does so, in the transaction of the revert
 * itself if TypeORM's has ended. Otherwise, if the process ends between the two, the tables are
 * reverted but the list still has the migration, and the next migrations run on the old tables.
 */
export async function forgetMigration(queryRunner: QueryRunner, name: string): Promise<void> {
  const { options, driver } = queryRunner.dataSource;
  const list = options.migrationsTableName ?? 'migrations';
  if (!(await queryRunner.hasTable(list))) return;
  await queryRunner.query(`DELETE FROM ${driver.escape(list)} WHERE "name" = ?`, [name]);
}
