import type { AdapterUser } from '@authnest/core';
import type { DataSource } from 'typeorm';
import type { AuthTables } from '../store/auth-tables.js';
import { type Change, changeWithUser } from '../store/change-with-user.js';
import type { RowRemover } from '../store/row-remover.js';

/** A user whose address somebody has proven. */
export type AddressProof = Pick<AdapterUser, 'id'> & { readonly emailVerified: Date };

/**
 * Sets `emailVerified` where it is null, and deletes what gave access to the user until then.
 * @returns false, and nothing is changed, where the user is gone or proven already
 */
export async function proveUser(
  dataSource: DataSource,
  tables: AuthTables,
  { id, emailVerified }: AddressProof,
): Promise<boolean> {
  const { users, sessions, accounts, authenticators } = tables;
  const owned = [sessions, ...(authenticators ? [authenticators] : []), accounts];
  return changeWithUser(dataSource, tables, {
    name: 'prove the address of a user',
    id,
    isStill: (user) => !user.emailVerified,
    changes: [
      ...owned.map(({ remover }) => removalOf(remover, id)),
      {
        within: (manager) => users.updater.updateWithin(manager, { id }, { emailVerified }),
        inTurn: (connection) =>
          connection.run(...users.updater.updateStatement({ id }, { emailVerified })),
      },
    ],
  });
}

function removalOf(remover: RowRemover, userId: string): Change {
  return {
    within: (manager) => remover.removeWithin(manager, { userId }),
    inTurn: (connection) => connection.run(...remover.removeStatement({ userId })),
  };
}
