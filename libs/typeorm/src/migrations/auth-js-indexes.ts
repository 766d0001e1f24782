import { authJsDefinitions } from '../entities/auth-js-definitions.js';
import { offeredIndexName, type TableDefinition } from '../entities/table-definitions.js';
import { IndexAdder } from './add-indexes.js';
import type { Steps } from './migration-class.js';
import { carryOut, REFERRED_TO, THERE_ALREADY } from './plan.js';

const definitions: readonly TableDefinition[] = Object.values(authJsDefinitions);

/** What Auth.js tables lack: indexes by account, sign-in link and expiry. */
const lacking = definitions.flatMap(({ table, offered = [] }) =>
  offered.length > 0 ? [{ table, indexed: offered, nameOf: offeredIndexName }] : [],
);

/** The migration that adds the indexes that Auth.js tables lack. */
export const authJsIndexes: Steps = {
  async up(queryRunner, names) {
    const adding = await new IndexAdder(queryRunner, names).adding(lacking);
    await carryOut(queryRunner, [adding], THERE_ALREADY);
  },
  async down(queryRunner, names) {
    const dropping = await new IndexAdder(queryRunner, names).dropping(lacking);
    await carryOut(queryRunner, [dropping], REFERRED_TO);
  },
};
