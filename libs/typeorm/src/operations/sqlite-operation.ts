import type { DataSource, EntityManager } from 'typeorm';
import type { Deadline } from './deadline.js';
import { doubtOf, ignored } from './execute-change.js';
import type { Change, ChangeBuilder, Condition, Operation } from './operation.js';
import { exactId } from './exact-id.js';
import { givenValues } from './given-values.js';
import { repeatOnConflict } from './repeat-on-conflict.js';
import { StoreError } from './store-error.js';
import type { SyncConnection } from './sync-connection.js';
import type { Turns } from './turns.js';

/** The only connection to SQLite, and the queue for it. */
export interface SharedConnection {
  readonly connection: SyncConnection;
  readonly turns: Turns;
}

/**
 * An operation on the only connection to SQLite. Each statement or transaction waits until no
 * transaction is open, and ends before the next one begins.
 */
export class SqliteOperation implements Operation {
  /** SQLite needs no round trip to a server, so there is nothing to save by joining. */
  readonly isJoinable = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly shared: SharedConnection,
    private readonly deadline: Deadline,
  ) {}

  select(
    statement: string,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<Record<string, unknown>[]> {
    return this.run(statement, (connection) => connection.all(sql, parameters));
  }

  async change(statement: string, changes: readonly Change[]): Promise<number> {
    return (await this.store(statement, changes)) ?? 0;
  }

  async changeIf(
    statement: string,
    condition: Condition,
    changes: readonly Change[],
  ): Promise<boolean> {
    return (await this.store(statement, changes, condition)) !== null;
  }

  /** @returns how many rows the last change affected; null if the condition is not met */
  private async store(
    statement: string,
    changes: readonly Change[],
    condition?: Condition,
  ): Promise<number | null> {
    try {
      await this.broadcast('Before', changes);
      const restore = givenValues(changes);
      const affected = await this.run(statement, (connection) => {
        restore(); // without ids of an attempt that was undone
        return execute(connection, { changes, condition, manager: this.dataSource.manager });
      });
      if (affected === null) return null;
      await this.broadcast('After', changes).catch(async (thrown: unknown) => {
        await this.undo(statement, changes);
        throw thrown;
      });
      return affected;
    } catch (thrown) {
      throw StoreError.of(statement, thrown);
    }
  }

  private async broadcast(when: 'Before' | 'After', changes: readonly Change[]): Promise<void> {
    const { broadcaster } = this.dataSource.createQueryRunner();
    for (const { event, metadata, entity } of changes) {
      await broadcaster.broadcast(`${when}${event}`, metadata, entity);
    }
  }

  /** Deletes inserted rows if a listener of the application fails afterwards. */
  private undo(statement: string, changes: readonly Change[]): Promise<void> {
    const inserted = changes.filter(({ event }) => event === 'Insert').reverse();
    return this.run(statement, (connection) =>
      connection.inTransaction(() => {
        for (const { metadata, entity = {} } of inserted) {
          const builder = this.dataSource.createQueryBuilder().delete().from(metadata.target);
          connection.run(...textOf(builder.whereInIds([entity])));
        }
      }),
    );
  }

  private run<T>(statement: string, work: (connection: SyncConnection) => T): Promise<T> {
    const { turns, connection } = this.shared;
    return repeatOnConflict(
      statement,
      () => turns.take(() => work(connection), this.deadline),
      this.deadline,
    );
  }
}

/** Changes that run together, with their condition. */
interface Turn {
  readonly changes: readonly Change[];
  readonly condition: Condition | undefined;
  readonly manager: EntityManager;
}

function execute(connection: SyncConnection, { changes, condition, manager }: Turn): number | null {
  let affected: number | null = 0;
  const inOrder = () => {
    if (condition && !condition.isMet(connection.all(condition.sql, condition.parameters))) {
      affected = null;
      return;
    }
    for (const change of changes) affected = executeSync(connection, change, manager);
  };
  if (changes.length === 1 && !condition) inOrder();
  else connection.inTransaction(inOrder);
  return affected;
}

function textOf(builder: ChangeBuilder): [sql: string, parameters: unknown[]] {
  return builder.getQueryAndParameters() as [string, unknown[]];
}

/** Runs a change as `executeChange` does. @returns how many rows the change affected */
function executeSync(connection: SyncConnection, change: Change, manager: EntityManager): number {
  let total = 0;
  for (let isAgain = false; ; isAgain = true) {
    const affected = executeOne(connection, change, manager);
    total += affected;
    const doubt = doubtOf(change, total);
    if (!doubt?.isMet(connection.all(doubt.sql, doubt.parameters))) return total;
    if (isAgain && affected === 0) throw ignored();
  }
}

/** @returns how many rows the change affected */
function executeOne(connection: SyncConnection, change: Change, manager: EntityManager): number {
  const [sql, parameters] = textOf(change.build(manager));
  const { event, metadata, entity } = change;
  const id = metadata.findColumnWithPropertyName('id');
  if (event !== 'Insert' || !entity || !id || entity['id'] !== undefined) {
    return connection.run(sql, parameters);
  }
  // Only the database knows the id: it counts up, or is the default of the column.
  const { driver } = manager.connection;
  const text = exactId(driver.escape(id.databaseName), id, driver);
  const stored = connection.insert(sql, parameters, text);
  if (stored === undefined) return 0;
  entity['id'] = driver.prepareHydratedValue(stored, id) as unknown;
  return 1;
}
