import type { Table, TableColumn } from 'typeorm';

/** What a column becomes. */
export interface ColumnChange {
  readonly from: TableColumn;
  readonly to: TableColumn;
  /** How its values change; a column that changes its type only keeps them. */
  readonly values: 'kept' | 'epoch text to time' | 'time to epoch text';
}

/** What the databases do differently when tables change hands. Columns are given quoted. */
export interface Dialect {
  /** A condition: the text in this column is no time in milliseconds. */
  isNoTime(column: string): string;
  /** A condition: the value is no UUID. */
  isNoUuid(column: string): string;
  /** A condition: the text has more characters. Undefined where columns have no length. */
  isLonger?(column: string, length: number): string;
  /** An expression by which the unique keys to come will compare. */
  exact(column: string): string;
  /** The tables beside ours with foreign keys to a table, which keep its ids from changing type. */
  tablesThatReferTo(table: Table): Promise<readonly string[]>;
  /** Changes columns of one table, their values with them. */
  alter(table: Table, changes: readonly ColumnChange[]): Promise<void>;
}
