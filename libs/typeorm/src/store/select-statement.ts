import type { DataSource, EntityManager, EntityMetadata } from 'typeorm';
import { columnOf, type ColumnMetadata } from './column-metadata.js';
import { fitsColumn } from './fits-column.js';
import { SelectedColumns } from './selected-columns.js';
import { runStatement } from './run-statement.js';
import type { SyncConnection } from './sync-connection.js';

/** What a {@link SelectStatement} reads. */
export interface SelectPlan {
  readonly from: EntityMetadata;
  /** The user entity, to read the user of a row with it. */
  readonly user?: EntityMetadata;
  /** Properties of `from` whose values are given, in this order. */
  readonly where: readonly string[];
}

/** As the driver returns it. */
type RawRow = Record<string, unknown>;

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

  constructor(
    private readonly dataSource: DataSource,
    plan: SelectPlan,
  ) {
    this.driver = dataSource.driver;
    this.rowColumns = new SelectedColumns(plan.from, 'r', this.driver);
    this.userColumns = plan.user && new SelectedColumns(plan.user, 'u', this.driver);
    this.keyColumns = plan.where.map((property) => columnOf(plan.from, property));
    this.sql = this.build(plan);
    this.name = `select from ${plan.from.tableName}`;
  }

  /** @returns no rows when a value cannot be a key; see {@link fitsColumn} */
  async run(values: readonly unknown[]): Promise<SelectedRow[]> {
    return this.read(values, (parameters) =>
      runStatement(this.name, () => this.dataSource.query<RawRow[]>(this.sql, parameters)),
    );
  }

  /** The same within a transaction, and nobody else changes these rows until it ends. */
  async lock(manager: EntityManager, values: readonly unknown[]): Promise<SelectedRow[]> {
    return this.read(values, (parameters) =>
      manager.query<RawRow[]>(`${this.sql} FOR UPDATE`, parameters),
    );
  }

  /** The same on a connection whose statements end before they return. */
  readInTurn(connection: SyncConnection, values: readonly unknown[]): SelectedRow[] {
    const parameters = this.parametersFor(values);
    return parameters ? this.rowsOf(connection.all(this.sql, parameters), values) : [];
  }

  private async read(
    values: readonly unknown[],
    query: (parameters: unknown[]) => Promise<RawRow[]>,
  ): Promise<SelectedRow[]> {
    const parameters = this.parametersFor(values);
    return parameters ? this.rowsOf(await query(parameters), values) : [];
  }

  private parametersFor(values: readonly unknown[]): unknown[] | undefined {
    const { keyColumns, driver } = this;
    if (!keyColumns.every((column, at) => fitsColumn(values[at], column, driver))) return undefined;
    return keyColumns.map((column, at): unknown =>
      driver.preparePersistentValue(values[at], column),
    );
  }

  private rowsOf(rows: readonly RawRow[], values: readonly unknown[]): SelectedRow[] {
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

  private build({ from, user }: SelectPlan): string {
    const { rowColumns, userColumns } = this;
    const conditions = this.keyColumns.map(
      (column, at) => `${rowColumns.qualified(column)} = ${this.driver.createParameter('key', at)}`,
    );
    if (!user || !userColumns) {
      const living = this.onlyLiving(from, rowColumns);
      return (
        `SELECT ${rowColumns.sql} FROM ${this.table(from, rowColumns)} ` +
        `WHERE ${[...conditions, ...living].join(' AND ')}`
      );
    }
    const on =
      `${userColumns.qualified(columnOf(user, 'id'))} = ` +
      rowColumns.qualified(columnOf(from, 'userId'));
    const living = [...this.onlyLiving(from, rowColumns), ...this.onlyLiving(user, userColumns)];
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
  private onlyLiving({ deleteDateColumn }: EntityMetadata, columns: SelectedColumns): string[] {
    return deleteDateColumn ? [`${columns.qualified(deleteDateColumn)} IS NULL`] : [];
  }
}
