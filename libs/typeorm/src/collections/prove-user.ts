import type { AdapterUser } from '@authnest/core';
import type { AuthTables } from '../store/auth-tables.js';
import { endAfter } from './end-access.js';
import { fenceOfProof } from './proof-fence.js';
import type { Operation } from '../operations/operation.js';

/** A user whose address was proven, and when. */
export type AddressProof = Pick<AdapterUser, 'id'> & { readonly emailVerified: Date };

/**
 * Sets `emailVerified` if it is null, ends all access, and deletes everything that gave access to
 * the user before.
 * @returns false, having changed nothing, if the user was deleted or the address is already proven
 */
export async function proveUser(
  tables: AuthTables,
  operation: Operation,
  { id, emailVerified }: AddressProof,
): Promise<boolean> {
  const { users, owned } = tables;
  const patch = { emailVerified, accessEndedAt: emailVerified };
  const proving = users.updateOf({ id }, { patch });
  const isUnproven = users.condition({ id }, (user) => {
    endAfter(proving, user);
    return !user.emailVerified;
  });
  if (!isUnproven) return false;
  return operation.changeIf(
    'prove the address of a user',
    { ...isUnproven, fence: () => fenceOfProof(tables, id) },
    [...owned.map((table) => table.removal({ userId: id })), proving],
  );
}
