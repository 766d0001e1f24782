import { type QueryRunner, type Table, TableColumn } from 'typeorm';
import { databaseOf } from '../entities/auth-database.js';
import { catalogOf } from './catalog/catalog-of.js';
import { generatedColumnsIn } from './catalog/catalog.port.js';
import { declaredColumn, escaped } from './catalog/statements.js';
import { hasForm } from './differences-of.js';
import type { NamedTables } from './named-tables.js';
import type { Plan } from './plan.js';
import type { AddedColumns } from './provider-sessions-1795400000000.js';

interface NamedIndex {
  readonly name: string;
  readonly columnNames: readonly string[];
}

/** What is to change in one table. */
interface TableChange {
  readonly path: string;
  readonly columns: readonly TableColumn[];
  readonly indexes: readonly NamedIndex[];
}

/**
 * Adds columns with their indexes, and drops them. By statements of our own: TypeORM makes a table
 * of SQLite anew for each column, and what the application added to it would not survive that.
 */
export class ColumnAdder {
  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly names: NamedTables,
  ) {}

  /** Adds what is missing; a column of the same name with another type is a problem. */
  async adding(tables: readonly AddedColumns[]): Promise<Plan> {
    const problems: string[] = [];
    const changes: TableChange[] = [];
    for (const { table, wanted, actual, found } of await this.look(tables)) {
      problems.push(...found);
      if (!actual) continue;
      for (const column of wanted.columns) {
        const there = actual.findColumnByName(column.name);
        if (there && !hasForm(there, column, this.names.driver))
          problems.push(`${actual.name}: the column ${column.name} has another type`);
      }
      changes.push({
        path: this.names.path(table),
        columns: wanted.columns.filter(({ name }) => !actual.findColumnByName(name)),
        indexes: wanted.indexes.filter(({ name }) => !hasIndex(actual, name)),
      });
    }
    return { problems, apply: () => this.each(changes, (change) => this.additions(change)) };
  }

  /** Drops what is there. The database refuses where something of the application's needs it. */
  async dropping(tables: readonly AddedColumns[]): Promise<Plan> {
    const problems: string[] = [];
    const changes: TableChange[] = [];
    for (const { table, wanted, actual, found } of await this.look(tables)) {
      problems.push(...found);
      if (!actual) continue;
      changes.push({
        path: this.names.path(table),
        columns: wanted.columns.filter(({ name }) => actual.findColumnByName(name)),
        indexes: wanted.indexes.filter(({ name }) => hasIndex(actual, name)),
      });
    }
    return { problems, apply: () => this.each(changes, (change) => this.removals(change)) };
  }

  private async look(tables: readonly AddedColumns[]) {
    const catalog = catalogOf(this.queryRunner);
    const looked = [];
    for (const { table, columns, indexed } of tables) {
      const found = [...(await generatedColumnsIn(catalog, this.names.path(table)))];
      // TypeORM fails on computed columns that it did not make.
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

  /** Each change is one statement where the database has it: MariaDB could stop between two. */
  private async each(
    changes: readonly TableChange[],
    actionsOf: (change: TableChange) => { alter: string[]; before: string[]; after: string[] },
  ): Promise<void> {
    for (const change of changes) {
      const { before, alter, after } = actionsOf(change);
      const alone = databaseOf(this.names.driver) === 'sqlite' ? alter : [alter.join(', ')];
      const alterations = alone
        .filter((actions) => actions !== '')
        .map((actions) => `ALTER TABLE ${escaped(this.queryRunner, change.path)} ${actions}`);
      for (const statement of [...before, ...alterations, ...after])
        await this.queryRunner.query(statement);
    }
  }

  private additions({ path, columns, indexes }: TableChange) {
    const added = columns.map((column) => `ADD COLUMN ${declaredColumn(this.queryRunner, column)}`);
    const over = ({ columnNames }: NamedIndex) =>
      `(${columnNames.map((name) => this.quoted(name)).join(', ')})`;
    const isMysql = databaseOf(this.names.driver) === 'mysql';
    const made = indexes.map((index) =>
      isMysql
        ? `ADD INDEX ${this.quoted(index.name)} ${over(index)}`
        : `CREATE INDEX ${this.quoted(index.name)} ON ${escaped(this.queryRunner, path)} ${over(index)}`,
    );
    return isMysql
      ? { before: [], alter: [...added, ...made], after: [] }
      : { before: [], alter: added, after: made };
  }

  private removals({ path, columns, indexes }: TableChange) {
    const dropped = columns.map(({ name }) => `DROP COLUMN ${this.quoted(name)}`);
    if (databaseOf(this.names.driver) === 'mysql') {
      const gone = indexes.map(({ name }) => `DROP INDEX ${this.quoted(name)}`);
      return { before: [], alter: [...gone, ...dropped], after: [] };
    }
    const schema = path.includes('.') ? `${path.slice(0, path.indexOf('.'))}.` : '';
    const gone = indexes.map(
      ({ name }) => `DROP INDEX ${escaped(this.queryRunner, `${schema}${name}`)}`,
    );
    return { before: gone, alter: dropped, after: [] };
  }

  private quoted(name: string): string {
    return this.names.driver.escape(name);
  }
}

function hasIndex({ indices }: Table, name: string): boolean {
  return indices.some((index) => index.name === name);
}
