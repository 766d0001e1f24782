import { type QueryRunner, type Table, TableIndex } from 'typeorm';
import { authJsDefinitions } from '../entities/auth-js-definitions.js';
import { offeredIndexName, type TableDefinition } from '../entities/table-definitions.js';
import { catalogOf } from './catalog/catalog-of.js';
import { generatedColumnsIn } from './catalog/catalog.port.js';
import { nameProblems, namesOfKeys, takenKeys } from './name-problems.js';
import type { NamedTables } from './named-tables.js';
import type { Steps } from './migration-class.js';
import { carryOut, REFERRED_TO, THERE_ALREADY, type Plan } from './plan.js';

const definitions: readonly TableDefinition[] = Object.values(authJsDefinitions);

interface Offered {
  readonly table: Table;
  readonly path: string;
  readonly indexes: readonly TableIndex[];
}

export const authJsIndexes: Steps = {
  up: async (queryRunner, names) =>
    carryOut(queryRunner, [await new AuthJsIndexes(queryRunner, names).making()], THERE_ALREADY),
  down: async (queryRunner, names) =>
    carryOut(queryRunner, [await new AuthJsIndexes(queryRunner, names).dropping()], REFERRED_TO),
};

/** Adds indexes that Auth.js tables lack, by account, sign-in link and expiry, and drops them. */
class AuthJsIndexes {
  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly names: NamedTables,
  ) {}

  /** Plans to create the missing indexes; a different index with the same name is a problem. */
  async making(): Promise<Plan> {
    const { offered, problems } = await this.look();
    const catalog = catalogOf(this.queryRunner);
    const news = [];
    for (const { table, path, indexes } of offered) {
      problems.push(...takenKeys(table, indexes, await catalog.plainIndexes(path)));
      news.push(namesOfKeys(path, { indices: indexes }, table));
    }
    problems.push(...(await nameProblems(catalog, news)));
    const apply = async () => {
      for (const { table, indexes } of offered)
        await this.queryRunner.createIndices(
          table,
          indexes.filter((index) => !isThere(table, index)),
        );
    };
    return { problems, apply };
  }

  /** Plans to drop the existing indexes. */
  async dropping(): Promise<Plan> {
    const { offered, problems } = await this.look();
    const apply = async () => {
      for (const { table, indexes } of offered)
        await this.queryRunner.dropIndices(
          table,
          indexes.filter((index) => isThere(table, index)),
        );
    };
    return { problems, apply };
  }

  private async look() {
    const problems: string[] = [];
    const offered: Offered[] = [];
    for (const definition of definitions) {
      const properties = definition.offered ?? [];
      if (properties.length === 0) continue;
      const path = this.names.path(definition.table);
      const generated = await generatedColumnsIn(catalogOf(this.queryRunner), path);
      problems.push(...generated);
      // TypeORM fails on computed columns that it did not create.
      if (generated.length > 0) continue;
      const table = await this.queryRunner.getTable(this.names.tableName(definition.table));
      if (!table) problems.push(`${path}: there is no such table`);
      else
        offered.push({ table, path, indexes: properties.map((of) => this.index(definition, of)) });
    }
    return { offered, problems };
  }

  private index({ table }: TableDefinition, properties: readonly string[]): TableIndex {
    const name = offeredIndexName(this.names.options.prefix + table, properties);
    return new TableIndex({ name, columnNames: this.names.names(properties) });
  }
}

function isThere({ indices }: Table, { name }: TableIndex): boolean {
  return indices.some((index) => index.name === name);
}
