import { type DataSource, type EntityManager, InsertQueryBuilder } from 'typeorm';
import { databaseOf } from '../entities/auth-database.js';
import { isHeard } from './is-heard.js';
import { isMet } from './is-met.js';
import { assertStored } from './open-transaction.js';
import type { Change } from './operation.js';

/**
 * Runs a change with TypeORM. A change that the database seems to ignore runs once more: another
 * caller may have inserted a row in between.
 * @returns how many rows it affected
 * @throws an error with the code `KEPT` if the database ignores it
 * @see docs/design/security-bar.md DT3
 */
export async function executeChange(
  change: Change,
  dataSource: DataSource,
  manager: EntityManager,
): Promise<number> {
  let total = 0;
  for (let isAgain = false; ; isAgain = true) {
    const affected = await executeOnce(change, dataSource, manager);
    total += affected;
    const doubt = doubtOf(change, total);
    if (!doubt || !(await isMet(doubt, manager))) return total;
    if (isAgain && affected === 0) throw ignored();
  }
}

/** If a listener or subscriber runs after the change, it can undo the change by throwing. */
async function executeOnce(
  change: Change,
  { subscribers, driver }: DataSource,
  manager: EntityManager,
): Promise<number> {
  const builder = change.build(manager);
  // PostgreSQL counts the rows of an INSERT by what it returns.
  const isReported = change.metadata.getInsertionReturningColumns().length > 0;
  if (builder instanceof InsertQueryBuilder && databaseOf(driver) === 'postgres' && !isReported)
    builder.returning('1');
  const isApart = isHeard(change, subscribers);
  const result = await builder.useTransaction(isApart).execute();
  const { queryRunner } = manager;
  if (!isApart && !queryRunner?.isTransactionActive) await assertStored(queryRunner, result.raw);
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
