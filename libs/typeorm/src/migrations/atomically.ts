import type { QueryRunner } from 'typeorm';

/**
 * Runs work in the transaction that TypeORM opened, or in its own if the application runs
 * migrations without one (`transaction: 'none'`). MariaDB and MySQL commit it with each change of a
 * table.
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
    // The original error matters, not that a lost connection cannot roll back either.
    await queryRunner.rollbackTransaction().catch(() => {});
    throw error;
  }
}
