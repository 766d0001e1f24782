import type { QueryRunner } from 'typeorm';
import type { TableDefinition } from '../entities/table-definitions.js';
import { catalogOf } from './catalog/catalog-of.js';
import { generatedColumnsIn } from './catalog/catalog.port.js';
import { differencesOf } from './differences-of.js';
import { dropTable } from './drop-table.js';
import { nameProblems, namesOfNew } from './name-problems.js';
import type { NamedTables } from './named-tables.js';
import type { Steps } from './migration-class.js';
import { patientlyEach } from './patiently.js';
import { carryOut, REFERRED_TO, THERE_ALREADY, type Plan } from './plan.js';

/** Returns the steps of a migration that creates tables, and reverts by dropping them. */
export function newTables(tables: readonly TableDefinition[]): Steps {
  return {
    up: async (queryRunner, names) => {
      const making = await new TableMaker(queryRunner, names).making(tables);
      await carryOut(queryRunner, [making], THERE_ALREADY);
    },
    down: async (queryRunner, names) => {
      const dropping = await new TableMaker(queryRunner, names).dropping(tables);
      await carryOut(queryRunner, [dropping], REFERRED_TO);
    },
  };
}

/**
 * Creates tables and drops them. It first checks which tables exist, so it can run again after a
 * failure: MariaDB and MySQL cannot roll back the creation or deletion of a table.
 */
export class TableMaker {
  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly names: NamedTables,
  ) {}

  /** Plans to create the missing tables; an existing table that differs is a problem. */
  async making(tables: readonly TableDefinition[]): Promise<Plan> {
    const problems: string[] = [];
    const missing: TableDefinition[] = [];
    const catalog = catalogOf(this.queryRunner);
    for (const table of tables) {
      const generated = await generatedColumnsIn(catalog, this.names.path(table.table));
      problems.push(...generated);
      if (generated.length > 0) continue;
      const actual = await this.queryRunner.getTable(this.names.tableName(table.table));
      if (!actual) missing.push(table);
      else problems.push(...differencesOf(actual, this.names.table(table), this.names.driver));
    }
    const news = missing.map((table) => namesOfNew(this.names, table));
    problems.push(...(await nameProblems(catalog, news)));
    const { queryRunner, names } = this;
    const making = missing.map((table) => () => queryRunner.createTable(names.table(table)));
    return { problems, apply: () => patientlyEach(queryRunner, making) };
  }

  /** Plans to drop the tables with all rows; objects that refer to them are a problem. */
  async dropping(tables: readonly TableDefinition[]): Promise<Plan> {
    const ours = tables.map(({ table }) => this.names.path(table));
    const catalog = catalogOf(this.queryRunner);
    const problems: string[] = [];
    for (const path of ours) problems.push(...(await catalog.whatRefersTo(path, ours)));
    const { queryRunner, names } = this;
    const dropping = tables.toReversed().map(
      ({ table }) =>
        () =>
          dropTable(queryRunner, names, table),
    );
    return { problems, apply: () => patientlyEach(queryRunner, dropping) };
  }
}
