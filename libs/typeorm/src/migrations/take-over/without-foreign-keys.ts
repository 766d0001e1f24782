import type { QueryRunner } from 'typeorm';
import { atomically } from '../atomically.js';
import { select } from '../catalog/statements.js';

/**
 * On SQLite a table is made anew to be changed, and with foreign keys on, dropping the old one
 * deletes the rows that lead to it: everybody's sessions. TypeORM turns them off before it runs
 * migrations; before it reverts one it tries so within a transaction, where that does nothing.
 * So the work has a transaction of its own then, with all that must not be done without it.
 * @throws {Error} when a row leads nowhere afterwards; nothing is changed then
 */
export async function withoutForeignKeys(
  queryRunner: QueryRunner,
  work: () => Promise<void>,
): Promise<void> {
  const [state] = await select<{ foreign_keys: number }>(queryRunner, 'PRAGMA foreign_keys');
  if (!state?.foreign_keys) return atomically(queryRunner, () => checked(queryRunner, work));

  // It is the transaction of the reverting, in which nothing happened yet.
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
  if (first) throw new Error(`${broken.length} rows lead nowhere, the first one in ${first.table}`);
}
