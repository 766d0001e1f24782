import type { SessionPage } from '@authnest/core';
import type { Driver, EntityMetadata } from 'typeorm';
import { columnOf, type ColumnMetadata } from './column-metadata.js';
import { SelectedColumns } from './selected-columns.js';

/** The description of a SELECT. */
export interface SelectPlan {
  readonly from: EntityMetadata;
  /** The user entity, if the SELECT also reads the user of each row. */
  readonly user?: EntityMetadata;
  /** Properties of `from` that the parameters are compared with, in this order. */
  readonly where: readonly string[];
  /** Whether to read soft-deleted rows, and rows of soft-deleted users. @default 'none' */
  readonly deleted?: 'none' | 'too' | 'only';
}

/**
 * The SQL of a SELECT, built from the metadata, so that naming strategies, schemas, prefixes and
 * custom columns apply: `SELECT r.… FROM … r WHERE r.… = ?`, or
 * `SELECT r.…, u.… FROM … r INNER JOIN … u ON u.id = r.userId WHERE r.… = ?`.
 */
export class SelectSql {
  readonly row: SelectedColumns;
  readonly user: SelectedColumns | undefined;
  readonly keys: readonly ColumnMetadata[];
  /** The SQL for one value of each key column. */
  readonly byKey: string;
  private readonly bySize = new Map<number, string>();

  constructor(
    private readonly driver: Driver,
    private readonly plan: SelectPlan,
  ) {
    this.row = new SelectedColumns(plan.from, 'r', driver);
    this.user = plan.user && new SelectedColumns(plan.user, 'u', driver);
    this.keys = plan.where.map((property) => columnOf(plan.from, property));
    this.byKey = this.build(
      this.keys.map((column, at) => `${this.row.qualified(column)} = ${this.key(at)}`),
    );
  }

  /** Returns the SQL for several values of one key column. */
  byKeys(column: ColumnMetadata, size: number): string {
    const known = this.bySize.get(size);
    if (known !== undefined) return known;
    const keys = Array.from({ length: size }, (_, at) => this.key(at)).join(', ');
    const sql = this.build([`${this.row.qualified(column)} IN (${keys})`]);
    this.bySize.set(size, sql);
    return sql;
  }

  /** The time by which {@link page} sorts. */
  get newest(): ColumnMetadata {
    const { from } = this.plan;
    return from.findColumnWithPropertyName('createdAt') ?? columnOf(from, 'expires');
  }

  /**
   * {@link byKey}, for the newest rows, and those without a time after them; with a further parameter
   * for `until`. Rows of the same time have a fixed order.
   */
  page({ limit, until }: SessionPage): string {
    const time = this.row.qualified(this.newest);
    const end = `(${time} <= ${this.key(this.keys.length)} OR ${time} IS NULL)`;
    const order = [
      `${time} IS NULL`,
      `${time} DESC`,
      this.row.qualified(columnOf(this.plan.from, 'id')),
    ];
    return (
      `${this.byKey}${until ? ` AND ${end}` : ''} ` +
      `ORDER BY ${order.join(', ')} LIMIT ${Math.trunc(limit)}`
    );
  }

  /** {@link byKey}, which also locks the rows for a change that depends on them. */
  get locking(): string {
    // SQLite locks the whole file for writing.
    if (isSqlite(this.driver)) return this.byKey;
    // The weaker lock of PostgreSQL lets the application insert rows that refer to this one.
    const lock = this.driver.options.type === 'postgres' ? 'FOR NO KEY UPDATE' : 'FOR UPDATE';
    return `${this.byKey} ${lock}`;
  }

  /**
   * {@link byKey}, for the rows as they are now. In a transaction, MariaDB and MySQL show the rows as
   * they were at its beginning, unless they are locked.
   */
  get current(): string {
    return /mariadb|mysql/.test(this.driver.options.type) ? this.locking : this.byKey;
  }

  /**
   * Returns a parameter. SQLite plans a join again for each bound value, since the plan may depend
   * on the value. This takes three quarters of the statement's time. A plus sign before the
   * parameter hides the value from the planner and changes nothing else.
   */
  private key(at: number): string {
    const parameter = this.driver.createParameter('key', at);
    return isSqlite(this.driver) ? `+${parameter}` : parameter;
  }

  private build(conditions: readonly string[]): string {
    const { row: rowColumns, user: userColumns } = this;
    const { from, user, deleted = 'none' } = this.plan;
    if (!user || !userColumns) {
      const living = livingOf(from, rowColumns, deleted);
      return (
        `SELECT ${rowColumns.sql} FROM ${this.table(from, rowColumns)} ` +
        `WHERE ${[...conditions, ...living].join(' AND ')}`
      );
    }
    const on =
      `${userColumns.qualified(columnOf(user, 'id'))} = ` +
      rowColumns.qualified(columnOf(from, 'userId'));
    const living = [
      ...livingOf(from, rowColumns, deleted === 'only' ? 'too' : deleted),
      ...livingOf(user, userColumns, deleted),
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
}

/** Leaves out soft-deleted rows by default, as TypeORM's own `find` does. */
function livingOf(
  { deleteDateColumn }: EntityMetadata,
  columns: SelectedColumns,
  deleted: 'none' | 'too' | 'only',
): string[] {
  if (!deleteDateColumn || deleted === 'too') return [];
  const condition = deleted === 'only' ? 'IS NOT NULL' : 'IS NULL';
  return [`${columns.qualified(deleteDateColumn)} ${condition}`];
}

function isSqlite({ options }: Driver): boolean {
  return options.type === 'better-sqlite3';
}
