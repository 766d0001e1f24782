import { atomically, select } from '@authnest/typeorm/migrations';
import type { QueryRunner } from 'typeorm';

/**
 * Runs work with the foreign keys of SQLite off. To change a table, TypeORM recreates it. With
 * foreign keys on, dropping the old table would delete the rows that refer to it: the sessions of
 * all users. TypeORM turns foreign keys off before it runs migrations. Before it reverts one, it
 * tries to do so within a transaction, where that has no effect. So the work then runs in another
 * transaction.
 * @throws {Error} if a row refers to a missing row afterwards; nothing is changed then
 */
export async function withoutForeignKeys(
  queryRunner: QueryRunner,
  work: () => Promise<void>,
): Promise<void> {
  const [state] = await select<{ foreign_keys: number }>(queryRunner, 'PRAGMA foreign_keys');
  if (!state?.foreign_keys) return atomically(queryRunner, () => checked(queryRunner, work));

  // TypeORM's transaction for the revert, which contains no changes yet.
  const isInTransaction = queryRunner.isTransactionActive;
  if (isInTransaction) await queryRunner.commitTransaction();
  await queryRunner.query('PRAGMA foreign_keys = OFF');
  try {
    await atomically(queryRunner, () => checked(queryRunner, work));
  } finally {
    await queryRunner.query('PRAGMA foreign_keys = ON');
    if (isInTransaction) await queryRunner.startTransaction();
  }
}

async function checked(queryRunner: QueryRunner, work: () => Promise<void>): Promise<void> {
  await work();
  const broken = await select<{ table: string }>(queryRunner, 'PRAGMA foreign_key_check');
  const [first] = broken;
  if (first)
    throw new Error(`${broken.length} rows refer to missing rows, the first one in ${first.table}`);
}
