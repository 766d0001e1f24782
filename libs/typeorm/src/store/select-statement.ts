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

/** So many values of a key go into one statement. */
export const MOST_KEYS = 64;

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
  private readonly sqlBySize = new Map<number, string>();
  private readonly name: string;

  constructor(
    dataSource: DataSource,
    private readonly plan: SelectPlan,
  ) {
    this.driver = dataSource.driver;
    this.rowColumns = new SelectedColumns(plan.from, 'r', this.driver);
    this.userColumns = plan.user && new SelectedColumns(plan.user, 'u', this.driver);
    this.keyColumns = plan.where.map((property) => columnOf(plan.from, property));
    this.sql = this.build(
      this.keyColumns.map((column, at) => `${this.rowColumns.qualified(column)} = ${this.key(at)}`),
    );
    this.name = `select from ${plan.from.tableName}`;
  }

  /** @returns no rows when a value cannot be a key; see {@link fitsColumn} */
  async run(operation: Operation, values: readonly unknown[]): Promise<SelectedRow[]> {
    const parameters = this.parametersFor(values);
    if (!parameters) return [];
    return this.rowsOf(await operation.select(this.name, this.sql, parameters), values);
  }

  /**
   * Reads the rows of several values of the one key, in one statement.
   * @param keys - each {@link isKey}, at most {@link MOST_KEYS}
   * @returns finds the row of a key, as new objects at each call
   */
  async runForEach(
    operation: Operation,
    keys: readonly string[],
  ): Promise<(key: string) => SelectedRow | undefined> {
    const [column] = this.keyColumns;
    if (!column) return () => undefined;
    const prepared = keys.map((key): unknown => this.driver.preparePersistentValue(key, column));
    // As few texts as there are powers of two, so that the database knows all of them soon.
    const size = 2 ** Math.ceil(Math.log2(keys.length));
    const parameters = Array.from({ length: size }, (_, at) => prepared[at] ?? prepared[0]);
    const rows = await operation.select(this.name, this.sqlFor(size, column), parameters);
    const byKey = new Map(rows.map((raw) => [this.rowColumns.read(raw, column), raw]));
    return (key) => {
      const raw = byKey.get(key);
      return raw && this.toSelected(raw);
    };
  }

  /** Whether a value can be that of the one key. */
  isKey(value: unknown): value is string {
    return this.parametersFor([value]) !== null;
  }

  /** Whether rows can be told apart by their key. */
  get hasReadableKey(): boolean {
    return this.keyColumns.length === 1 && this.keyColumns.every(({ isSelect }) => isSelect);
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
    return rows.map((raw) => this.toSelected(raw)).filter(({ row }) => this.hasKey(row, values));
  }

  private toSelected(raw: Readonly<Record<string, unknown>>): SelectedRow {
    return { row: this.rowColumns.toRow(raw), user: this.userColumns?.toRow(raw) ?? {} };
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

  private key(at: number): string {
    return this.driver.createParameter('key', at);
  }

  private sqlFor(size: number, column: ColumnMetadata): string {
    const known = this.sqlBySize.get(size);
    if (known !== undefined) return known;
    const keys = Array.from({ length: size }, (_, at) => this.key(at)).join(', ');
    const sql = this.build([`${this.rowColumns.qualified(column)} IN (${keys})`]);
    this.sqlBySize.set(size, sql);
    return sql;
  }

  private build(conditions: readonly string[]): string {
    const { rowColumns, userColumns } = this;
    const { from, user, deleted = 'none' } = this.plan;
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
