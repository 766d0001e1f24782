import type { SessionPage } from '@authnest/core';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { Condition, Operation } from '../operations/operation.js';
import type { RowKey } from './row-key.js';
import { type SelectedRow, SelectStatement } from './select-statement.js';

/** Reads rows of one table by key. The SQL for each set of properties is built on first use. */
export class RowReader<Row extends object> {
  private readonly selects = new Map<string, SelectStatement>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly metadata: EntityMetadata,
  ) {}

  async find(operation: Operation, key: RowKey): Promise<Row | null> {
    const [found] = await this.list(operation, key);
    return found ?? null;
  }

  async list(operation: Operation, key: RowKey, page?: SessionPage): Promise<Row[]> {
    const rows = await this.selectBy(Object.keys(key)).run(operation, Object.values(key), page);
    return rows.map(({ row }) => row as Row);
  }

  /** Returns a condition on one row, for changes, or null if the key cannot match any row. */
  condition(key: RowKey, isMet: (row: Row) => boolean): Condition | null {
    return this.selectBy(Object.keys(key)).condition(Object.values(key), ([found]) =>
      found ? isMet(found.row as Row) : false,
    );
  }

  /** Returns a condition that is met if a row with this key is now there, and passes the test. */
  hasRow(key: RowKey, test: (row: Row) => boolean = () => true): Condition | null {
    const isMet = (rows: readonly SelectedRow[]) => rows.some(({ row }) => test(row as Row));
    return this.selectBy(Object.keys(key)).condition(Object.values(key), isMet, 'current');
  }

  private selectBy(where: readonly string[]): SelectStatement {
    const name = where.join();
    const known = this.selects.get(name);
    if (known) return known;
    const made = new SelectStatement(this.dataSource, { from: this.metadata, where });
    this.selects.set(name, made);
    return made;
  }
}
