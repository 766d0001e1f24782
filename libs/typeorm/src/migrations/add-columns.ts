import { type QueryRunner, type Table, TableColumn } from 'typeorm';
import { catalogOf } from './catalog/catalog-of.js';
import { generatedColumnsIn, type NewNames } from './catalog/catalog.port.js';
import { additions, removals, type TableChange } from './column-statements.js';
import { hasForm } from './differences-of.js';
import { nameProblems, namesOfKeys, takenKeys } from './name-problems.js';
import type { NamedTables } from './named-tables.js';
import { patiently } from './patiently.js';
import type { Plan } from './plan.js';
import type { AddedColumns } from './provider-sessions-1795400000000.js';

/**
 * Adds columns with their indexes, and drops them. It does not use TypeORM's statements, which on
 * SQLite recreate the table for each column and so would lose what the application added to it.
 */
export class ColumnAdder {
  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly names: NamedTables,
  ) {}

  /** Plans to add what is missing; a different column or index with the same name is a problem. */
  async adding(tables: readonly AddedColumns[]): Promise<Plan> {
    const problems: string[] = [];
    const changes: TableChange[] = [];
    const news: NewNames[] = [];
    const catalog = catalogOf(this.queryRunner);
    for (const { table, wanted, actual, found } of await this.look(tables)) {
      problems.push(...found);
      if (!actual) continue;
      for (const column of wanted.columns) {
        const there = actual.findColumnByName(column.name);
        if (there && !hasForm(there, column, this.names.driver))
          problems.push(`${actual.name}: the column ${column.name} has another type`);
      }
      const path = this.names.path(table);
      const plain = await catalog.plainIndexes(path);
      problems.push(...takenKeys(actual, wanted.indexes, plain));
      news.push(namesOfKeys(path, { indices: wanted.indexes }, actual));
      changes.push({
        path,
        columns: wanted.columns.filter(({ name }) => !actual.findColumnByName(name)),
        indexes: wanted.indexes.filter(({ name }) => !hasIndex(actual, name)),
      });
    }
    problems.push(...(await nameProblems(catalog, news)));
    return { problems, apply: () => this.each(changes, additions) };
  }

  /**
   * Plans to drop the existing columns and indexes. A key of the application that uses one of them
   * is a problem, since some databases would drop it too. If a view uses the column, the database
   * itself refuses.
   */
  async dropping(tables: readonly AddedColumns[]): Promise<Plan> {
    const problems: string[] = [];
    const changes: TableChange[] = [];
    for (const { table, wanted, actual, found } of await this.look(tables)) {
      problems.push(...found);
      if (!actual) continue;
      problems.push(...keysOfOthers(actual, wanted));
      changes.push({
        path: this.names.path(table),
        columns: wanted.columns.filter(({ name }) => actual.findColumnByName(name)),
        indexes: wanted.indexes.filter(({ name }) => hasIndex(actual, name)),
      });
    }
    return { problems, apply: () => this.each(changes, removals) };
  }

  private async look(tables: readonly AddedColumns[]) {
    const catalog = catalogOf(this.queryRunner);
    const looked = [];
    for (const { table, columns, indexed } of tables) {
      const found = [...(await generatedColumnsIn(catalog, this.names.path(table)))];
      // TypeORM fails on computed columns that it did not create.
      const actual =
        found.length > 0 ? undefined : await this.queryRunner.getTable(this.names.tableName(table));
      if (!actual && found.length === 0)
        found.push(`${this.names.tableName(table)}: there is no such table`);
      const wanted = {
        columns: Object.entries(columns).map(
          ([property, column]) => new TableColumn(this.names.column(property, column)),
        ),
        indexes: indexed.map((properties) => this.names.index(table, properties)),
      };
      looked.push({ table, wanted, actual, found });
    }
    return looked;
  }

  private async each(
    changes: readonly TableChange[],
    statementsOf: (queryRunner: QueryRunner, change: TableChange) => readonly string[],
  ): Promise<void> {
    await patiently(
      this.queryRunner,
      changes.map(({ path }) => path),
      changes.flatMap((change) => statementsOf(this.queryRunner, change)),
    );
  }
}

/** Returns one line for each key of the application that uses our columns. */
function keysOfOthers(
  { name: table, indices, uniques, foreignKeys }: Table,
  { columns, indexes }: Pick<TableChange, 'columns' | 'indexes'>,
): string[] {
  const leaving = new Set(columns.map(({ name }) => name));
  const ours = new Set(indexes.map(({ name }) => name));
  return [...indices, ...uniques, ...foreignKeys]
    .filter((key) => !ours.has(`${key.name}`))
    .flatMap(({ name, columnNames }) =>
      columnNames
        .filter((column) => leaving.has(column))
        .map((column) => `${table}: the key ${name} uses the column ${column}`),
    );
}

function hasIndex({ indices }: Table, name: string): boolean {
  return indices.some((index) => index.name === name);
}
