import type { SessionPage } from '@authnest/core';
import type { DataSource, Driver } from 'typeorm';
import type { Condition, Operation } from '../operations/operation.js';
import type { ColumnMetadata } from './column-metadata.js';
import { fitsColumn } from './fits-column.js';
import { padded } from './padded.js';
import { type SelectPlan, SelectSql } from './select-sql.js';
import type { SelectedColumns } from './selected-columns.js';

/** The maximum number of key values in one statement. */
export const MOST_KEYS = 64;

/** A row, and its user if the plan includes it. */
export interface SelectedRow {
  readonly row: Record<string, unknown>;
  readonly user: Record<string, unknown>;
}

/**
 * One SELECT whose SQL is built once. TypeORM's `find` builds SQL and entities again for every
 * call, which would cost more than all other work for a guarded request.
 */
export class SelectStatement {
  private readonly driver: Driver;
  private readonly text: SelectSql;
  private readonly sql: string;
  private readonly rowColumns: SelectedColumns;
  private readonly userColumns: SelectedColumns | undefined;
  private readonly keyColumns: readonly ColumnMetadata[];
  private readonly name: string;

  constructor({ driver }: DataSource, plan: SelectPlan) {
    this.driver = driver;
    this.text = new SelectSql(driver, plan);
    this.sql = this.text.byKey;
    this.rowColumns = this.text.row;
    this.userColumns = this.text.user;
    this.keyColumns = this.text.keys;
    this.name = `select from ${plan.from.tableName}`;
  }

  /** @returns no rows if a value cannot be a key; see {@link fitsColumn} */
  async run(
    operation: Operation,
    values: readonly unknown[],
    page?: SessionPage,
  ): Promise<SelectedRow[]> {
    const parameters = this.parametersFor(values);
    if (!parameters) return [];
    const sql = page ? this.text.page(page) : this.sql;
    if (page?.until) {
      parameters.push(this.driver.preparePersistentValue(page.until, this.text.newest));
    }
    return this.rowsOf(await operation.select(this.name, sql, parameters), values);
  }

  /**
   * Reads the rows for several values of the single key column, in one statement.
   * @param keys - at most {@link MOST_KEYS}, each accepted by {@link isKey}
   * @returns a function that returns the row with a key, as a new object on each call
   */
  async runForEach(
    operation: Operation,
    keys: readonly string[],
  ): Promise<(key: string) => SelectedRow | undefined> {
    const [column] = this.keyColumns;
    if (!column) return () => undefined;
    const prepared = keys.map((key): unknown => this.driver.preparePersistentValue(key, column));
    const parameters = padded(prepared, prepared.length);
    const sql = this.text.byKeys(column, parameters.length);
    const rows = await operation.select(this.name, sql, parameters);
    const byKey = new Map(rows.map((raw) => [this.rowColumns.read(raw, column), raw]));
    const read = new Set<string>();
    return (key) => {
      const raw = byKey.get(key);
      const own = raw && read.has(key) ? copyOf(raw) : raw;
      read.add(key);
      return own && this.toSelected(own);
    };
  }

  /** Whether a value can be a value of the single key column. */
  isKey(value: unknown): value is string {
    return this.parametersFor([value]) !== null;
  }

  /** Whether rows can be distinguished by their key. */
  get hasReadableKey(): boolean {
    return this.keyColumns.length === 1 && this.keyColumns.every(({ isSelect }) => isSelect);
  }

  /**
   * Uses the same SELECT as a condition for changes.
   * @param lock - whether to lock the rows, or only to read them as they are now
   * @returns null if a value cannot be a key
   */
  condition(
    values: readonly unknown[],
    isMet: (rows: readonly SelectedRow[]) => boolean,
    lock: 'locking' | 'current' = 'locking',
  ): Condition | null {
    const parameters = this.parametersFor(values);
    return (
      parameters && {
        sql: this.text[lock],
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
   * Whether a row really has the key: MySQL and MariaDB may treat `a ` as equal to `a`, and with
   * some collations also `A` and `ä`. A key column that is not selected cannot be compared here.
   */
  private hasKey(row: Readonly<Record<string, unknown>>, values: readonly unknown[]): boolean {
    return this.keyColumns.every(
      ({ propertyName }, at) => !(propertyName in row) || row[propertyName] === values[at],
    );
  }
}

/** Copies what a driver parses into objects that can be changed, for a further caller. */
function copyOf(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copies = Object.entries(raw).map(([name, value]) => [name, copyOfValue(value)] as const);
  return Object.fromEntries(copies);
}

function copyOfValue(value: unknown): unknown {
  if (value instanceof Date) return new Date(value);
  return Array.isArray(value) || isPlainObject(value) ? structuredClone(value) : value;
}

function isPlainObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
