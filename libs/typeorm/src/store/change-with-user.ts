import { randomUUID } from 'node:crypto';
import type { AdapterUser } from '@authnest/core';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuthTables } from './auth-tables.js';
import type { Insertion } from './insert-together.js';
import { runStatement } from './run-statement.js';
import { findSyncConnection, type SyncConnection } from './sync-connection.js';

/** One write of a transaction: it runs in one of two ways, as the driver has it. */
export interface Change {
  /** Before the transaction. */
  readonly before?: () => Promise<unknown>;
  readonly within: (manager: EntityManager) => Promise<unknown>;
  readonly inTurn: (connection: SyncConnection) => unknown;
  /** Once it is stored. */
  readonly after?: () => Promise<unknown>;
}

/** What happens to whom, and on which condition. */
export interface UserChange {
  /** For errors. */
  readonly name: string;
  readonly id: string;
  readonly isStill: (user: AdapterUser) => boolean;
  readonly changes: readonly Change[];
}

/**
 * Runs changes in one transaction with the row of a user, whom nobody else changes meanwhile; on
 * SQLite without giving way to other requests, as `insertTogether` does.
 * @returns false, and nothing is changed, where the user is gone or no longer as expected
 * @throws {StoreError} when nothing was stored
 */
export async function changeWithUser(
  dataSource: DataSource,
  { users }: AuthTables,
  { name, id, isStill, changes }: UserChange,
): Promise<boolean> {
  const connection = findSyncConnection(dataSource);
  if (!connection) {
    return runStatement(name, () =>
      dataSource.transaction(async (manager) => {
        const user = await users.reader.lock(manager, { id });
        if (!user || !isStill(user)) return false;
        for (const change of changes) await change.within(manager);
        return true;
      }),
    );
  }
  for (const { before } of changes) await before?.();
  const isChanged = await runStatement(name, async () => {
    let done = false;
    connection.inTransaction(() => {
      const user = users.reader.findInTurn(connection, { id });
      done = user !== null && isStill(user);
      if (done) for (const { inTurn } of changes) inTurn(connection);
    });
    return done;
  });
  if (isChanged) for (const { after } of changes) await after?.();
  return isChanged;
}

/** A new row. Subscribers hear of it, as of every other. */
export function insertionOf(dataSource: DataSource, { into, values }: Insertion): Change {
  const entity = into.entityOf(values);
  if (into.hasUuid) entity['id'] ??= randomUUID();
  const { broadcaster } = dataSource.createQueryRunner();
  return {
    before: () => broadcaster.broadcast('BeforeInsert', into.metadata, entity),
    within: (manager) => into.insertWithin(manager, values),
    inTurn: (connection) => connection.run(...into.insertStatement(entity)),
    after: () => broadcaster.broadcast('AfterInsert', into.metadata, entity),
  };
}
