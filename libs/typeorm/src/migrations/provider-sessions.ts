import type { QueryRunner } from 'typeorm';
import { ColumnAdder } from './add-columns.js';
import { authTables1795194000000 } from './auth-tables-1795194000000.js';
import { TableMaker } from './make-tables.js';
import type { Steps } from './migration-class.js';
import type { NamedTables } from './named-tables.js';
import { carryOut, NOT_WHOLE, REFERRED_TO, THERE_ALREADY } from './plan.js';
import {
  addedColumns1795400000000,
  addedTables1795400000000,
} from './provider-sessions-1795400000000.js';
import { refuse } from './refuse.js';

/**
 * The migration for devices, the end of access, sessions at the provider and token refreshes: it adds
 * columns to three tables, and a new table.
 */
export const providerSessions: Steps = {
  async up(queryRunner, names) {
    refuse(await missingTables(queryRunner, names), NOT_WHOLE);
    const adding = await new ColumnAdder(queryRunner, names).adding(addedColumns1795400000000);
    const making = await new TableMaker(queryRunner, names).making(addedTables1795400000000);
    await carryOut(queryRunner, [adding, making], THERE_ALREADY);
  },
  async down(queryRunner, names) {
    const dropping = await new TableMaker(queryRunner, names).dropping(addedTables1795400000000);
    const removing = await new ColumnAdder(queryRunner, names).dropping(addedColumns1795400000000);
    await carryOut(queryRunner, [dropping, removing], REFERRED_TO);
  },
};

/**
 * Finds tables of the first migration that are missing. On MariaDB and MySQL, an interrupted revert
 * may have dropped some while TypeORM still lists that migration as executed.
 */
async function missingTables(queryRunner: QueryRunner, names: NamedTables): Promise<string[]> {
  const missing: string[] = [];
  for (const { table } of authTables1795194000000) {
    const name = names.tableName(table);
    if (!(await queryRunner.hasTable(name))) missing.push(`${name}: there is no such table`);
  }
  return missing;
}
