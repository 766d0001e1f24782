import type { DataSource, EntityManager } from 'typeorm';
import { executeChange } from './execute-change.js';
import type { Change, Operation } from './operation.js';
import { StoreError } from './store-error.js';

/**
 * An operation as part of a transaction of the application. What changes rows has a savepoint: after
 * a key that was taken PostgreSQL would refuse every further statement. Nothing runs again: a
 * deadlock has undone the whole transaction.
 */
export class WithinOperation implements Operation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly manager: EntityManager,
  ) {}

  async select(
    statement: string,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<Record<string, unknown>[]> {
    try {
      return await this.manager.query<Record<string, unknown>[]>(sql, [...parameters]);
    } catch (thrown) {
      throw StoreError.of(statement, thrown);
    }
  }

  async change(statement: string, changes: readonly Change[]): Promise<number> {
    try {
      return await this.manager.transaction(async (inner) => {
        let affected = 0;
        for (const change of changes) {
          affected = await executeChange(change, this.dataSource, inner);
        }
        return affected;
      });
    } catch (thrown) {
      throw StoreError.of(statement, thrown);
    }
  }
}
