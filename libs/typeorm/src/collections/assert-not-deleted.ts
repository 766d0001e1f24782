import type { AuthTables } from '../store/auth-tables.js';
import { type Claim, deniedAsDeleted } from '../store/deleted-users.js';
import type { Operation } from '../operations/operation.js';

/**
 * Call it when a unique key is taken, to find out why.
 * @throws {AccessDenied} if the key belongs to a soft-deleted user
 */
export async function assertNotDeleted(
  { deletedUsers }: AuthTables,
  operation: Operation,
  claim: Claim,
): Promise<void> {
  if (await deletedUsers?.own(operation, claim)) throw deniedAsDeleted();
}
