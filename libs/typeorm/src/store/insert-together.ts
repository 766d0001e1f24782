import { randomUUID } from 'node:crypto';
import type { DataSource, ObjectLiteral } from 'typeorm';
import type { RowInserter } from './row-inserter.js';
import { runStatement } from './run-statement.js';
import { findSyncConnection, type SyncConnection } from './sync-connection.js';

/** A row of a user, and the rows that are the user's. */
export interface Together {
  readonly users: Insertion;
  readonly owned: readonly Insertion[];
}

/** A row and where it goes; an owned one gets its `userId`. */
export interface Insertion {
  readonly into: RowInserter<object>;
  readonly values: object;
}

const NAME = 'register a user';

/**
 * Inserts a user and what is the user's in one transaction.
 * @returns the id of the user
 * @throws {StoreError} when nothing was stored
 */
export async function insertTogether(dataSource: DataSource, rows: Together): Promise<string> {
  const connection = findSyncConnection(dataSource);
  return runStatement(NAME, () =>
    connection
      ? insertInOneTurn(dataSource, connection, rows)
      : dataSource.transaction(async (manager) => {
          const userId = await rows.users.into.insertWithin(manager, rows.users.values);
          for (const { into, values } of rows.owned) {
            await into.insertWithin(manager, { ...values, userId });
          }
          return userId;
        }),
  );
}

/**
 * SQLite has one connection, on which a transaction of TypeORM would take in whatever other
 * requests write meanwhile, and undo it too. So this one opens and ends without giving way.
 */
async function insertInOneTurn(
  dataSource: DataSource,
  connection: SyncConnection,
  { users, owned }: Together,
): Promise<string> {
  const user = newRow(users);
  const rows = [
    user,
    ...owned.map(({ into, values }) =>
      newRow({ into, values: { ...values, userId: keyOf(user) } }),
    ),
  ];
  const { broadcaster } = dataSource.createQueryRunner();
  for (const { into, entity } of rows) {
    await broadcaster.broadcast('BeforeInsert', into.metadata, entity);
  }
  connection.inTransaction(() => {
    for (const row of rows) {
      // A key that the database counts up is known only now.
      if (row !== user) Object.assign(row.entity, { userId: keyOf(user) });
      const [sql, parameters] = row.into.insertStatement(row.entity);
      const { id } = connection.run(sql, parameters);
      row.entity['id'] ??= id;
    }
  });
  for (const { into, entity } of rows) {
    await broadcaster.broadcast('AfterInsert', into.metadata, entity);
  }
  return `${keyOf(user)}`;
}

interface Row {
  readonly into: RowInserter<object>;
  readonly entity: ObjectLiteral;
}

function keyOf({ entity }: Row): string | number | undefined {
  return entity['id'] as string | number | undefined;
}

function newRow({ into, values }: Insertion): Row {
  const entity = into.entityOf(values);
  if (into.hasUuid) entity['id'] ??= randomUUID();
  return { into, entity };
}
