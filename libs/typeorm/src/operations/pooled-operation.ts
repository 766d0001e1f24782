import type { DataSource } from 'typeorm';
import type { Deadline } from './deadline.js';
import { executeChange } from './execute-change.js';
import { isMet } from './is-met.js';
import type { NamedSelects } from './named-selects.js';
import { onConnection } from './on-connection.js';
import type { Change, Condition, Operation } from './operation.js';
import type { RowLocks } from './row-locks.js';
import { runStatement } from './run-statement.js';

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
    const { dataSource, deadline, named } = this;
    return runStatement(
      statement,
      () =>
        onConnection(dataSource, deadline, (runner) =>
          named ? named.run(runner, sql, parameters) : runner.query(sql, [...parameters]),
        ),
      deadline,
    );
  }

  change(statement: string, changes: readonly Change[]): Promise<number> {
    const { dataSource, deadline } = this;
    return runStatement(
      statement,
      () =>
        onConnection(dataSource, deadline, ({ manager }) =>
          changes.length === 1
            ? this.execute(changes, manager)
            : manager.transaction((inner) => this.execute(changes, inner)),
        ),
      deadline,
    );
  }

  changeIf(statement: string, condition: Condition, changes: readonly Change[]): Promise<boolean> {
    const { dataSource, deadline } = this;
    return runStatement(
      statement,
      () =>
        onConnection(dataSource, deadline, ({ manager }) =>
          manager.transaction(async (inner) => {
            if (!(await isMet(condition, inner))) return false;
            const fence = (await this.locks.holdAtOneNode(inner)) ? condition.fence?.() : undefined;
            await this.execute([...(fence ?? []), ...changes], inner);
            return true;
          }),
        ),
      deadline,
    );
  }

  private async execute(
    changes: readonly Change[],
    manager: DataSource['manager'],
  ): Promise<number> {
    let affected = 0;
    for (const change of changes) affected = await executeChange(change, this.dataSource, manager);
    return affected;
  }
}
