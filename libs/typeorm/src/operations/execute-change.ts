import type { DataSource, EntityManager } from 'typeorm';
import { isHeard } from './is-heard.js';
import type { Change } from './operation.js';

/**
 * Runs a change with TypeORM. If a listener or subscriber runs after the change, it runs in a
 * transaction, which is rolled back if the listener throws.
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
