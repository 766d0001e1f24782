import type { FeatureRow } from '@authnest/core';
import type { Operation } from '../operations/operation.js';
import type { AuthTable } from '../store/auth-table.js';
import type { RowKey } from '../store/row-key.js';
import { unlessTaken } from '../store/unless-taken.js';

/** Operations on the rows of a table of a feature. */
export class FeatureCollection {
  constructor(
    private readonly table: AuthTable<FeatureRow>,
    private readonly operation: Operation,
  ) {}

  find(key: RowKey): Promise<FeatureRow | null> {
    return this.table.find(this.operation, key);
  }

  /** @returns false, having stored none, if a unique key is taken */
  async insert(rows: readonly FeatureRow[]): Promise<boolean> {
    const { inserter, metadata } = this.table;
    const insertions = rows.map((row) => inserter.insertion(row));
    const stored = await unlessTaken(() =>
      this.operation.change(`insert into ${metadata.tableName}`, insertions),
    );
    return stored !== null;
  }

  /** Sends one UPDATE. @returns whether there was such a row */
  update(key: RowKey, patch: FeatureRow): Promise<boolean> {
    return this.table.update(this.operation, key, { patch });
  }

  remove(key: RowKey): Promise<number> {
    return this.table.removeAll(this.operation, key);
  }
}
