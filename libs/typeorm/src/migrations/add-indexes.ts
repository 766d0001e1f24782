import type { QueryRunner, Table } from 'typeorm';
import { databaseOf } from '../entities/auth-database.js';
import { catalogOf } from './catalog/catalog-of.js';
import { generatedColumnsIn, type NewNames } from './catalog/catalog.port.js';
import { dataSourceOf, escaped } from './catalog/statements.js';
import { nameProblems, namesOfKeys, takenKeys } from './name-problems.js';
import type { NamedTables } from './named-tables.js';
import { patiently } from './patiently.js';
import type { Plan } from './plan.js';

/** Indexes to add to a table. */
export interface AddedIndexes {
  readonly table: string;
  readonly indexed: readonly (readonly string[])[];
  readonly nameOf: (table: string, properties: readonly string[]) => string;
}

interface NamedIndex {
  readonly name: string;
  readonly columnNames: readonly string[];
}

/** Adds indexes to existing tables, and drops them. */
export class IndexAdder {
  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly names: NamedTables,
  ) {}

  /** Plans to add what is missing; a different key with the same name is a problem. */
  async adding(tables: readonly AddedIndexes[]): Promise<Plan> {
    const problems: string[] = [];
    const news: NewNames[] = [];
    const statements: string[] = [];
    const catalog = catalogOf(this.queryRunner);
    for (const added of tables) {
      const { path, actual, wanted } = await this.look(added, problems);
      if (!actual) continue;
      problems.push(...takenKeys(actual, wanted, await catalog.plainIndexes(path)));
      news.push(namesOfKeys(path, { indices: wanted }, actual));
      const missing = wanted.filter(({ name }) => !hasIndex(actual, name));
      statements.push(...missing.map((index) => this.creation(path, index)));
    }
    problems.push(...(await nameProblems(catalog, news)));
    return this.planOf(tables, problems, statements);
  }

  /** Plans to drop those that exist. */
  async dropping(tables: readonly AddedIndexes[]): Promise<Plan> {
    const problems: string[] = [];
    const statements: string[] = [];
    for (const added of tables) {
      const { path, actual, wanted } = await this.look(added, problems);
      const there = wanted.filter(({ name }) => actual && hasIndex(actual, name));
      statements.push(...there.map(({ name }) => this.removal(path, name)));
    }
    return this.planOf(tables, problems, statements);
  }

  private async look({ table, indexed, nameOf }: AddedIndexes, problems: string[]) {
    const path = this.names.path(table);
    const generated = await generatedColumnsIn(catalogOf(this.queryRunner), path);
    problems.push(...generated);
    // TypeORM fails on computed columns that it did not create.
    const isReadable = generated.length === 0;
    const name = this.names.tableName(table);
    const actual = isReadable ? await this.queryRunner.getTable(name) : undefined;
    if (!actual && isReadable) problems.push(`${name}: there is no such table`);
    const wanted = indexed.map((properties): NamedIndex => ({
      columnNames: this.names.names(properties),
      name: nameOf(this.names.options.prefix + table, properties),
    }));
    return { path, actual, wanted };
  }

  private planOf(
    tables: readonly AddedIndexes[],
    problems: readonly string[],
    statements: readonly string[],
  ): Plan {
    const paths = tables.map(({ table }) => this.names.path(table));
    return { problems, apply: () => patiently(this.queryRunner, paths, statements) };
  }

  private creation(path: string, { name, columnNames }: NamedIndex): string {
    const q = (text: string) => escaped(this.queryRunner, text);
    return `CREATE INDEX ${q(name)} ON ${q(path)} (${columnNames.map(q).join(', ')})`;
  }

  private removal(path: string, name: string): string {
    const q = (text: string) => escaped(this.queryRunner, text);
    if (databaseOf(dataSourceOf(this.queryRunner).driver) === 'mysql') {
      return `DROP INDEX ${q(name)} ON ${q(path)}`;
    }
    return `DROP INDEX ${q(path.slice(0, path.lastIndexOf('.') + 1) + name)}`;
  }
}

function hasIndex({ indices }: Table, name: string): boolean {
  return indices.some((index) => index.name === name);
}
