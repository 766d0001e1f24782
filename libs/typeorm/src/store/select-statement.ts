import type { DataSource, EntityMetadata } from 'typeorm';
import { columnOf, type ColumnMetadata } from './column-metadata.js';
import { fitsColumn } from './fits-column.js';
import type { Condition, Operation } from './operation.js';
import { SelectedColumns } from './selected-columns.js';

/** What a {@link SelectStatement} reads. */
export interface SelectPlan {
  readonly from: EntityMetadata;
  /** The user entity, to read the user of a row with it. */
  readonly user?: EntityMetadata;
  /** Properties of `from` whose values are given, in this order. */
  readonly where: readonly string[];
  /** Softly deleted rows, and rows of users who are. @default 'none' */
  readonly deleted?: 'none' | 'too' | 'only';
}

/** A row, and its user where the plan asks for it. */
export interface SelectedRow {
  readonly row: Record<string, unknown>;
  readonly user: Record<string, unknown>;
}

/**
 * One SELECT, its text built once from the metadata, so that naming strategies, schemas, prefixes
 * and own columns hold. TypeORM's `find` builds text and entities anew for every call, which costs
 * a guarded request more than everything else in it.
 */
export class SelectStatement {
  private readonly driver: DataSource['driver'];
  private readonly rowColumns: SelectedColumns;
  private readonly userColumns: SelectedColumns | undefined;
  private readonly keyColumns: readonly ColumnMetadata[];
  private readonly sql: string;
  private readonly name: string;

  constructor(dataSource: DataSource, plan: SelectPlan) {
    this.driver = dataSource.driver;
    this.rowColumns = new SelectedColumns(plan.from, 'r', this.driver);
    this.userColumns = plan.user && new SelectedColumns(plan.user, 'u', this.driver);
    this.keyColumns = plan.where.map((property) => columnOf(plan.from, property));
    this.sql = this.build(plan);
    this.name = `select from ${plan.from.tableName}`;
  }

  /** @returns no rows when a value cannot be a key; see {@link fitsColumn} */
  async run(operation: Operation, values: readonly unknown[]): Promise<SelectedRow[]> {
    const parameters = this.parametersFor(values);
    if (!parameters) return [];
    return this.rowsOf(await operation.select(this.name, this.sql, parameters), values);
  }

  /**
   * The same as what changes depend on.
   * @returns null when a value cannot be a key
   */
  condition(
    values: readonly unknown[],
    isMet: (rows: readonly SelectedRow[]) => boolean,
  ): Condition | null {
    const parameters = this.parametersFor(values);
    return (
      parameters && {
        sql: hasRowLocks(this.driver) ? `${this.sql} FOR UPDATE` : this.sql,
        parameters,
        isMet: (rows) => isMet(this.rowsOf(rows, values)),
      }
    );
  }

  private parametersFor(values: readonly unknown[]): unknown[] | null {
    const { keyColumns, driver } = this;
    if (!keyColumns.every((column, at) => fitsColumn(values[at], column, driver))) return null;
    return keyColumns.map((column, at): unknown =>
      driver.preparePersistentValue(values[at], column),
    );
  }

  private rowsOf(
    rows: readonly Record<string, unknown>[],
    values: readonly unknown[],
  ): SelectedRow[] {
    return rows
      .map((raw) => ({
        row: this.rowColumns.toRow(raw),
        user: this.userColumns?.toRow(raw) ?? {},
      }))
      .filter(({ row }) => this.hasKey(row, values));
  }

  /**
   * MySQL and MariaDB take `a ` for `a`, and in a table with a collation of its own `A` and `ä`
   * too. A key column that cannot be read is the database's to compare.
   */
  private hasKey(row: Readonly<Record<string, unknown>>, values: readonly unknown[]): boolean {
    return this.keyColumns.every(
      ({ propertyName, isSelect }, at) => !isSelect || row[propertyName] === values[at],
    );
  }

  private build({ from, user, deleted = 'none' }: SelectPlan): string {
    const { rowColumns, userColumns } = this;
    const conditions = this.keyColumns.map(
      (column, at) => `${rowColumns.qualified(column)} = ${this.driver.createParameter('key', at)}`,
    );
    if (!user || !userColumns) {
      const living = this.livingOf(from, rowColumns, deleted);
      return (
        `SELECT ${rowColumns.sql} FROM ${this.table(from, rowColumns)} ` +
        `WHERE ${[...conditions, ...living].join(' AND ')}`
      );
    }
    const on =
      `${userColumns.qualified(columnOf(user, 'id'))} = ` +
      rowColumns.qualified(columnOf(from, 'userId'));
    const living = [
      ...this.livingOf(from, rowColumns, deleted === 'only' ? 'too' : deleted),
      ...this.livingOf(user, userColumns, deleted),
    ];
    return (
      `SELECT ${rowColumns.sql}, ${userColumns.sql} FROM ${this.table(from, rowColumns)} ` +
      `INNER JOIN ${this.table(user, userColumns)} ON ${on} ` +
      `WHERE ${[...conditions, ...living].join(' AND ')}`
    );
  }

  private table({ tablePath }: EntityMetadata, { alias }: SelectedColumns): string {
    const path = tablePath.split('.').map((name) => this.driver.escape(name));
    return `${path.join('.')} ${this.driver.escape(alias)}`;
  }

  /** A user whom the application deleted softly is nobody here, as in TypeORM's own `find`. */
  private livingOf(
    { deleteDateColumn }: EntityMetadata,
    columns: SelectedColumns,
    deleted: 'none' | 'too' | 'only',
  ): string[] {
    if (!deleteDateColumn || deleted === 'too') return [];
    const condition = deleted === 'only' ? 'IS NOT NULL' : 'IS NULL';
    return [`${columns.qualified(deleteDateColumn)} ${condition}`];
  }
}

/** SQLite locks the whole file for whoever writes. */
function hasRowLocks({ options }: DataSource['driver']): boolean {
  return options.type !== 'better-sqlite3';
}
