import { type DataSource, type EntityManager, InsertQueryBuilder } from 'typeorm';
import { givenValues } from './given-values.js';
import { isHeard } from './is-heard.js';
import { assertStored } from './open-transaction.js';
import type { Change, Condition } from './operation.js';
import type { RowLocks } from './row-locks.js';

/**
 * Runs a change with TypeORM. A change that the database seems to ignore runs once more: another
 * caller may have inserted a row in between.
 * @returns how many rows it affected
 * @throws an error with the code `KEPT` if the database ignores it
 * @see docs/design/security-bar.md DT3
 */
async function executeChange(
  change: Change,
  dataSource: DataSource,
  manager: EntityManager,
): Promise<number> {
  const restore = givenValues([change]);
  let total = 0;
  for (let isAgain = false; ; isAgain = true) {
    if (isAgain) restore();
    const affected = await executeOnce(change, dataSource, manager);
    total += affected;
    const doubt = doubtOf(change, total);
    if (!doubt || !(await isMet(doubt, manager))) return total;
    if (isAgain && affected === 0) throw ignored();
  }
}

/**
 * If a listener or subscriber hears of the change, it can undo it by throwing. One that catches the
 * error of its own statement has lost the transaction too, which COMMIT does not report: only a
 * savepoint can then no longer be released.
 */
function executeOnce(change: Change, { subscribers }: DataSource, manager: EntityManager) {
  if (!isHeard(change, subscribers)) return send(change, manager);
  const apart = (own: EntityManager) => own.transaction((inner) => send(change, inner));
  return manager.queryRunner?.isTransactionActive ? apart(manager) : manager.transaction(apart);
}

async function send(change: Change, manager: EntityManager): Promise<number> {
  const { queryRunner, connection } = manager;
  const builder = change.build(manager);
  // PostgreSQL counts the rows of an INSERT by what it returns.
  const isCounted = change.metadata.getInsertionReturningColumns().length > 0;
  if (connection.options.type === 'postgres' && builder instanceof InsertQueryBuilder && !isCounted)
    builder.returning('1');
  const result = await builder.execute();
  if (!queryRunner?.isTransactionActive) await assertStored(queryRunner, result.raw);
  if ('affected' in result) return result.affected ?? 0;
  const rows: unknown = result.raw;
  return Array.isArray(rows) ? rows.length : 1;
}

/**
 * Returns the condition that shows whether the database has ignored a change, if there is doubt.
 * @throws an error with the code `KEPT` for a row that was not inserted
 */
export function doubtOf({ event, isIgnored, isOfMany }: Change, affected: number) {
  if (event === 'Insert' && affected === 0) throw ignored();
  return isOfMany || affected === 0 ? isIgnored : undefined;
}

/** The error for a change that the database ignores. */
export function ignored(): Error {
  return Object.assign(new Error('the database ignored a change'), { code: 'KEPT' });
}

/** Runs changes in their order. @returns how many rows the last one affected */
export async function executeChanges(
  changes: readonly Change[],
  dataSource: DataSource,
  manager: EntityManager,
): Promise<number> {
  let affected = 0;
  for (const change of changes) affected = await executeChange(change, dataSource, manager);
  return affected;
}

/** Runs changes in a transaction that is open, if a condition is met. @returns whether it is */
export async function executeIf(
  condition: Condition,
  changes: readonly Change[],
  {
    dataSource,
    manager,
    locks,
  }: {
    readonly dataSource: DataSource;
    readonly manager: EntityManager;
    readonly locks: RowLocks;
  },
): Promise<boolean> {
  if (!(await isMet(condition, manager))) return false;
  const fence = (await locks.holdAtOneNode(manager)) ? condition.fence?.() : undefined;
  await executeChanges([...(fence ?? []), ...changes], dataSource, manager);
  return true;
}

/** Checks a condition within the transaction of the changes that depend on it. */
async function isMet(condition: Condition, manager: EntityManager): Promise<boolean> {
  const { sql, parameters } = condition;
  return condition.isMet(await manager.query<Record<string, unknown>[]>(sql, [...parameters]));
}
