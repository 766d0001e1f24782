import type { Table, TableColumn } from 'typeorm';

/** What a column becomes. */
export interface ColumnChange {
  readonly from: TableColumn;
  readonly to: TableColumn;
  /** How its values change; a column that changes its type only keeps them. */
  readonly values: 'kept' | 'epoch text to time' | 'time to epoch text';
}

/** What happens to a table. */
export interface TableChange {
  readonly actual: Table;
  readonly changes: readonly ColumnChange[];
  /** Columns that go. */
  readonly leaving: readonly string[];
  /** Names of the indexes and unique keys that go, or are made anew. */
  readonly keys: readonly string[];
  /** Paths of all our tables. */
  readonly ours: readonly string[];
}

/** What the databases do differently when tables change hands. Columns are given quoted. */
export interface Dialect {
  /** A condition: the text in this column is not a time in milliseconds. */
  isNoTime(column: string): string;
  /** A condition: the time in this column cannot be written as milliseconds. */
  isNoEpoch(column: string): string;
  /** A condition: the value is not a UUID, or the database would write it in another way. */
  isNoUuid(column: string): string;
  /** A condition: the text has more characters. Undefined where columns have no length. */
  isLonger?(column: string, length: number): string;
  /** An expression by which a unique key over a column will compare. */
  exact(column: string, target: TableColumn, table: Table): Promise<string>;
  /** What of the application's keeps the database from the change, or would be lost by it. */
  obstacles(change: TableChange): Promise<readonly string[]>;
  /** The name that a table has while it is made anew. Undefined where it is changed in place. */
  copyName?(table: string): string;
  /** Changes columns of one table, their values with them. */
  alter(table: Table, changes: readonly ColumnChange[]): Promise<void>;
  /** Ends what {@link Dialect.alter} may have left when it broke off. */
  settle?(table: Table, epochColumns: readonly string[]): Promise<void>;
}
