import type { DataSource } from 'typeorm';
import type { RowKey } from './row-key.js';
import type { RowRemover } from './row-remover.js';
import { runStatement } from './run-statement.js';
import { findSyncConnection } from './sync-connection.js';

/** Rows to delete. */
export interface Removal {
  readonly from: RowRemover;
  readonly key: RowKey;
}

/**
 * Deletes rows of several tables in one transaction, in this order; on SQLite without giving way to
 * other requests, as {@link insertTogether} does.
 * @returns how many rows of the last table went
 */
export async function removeTogether(
  dataSource: DataSource,
  removals: readonly Removal[],
): Promise<number> {
  const connection = findSyncConnection(dataSource);
  return runStatement('delete a user', async () => {
    let affected = 0;
    if (connection) {
      connection.inTransaction(() => {
        for (const { from, key } of removals) {
          ({ affected } = connection.run(...from.removeStatement({ ...key })));
        }
      });
      return affected;
    }
    return dataSource.transaction(async (manager) => {
      for (const { from, key } of removals) {
        affected = await from.removeWithin(manager, { ...key });
      }
      return affected;
    });
  });
}
