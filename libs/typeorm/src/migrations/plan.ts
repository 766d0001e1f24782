import type { QueryRunner } from 'typeorm';
import { atomically } from './atomically.js';
import { refuse } from './refuse.js';

/** What a migration found before its first change, and the changes to make. */
export interface Plan {
  /** One line for each obstacle. */
  readonly problems: readonly string[];
  /** Makes the changes that are still missing. */
  readonly apply: () => Promise<void>;
}

export const THERE_ALREADY =
  'tables, columns or keys with these names already exist and are not ours. Rename them, or choose a `prefix`';
export const REFERRED_TO =
  'other objects refer to these tables. Revert the migrations that created them, or drop them';

/**
 * Applies the plans, in one transaction if the database supports it.
 * @throws {Error} if a plan has a problem; nothing is changed then
 */
export async function carryOut(
  queryRunner: QueryRunner,
  plans: readonly Plan[],
  whatToDo: string,
): Promise<void> {
  refuse(
    plans.flatMap(({ problems }) => problems),
    whatToDo,
  );
  await atomically(queryRunner, async () => {
    for (const { apply } of plans) await apply();
  });
}
