import { authJsDefinitions } from '../entities/auth-js-definitions.js';
import { offeredIndexName, type TableDefinition } from '../entities/table-definitions.js';
import { ColumnAdder } from './add-columns.js';
import type { Steps } from './migration-class.js';
import { carryOut, REFERRED_TO, THERE_ALREADY } from './plan.js';

const definitions: readonly TableDefinition[] = Object.values(authJsDefinitions);

/** What Auth.js tables lack: indexes by account, sign-in link and expiry. */
const lacking = definitions.flatMap(({ table, offered = [] }) =>
  offered.length > 0 ? [{ table, columns: {}, indexed: offered, nameOf: offeredIndexName }] : [],
);

/** The migration that adds the indexes that Auth.js tables lack. */
export const authJsIndexes: Steps = {
  up: async (queryRunner, names) =>
    carryOut(
      queryRunner,
      [await new ColumnAdder(queryRunner, names).adding(lacking)],
      THERE_ALREADY,
    ),
  down: async (queryRunner, names) =>
    carryOut(
      queryRunner,
      [await new ColumnAdder(queryRunner, names).dropping(lacking)],
      REFERRED_TO,
    ),
};
