import type { DataSource, EntityManager } from 'typeorm';

/**
 * @throws {Error} unless the manager has an open transaction on this DataSource, and not on a
 * replica; the message states which manager to pass
 */
export function assertTransaction(manager: EntityManager, dataSource: DataSource): void {
  const problem = problemOf(manager, dataSource);
  if (!problem) return;
  throw new Error(
    `TypeOrmAdapter.within: the EntityManager ${problem}; pass the one from ` +
      '`dataSource.transaction(async (manager) => …)`',
  );
}

function problemOf({ queryRunner }: EntityManager, dataSource: DataSource): string | undefined {
  if (!queryRunner?.isTransactionActive) return 'has no transaction';
  // TypeORM 0.3 provides it only as `connection`.
  const source = queryRunner.dataSource ?? queryRunner.connection;
  if (source !== dataSource) return 'belongs to another DataSource';
  const isOfReplica =
    dataSource.driver.isReplicated && queryRunner.getReplicationMode() === 'slave';
  return isOfReplica ? 'reads from a replica' : undefined;
}
