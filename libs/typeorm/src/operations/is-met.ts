import type { EntityManager } from 'typeorm';
import type { Condition } from './operation.js';

/** Checks a condition within the transaction of the changes that depend on it. */
export async function isMet(condition: Condition, manager: EntityManager): Promise<boolean> {
  const { sql, parameters } = condition;
  return condition.isMet(await manager.query<Record<string, unknown>[]>(sql, [...parameters]));
}
