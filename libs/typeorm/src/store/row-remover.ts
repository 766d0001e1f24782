import type { EntityManager, FindOptionsWhere, ObjectLiteral, Repository } from 'typeorm';
import type { Change, Operation } from '../operations/operation.js';
import { columnOf } from './column-metadata.js';
import { padded, roundedUp } from './padded.js';
import { idOf } from './row-key.js';

/** Deletes rows of one table. */
export class RowRemover {
  private readonly tableName: string;

  constructor(private readonly repository: Repository<ObjectLiteral>) {
    this.tableName = repository.metadata.tableName;
  }

  /** Returns a DELETE of rows, as part of a larger change. @param where - members, or SQL */
  removal(where: FindOptionsWhere<ObjectLiteral> | string, parameters?: ObjectLiteral): Change {
    const { metadata } = this.repository;
    return {
      event: 'Remove',
      metadata,
      build: (manager: EntityManager) =>
        manager
          .createQueryBuilder()
          .delete()
          .from<ObjectLiteral>(metadata.target)
          .where(where, parameters),
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
    const { driver } = this.repository.manager.connection;
    const time = columnOf(this.repository.metadata, property);
    const id = columnOf(this.repository.metadata, 'id');
    // Not with operators of TypeORM, as 0.3 passes these to transformers in place of their values.
    const isOver = `${driver.escape(time.databaseName)} < :than`;
    const limits = { than: driver.preparePersistentValue(than, time) as unknown };
    const [sql, parameters] = this.repository
      .createQueryBuilder('r')
      .select(idOf(this.repository), 'id')
      .where(isOver, limits)
      .orderBy(`r.${property}`, 'ASC')
      .limit(roundedUp(limit))
      .getQueryAndParameters() as [string, unknown[]];
    const rows = await operation.select(`select from ${this.tableName}`, sql, parameters);
    const found = rows.slice(0, limit);
    if (found.length === 0) return { found: 0, removed: 0 };
    // The condition is repeated, so that a row that was extended meanwhile stays.
    const removal = this.removal(`${driver.escape(id.databaseName)} IN (:...ids) AND ${isOver}`, {
      ...limits,
      ids: padded(
        found.map((row) => row['id']),
        limit,
      ),
    });
    const removed = await operation.change(`delete from ${this.tableName}`, [removal]);
    return { found: found.length, removed };
  }
}
