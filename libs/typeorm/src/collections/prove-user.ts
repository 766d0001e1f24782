import type { AdapterUser } from '@authnest/core';
import type { AuthTables } from '../store/auth-tables.js';
import type { Operation } from '../store/operation.js';

/** A user whose address somebody has proven. */
export type AddressProof = Pick<AdapterUser, 'id'> & { readonly emailVerified: Date };

/**
 * Sets `emailVerified` where it is null, and deletes what gave access to the user until then.
 * @returns false, and nothing is changed, where the user is gone or proven already
 */
export async function proveUser(
  { users, sessions, accounts, authenticators }: AuthTables,
  operation: Operation,
  { id, emailVerified }: AddressProof,
): Promise<boolean> {
  const isUnproven = users.condition({ id }, (user) => !user.emailVerified);
  if (!isUnproven) return false;
  const owned = [sessions, ...(authenticators ? [authenticators] : []), accounts];
  return operation.changeIf('prove the address of a user', isUnproven, [
    ...owned.map(({ remover }) => remover.removal({ userId: id })),
    users.updateOf({ id }, { emailVerified }),
  ]);
}
