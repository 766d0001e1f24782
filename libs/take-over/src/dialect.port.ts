import type { Table, TableColumn } from 'typeorm';

/** The change of one column. */
export interface ColumnChange {
  readonly from: TableColumn;
  readonly to: TableColumn;
  /** How its values change; they are kept if only the type changes. */
  readonly values: 'kept' | 'epoch text to time' | 'time to epoch text';
}

/** The changes to one table. */
export interface TableChange {
  readonly actual: Table;
  readonly changes: readonly ColumnChange[];
  /** Columns that are dropped. */
  readonly leaving: readonly string[];
  /** The names of the indexes and unique keys that are dropped or recreated. */
  readonly keys: readonly string[];
  /** The paths of all our tables. */
  readonly ours: readonly string[];
}

/** What differs between databases when tables are taken over. Columns are passed quoted. */
export interface Dialect {
  /** Returns the condition that the string in this column is not a time in milliseconds. */
  isNoTime(column: string): string;
  /** Returns the condition that the time in this column cannot be written as milliseconds. */
  isNoEpoch(column: string): string;
  /** Returns the condition that a value is not a UUID as the database would format it. */
  isNoUuid(column: string): string;
  /** Returns the condition that a string is longer. Undefined if columns have no length. */
  isLonger?(column: string, length: number): string;
  /** Returns the expression whose values a unique key over a column will compare. */
  exact(column: string, target: TableColumn, table: Table): Promise<string>;
  /** Finds objects of the application that prevent the change, or that it would drop. */
  obstacles(change: TableChange): Promise<readonly string[]>;
  /** Returns the name of a table while it is recreated. Undefined if it is changed in place. */
  copyName?(table: string): string;
  /** Changes columns of one table, and their values. */
  alter(table: Table, changes: readonly ColumnChange[]): Promise<void>;
  /** Converts times that {@link Dialect.alter} left as strings, now or in an interrupted run. */
  settle?(table: Table, epochColumns: readonly string[]): Promise<void>;
}
