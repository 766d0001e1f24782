import type { DataSource, QueryRunner } from 'typeorm';
import type { Deadline } from './deadline.js';
import { executeChanges, executeIf } from './execute-change.js';
import { givenValues } from './given-values.js';
import type { NamedSelects } from './named-selects.js';
import { onConnection } from './on-connection.js';
import { checkCommits } from './open-transaction.js';
import type { Change, Condition, Operation } from './operation.js';
import type { RowLocks } from './row-locks.js';
import { repeatOnConflict } from './repeat-on-conflict.js';

/** An operation on pooled connections: each statement or transaction uses a separate one. */
export class PooledOperation implements Operation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly deadline: Deadline,
    private readonly locks: RowLocks,
    readonly isJoinable: boolean,
    private readonly named?: NamedSelects,
  ) {}

  select(
    statement: string,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<Record<string, unknown>[]> {
    return this.run(statement, (runner) =>
      this.named ? this.named.run(runner, sql, parameters) : runner.query(sql, [...parameters]),
    );
  }

  change(statement: string, changes: readonly Change[]): Promise<number> {
    const { dataSource } = this;
    return this.repeat(statement, changes, ({ manager }) =>
      changes.length === 1
        ? executeChanges(changes, dataSource, manager)
        : manager.transaction((inner) => executeChanges(changes, dataSource, inner)),
    );
  }

  changeIf(statement: string, condition: Condition, changes: readonly Change[]): Promise<boolean> {
    const { dataSource, locks } = this;
    return this.repeat(statement, changes, ({ manager }) =>
      manager.transaction((inner) =>
        executeIf(condition, changes, { dataSource, manager: inner, locks }),
      ),
    );
  }

  private repeat<T>(
    statement: string,
    changes: readonly Change[],
    work: (runner: QueryRunner) => Promise<T>,
  ): Promise<T> {
    const restore = givenValues(changes);
    return this.run(statement, (runner) => {
      restore();
      checkCommits(runner, this.dataSource.subscribers);
      return work(runner);
    });
  }

  private run<T>(statement: string, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const { dataSource, deadline } = this;
    return repeatOnConflict(statement, () => onConnection(dataSource, deadline, work), deadline);
  }
}
