import type { DataSource, EntityManager } from 'typeorm';
import { isHeard } from './is-heard.js';
import type { Change } from './operation.js';

/**
 * Runs a change through TypeORM. If a listener or subscriber runs after it, the change runs in a
 * transaction, so that a listener that throws rolls it back.
 * @returns how many rows it affected
 */
export async function executeChange(
  change: Change,
  { subscribers }: DataSource,
  manager: EntityManager,
): Promise<number> {
  const builder = change.build(manager);
  const result = await builder.useTransaction(isHeard(change, subscribers)).execute();
  return 'affected' in result ? (result.affected ?? 0) : 1;
}
