import type { AddressProof } from '@authnest/core';
import type { AuthTables } from '../store/auth-tables.js';
import { endAfter } from './end-access.js';
import { fenceOfProof } from './proof-fence.js';
import type { Operation } from '../operations/operation.js';

/**
 * Sets `emailVerified` if it is null. Unless access is kept, ends all of it, and deletes everything
 * that gave access to the user before.
 * @returns false, having changed nothing, if the user was deleted, has another address, or is proven
 */
export async function proveUser(
  tables: AuthTables,
  operation: Operation,
  { id, email, emailVerified, keepsAccess = false }: AddressProof,
): Promise<boolean> {
  const { users, owned } = tables;
  const patch = { emailVerified, ...(!keepsAccess && { accessEndedAt: emailVerified }) };
  const proving = users.updateOf({ id }, { patch });
  const isUnproven = users.condition({ id }, (user) => {
    if (!keepsAccess) endAfter(proving, user);
    return !user.emailVerified && user.email === email;
  });
  if (!isUnproven) return false;
  return operation.changeIf(
    'prove the address of a user',
    { ...isUnproven, fence: () => fenceOfProof(tables, id) },
    [...(keepsAccess ? [] : owned.map((table) => table.removal({ userId: id }))), proving],
  );
}
