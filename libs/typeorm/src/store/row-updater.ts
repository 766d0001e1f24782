import type { EntityManager, FindOptionsWhere, ObjectLiteral, Repository } from 'typeorm';
import type { WritableColumns } from './writable-columns.js';

/** Changes rows of one table as part of a transaction. */
export class RowUpdater {
  constructor(
    private readonly repository: Repository<ObjectLiteral>,
    private readonly columns: WritableColumns,
  ) {}

  /** The UPDATE that TypeORM makes. */
  updateStatement(
    criteria: FindOptionsWhere<ObjectLiteral>,
    patch: object,
  ): [sql: string, parameters: unknown[]] {
    const update = this.repository.createQueryBuilder().update();
    const change = update.set(this.columns.pick(patch)).where(criteria);
    return change.getQueryAndParameters() as [string, unknown[]];
  }

  async updateWithin(
    manager: EntityManager,
    criteria: FindOptionsWhere<ObjectLiteral>,
    patch: object,
  ): Promise<void> {
    const { target } = this.repository;
    await manager.getRepository(target).update(criteria, this.columns.pick(patch));
  }
}
