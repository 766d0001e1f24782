import type { DataSource, EntityManager } from 'typeorm';
import { executeChanges, executeIf } from './execute-change.js';
import type { Change, Condition, Operation } from './operation.js';
import type { RowLocks } from './row-locks.js';
import { StoreError } from './store-error.js';

/**
 * An operation in a transaction of the application. Changes run in a savepoint: otherwise, after a
 * unique violation, PostgreSQL would refuse every further statement. Nothing is repeated: a
 * deadlock rolls back the whole transaction.
 */
export class WithinOperation implements Operation {
  readonly isJoinable = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly manager: EntityManager,
    private readonly locks: RowLocks,
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

  change(statement: string, changes: readonly Change[]): Promise<number> {
    return this.savepoint(statement, (manager) =>
      executeChanges(changes, this.dataSource, manager),
    );
  }

  changeIf(statement: string, condition: Condition, changes: readonly Change[]): Promise<boolean> {
    const { dataSource, locks } = this;
    return this.savepoint(statement, (manager) =>
      executeIf(condition, changes, { dataSource, manager, locks }),
    );
  }

  private async savepoint<T>(
    statement: string,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.manager.transaction(work);
    } catch (thrown) {
      throw StoreError.of(statement, thrown);
    }
  }
}
