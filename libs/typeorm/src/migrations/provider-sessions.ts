import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ColumnAdder } from './add-columns.js';
import { TableMaker } from './make-tables.js';
import type { MigrationClass } from './migration-class.js';
import { NamedTables, type NamesAndIds } from './named-tables.js';
import { carryOut, REFERRED_TO, THERE_ALREADY } from './plan.js';
import {
  addedColumns1795400000000,
  addedTables1795400000000,
} from './provider-sessions-1795400000000.js';

/** Devices, sessions at the provider, and who refreshes tokens: two tables grow, one is new. */
export function providerSessions(options: NamesAndIds): MigrationClass {
  const parts = (queryRunner: QueryRunner) => {
    const names = new NamedTables(queryRunner, options);
    return {
      columns: new ColumnAdder(queryRunner, names),
      tables: new TableMaker(queryRunner, names),
    };
  };
  return class ProviderSessions1795400000000 implements MigrationInterface {
    readonly name = `ProviderSessions${options.prefix}1795400000000`;

    async up(queryRunner: QueryRunner): Promise<void> {
      const { columns, tables } = parts(queryRunner);
      const adding = await columns.adding(addedColumns1795400000000);
      const making = await tables.making(addedTables1795400000000);
      await carryOut(queryRunner, [adding, making], THERE_ALREADY);
    }

    async down(queryRunner: QueryRunner): Promise<void> {
      const { columns, tables } = parts(queryRunner);
      const dropping = await tables.dropping(addedTables1795400000000);
      const removing = await columns.dropping(addedColumns1795400000000);
      await carryOut(queryRunner, [dropping, removing], REFERRED_TO);
    }
  };
}
