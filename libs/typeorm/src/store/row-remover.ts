import {
  In,
  LessThan,
  type EntityManager,
  type FindOptionsWhere,
  type ObjectLiteral,
  type Repository,
} from 'typeorm';
import { runStatement } from './run-statement.js';

/** Deletes rows of one table. */
export class RowRemover {
  private readonly tableName: string;

  constructor(private readonly repository: Repository<ObjectLiteral>) {
    this.tableName = repository.metadata.tableName;
  }

  /** @returns how many rows this call deleted */
  async remove(criteria: FindOptionsWhere<ObjectLiteral>): Promise<number> {
    const { affected } = await runStatement(`delete from ${this.tableName}`, () =>
      this.repository.delete(criteria),
    );
    return affected ?? 0;
  }

  /** The DELETE that TypeORM makes. */
  removeStatement(criteria: FindOptionsWhere<ObjectLiteral>): [sql: string, parameters: unknown[]] {
    const remove = this.repository.createQueryBuilder().delete().where(criteria);
    return remove.getQueryAndParameters() as [string, unknown[]];
  }

  /** @returns how many rows it deleted, as part of a transaction */
  async removeWithin(
    manager: EntityManager,
    criteria: FindOptionsWhere<ObjectLiteral>,
  ): Promise<number> {
    const { affected } = await manager.getRepository(this.repository.target).delete(criteria);
    return affected ?? 0;
  }

  /**
   * Deletes rows whose time is over, the oldest first, at most so many: two short statements over
   * an index, so that no request waits behind them.
   * @param property - a timestamp with an index
   * @returns how many
   */
  async removeOlder(property: string, than: Date, limit: number): Promise<number> {
    const over = { [property]: LessThan(than) };
    const found = await runStatement(`select from ${this.tableName}`, () =>
      this.repository.find({
        select: { id: true },
        where: over,
        order: { [property]: 'ASC' },
        take: limit,
      }),
    );
    if (found.length === 0) return 0;
    // The condition again: what was extended meanwhile stays.
    return this.remove({ id: In(found.map((row): unknown => row['id'])), ...over });
  }
}
