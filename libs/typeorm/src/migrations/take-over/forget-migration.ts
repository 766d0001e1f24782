import type { QueryRunner } from 'typeorm';

/**
 * Takes a migration off TypeORM's list before TypeORM does so: in the transaction of the revert
 * itself, where TypeORM's has ended. Or else what ends the process between the two leaves tables
 * of before beside a list that believes them to be changed, and the next migrations change those.
 */
export async function forgetMigration(queryRunner: QueryRunner, name: string): Promise<void> {
  const { options, driver } = queryRunner.dataSource;
  const list = options.migrationsTableName ?? 'migrations';
  if (!(await queryRunner.hasTable(list))) return;
  await queryRunner.query(`DELETE FROM ${driver.escape(list)} WHERE "name" = ?`, [name]);
}
