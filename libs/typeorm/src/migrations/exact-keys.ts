import type { QueryRunner } from 'typeorm';
import { databaseOf } from '../entities/auth-database.js';
import { authTables1795194000000 } from './auth-tables-1795194000000.js';
import type { Steps } from './migration-class.js';
import type { NamedTables } from './named-tables.js';
import { refuse } from './refuse.js';
import { columnChanges } from './take-over/column-changes.js';
import { ProblemFinder } from './take-over/find-problems.js';
import { pairsOf, type Pair } from './take-over/pairs.js';
import { rehearse } from './take-over/rehearse.js';
import { TableReshaper } from './take-over/reshape-tables.js';
import { strictly } from './take-over/strictly.js';

const tables = authTables1795194000000;

/**
 * Sets the current collation on tables that version 0.1 created on MariaDB or MySQL, which treat
 * `abc` and `abc ` as the same key. On other databases it does nothing.
 * @throws {Error} if there is an obstacle; nothing is changed then
 */
async function makeKeysExact(queryRunner: QueryRunner, names: NamedTables): Promise<void> {
  if (databaseOf(names.driver) !== 'mysql') return;
  const pairs: Pair[] = [];
  for (const pair of pairsOf(tables, tables)) {
    const actual = await queryRunner.getTable(names.tableName(pair.from.table));
    if (!actual || columnChanges({ ...pair, actual }, names).length > 0) pairs.push(pair);
  }
  const changing = pairs.map(({ to }) => to);
  const problems = await new ProblemFinder(queryRunner, names).find(changing, changing);
  refuse(problems, 'of these problems. Fix them');
  await strictly(queryRunner, async () => {
    await rehearse(queryRunner, names, { from: changing, to: changing });
    const reshaper = new TableReshaper(queryRunner, names);
    for (const pair of pairs) await reshaper.changeColumns(pair);
  });
}

/** Nothing to revert: version 0.1 also works with exact keys, and rows may need them. */
export const exactKeys: Steps = { up: makeKeysExact, down: () => Promise.resolve() };
