import {
  In,
  LessThan,
  type EntityManager,
  type FindOptionsWhere,
  type ObjectLiteral,
  type Repository,
} from 'typeorm';
import type { Change, Operation } from '../operations/operation.js';
import { idOf, idOfRaw } from './row-key.js';

/** Deletes rows of one table. */
export class RowRemover {
  private readonly tableName: string;

  constructor(private readonly repository: Repository<ObjectLiteral>) {
    this.tableName = repository.metadata.tableName;
  }

  /** @returns how many rows this call deleted */
  remove(operation: Operation, criteria: FindOptionsWhere<ObjectLiteral>): Promise<number> {
    return operation.change(`delete from ${this.tableName}`, [this.removal(criteria)]);
  }

  /** Returns a DELETE of rows, as part of a larger change. */
  removal(criteria: FindOptionsWhere<ObjectLiteral>): Change {
    const { metadata } = this.repository;
    return {
      event: 'Remove',
      metadata,
      build: (manager: EntityManager) =>
        manager.createQueryBuilder().delete().from<ObjectLiteral>(metadata.target).where(criteria),
    };
  }

  /**
   * Deletes expired rows up to a limit, the oldest first, with two short statements that use an
   * index, so that no request has to wait long.
   * @param property - a timestamp with an index
   * @returns how many were found, up to the limit, and how many of them this call deleted
   */
  async removeOlder(
    operation: Operation,
    property: string,
    { than, limit }: { readonly than: Date; readonly limit: number },
  ): Promise<{ readonly found: number; readonly removed: number }> {
    const over = { [property]: LessThan(than) };
    const [sql, parameters] = this.repository
      .createQueryBuilder('r')
      .select(idOf(this.repository), 'id')
      .where(over)
      .orderBy(`r.${property}`, 'ASC')
      .limit(limit)
      .getQueryAndParameters() as [string, unknown[]];
    const found = await operation.select(`select from ${this.tableName}`, sql, parameters);
    if (found.length === 0) return { found: 0, removed: 0 };
    // The condition is repeated, so that a row that was extended meanwhile stays.
    const ids = found.map(({ id }) => idOfRaw(id, this.repository));
    const removed = await this.remove(operation, { id: In(ids), ...over });
    return { found: found.length, removed };
  }
}
