import type { DataSource, EntityManager } from 'typeorm';

/** @throws {Error} unless a manager has a transaction of this DataSource open; it says what to give */
export function assertTransaction(manager: EntityManager, dataSource: DataSource): void {
  const { queryRunner } = manager;
  // TypeORM 0.3 knows it as `connection` only.
  const source = queryRunner && (queryRunner.dataSource ?? queryRunner.connection);
  const problem = !queryRunner?.isTransactionActive
    ? 'has no transaction'
    : source !== dataSource && 'belongs to another DataSource';
  if (!problem) return;
  throw new Error(
    `TypeOrmAdapter.within: the EntityManager ${problem}; give the one that ` +
      '`dataSource.transaction(async (manager) => …)` passes',
  );
}
