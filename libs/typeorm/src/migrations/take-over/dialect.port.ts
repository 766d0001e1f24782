import type { Table, TableColumn } from 'typeorm';

/** The change of one column. */
export interface ColumnChange {
  readonly from: TableColumn;
  readonly to: TableColumn;
  /** How its values change; they are kept if only the type changes. */
  readonly values: 'kept' | 'epoch text to time' | 'time to epoch text';
}

/** The changes of one table. */
export interface TableChange {
  readonly actual: Table;
  readonly changes: readonly ColumnChange[];
  /** Columns that are dropped. */
  readonly leaving: readonly string[];
  /** Names of the indexes and unique keys that are dropped or recreated. */
  readonly keys: readonly string[];
  /** Paths of all our tables. */
  readonly ours: readonly string[];
}

/** The differences between databases when tables are taken over. Columns are given quoted. */
export interface Dialect {
  /** A condition: the string in this column is not a time in milliseconds. */
  isNoTime(column: string): string;
  /** A condition: the time in this column cannot be written as milliseconds. */
  isNoEpoch(column: string): string;
  /** A condition: the value is not a UUID, or the database would format it differently. */
  isNoUuid(column: string): string;
  /** A condition: the string has more characters. Undefined if columns have no length. */
  isLonger?(column: string, length: number): string;
  /** An expression by which a unique key over a column will compare. */
  exact(column: string, target: TableColumn, table: Table): Promise<string>;
  /** Objects of the application that prevent the change, or that it would lose. */
  obstacles(change: TableChange): Promise<readonly string[]>;
  /** The name of a table while it is recreated. Undefined if it is changed in place. */
  copyName?(table: string): string;
  /** Changes columns of one table together with their values. */
  alter(table: Table, changes: readonly ColumnChange[]): Promise<void>;
  /** Cleans up what an interrupted {@link Dialect.alter} may have left. */
  settle?(table: Table, epochColumns: readonly string[]): Promise<void>;
}
