import type { AuthTables } from '../store/auth-tables.js';
import { fenceOfProof } from './proof-fence.js';
import type { Operation } from '../operations/operation.js';

/**
 * Deletes a user, even a soft-deleted one, with everything that gives access to the user. It does
 * not rely on foreign keys: the tables may have none, or none with a cascade.
 * @returns whether this call deleted the user
 * @throws {StoreError} if the database keeps a row
 * @see docs/design/security-bar.md DT11, DT20
 */
export async function deleteUser(
  tables: AuthTables,
  operation: Operation,
  id: string,
): Promise<boolean> {
  const { users, deletedUsers, owned } = tables;
  const exists = deletedUsers ? deletedUsers.exists(id) : users.condition({ id }, () => true);
  if (!exists) return false;
  return operation.changeIf('delete a user', { ...exists, fence: () => fenceOfProof(tables, id) }, [
    ...owned.map((table) => table.removal({ userId: id })),
    users.removal({ id }),
  ]);
}
