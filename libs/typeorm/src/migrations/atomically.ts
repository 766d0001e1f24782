import type { QueryRunner } from 'typeorm';

/**
 * Runs work in the transaction that TypeORM opened, or in its own if the application runs
 * migrations without one (`transaction: 'none'`). MariaDB and MySQL commit it whenever a table is
 * altered.
 */
export async function atomically(
  queryRunner: QueryRunner,
  work: () => Promise<void>,
): Promise<void> {
  if (queryRunner.isTransactionActive) return work();
  await queryRunner.startTransaction();
  try {
    await work();
    await queryRunner.commitTransaction();
  } catch (error) {
    // If the connection is lost, the rollback fails too; only the original error matters.
    await queryRunner.rollbackTransaction().catch(() => {});
    throw error;
  }
}
