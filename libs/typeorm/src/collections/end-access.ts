import type { AdapterUser, EndOfAccess } from '@authnest/core';
import type { Change, Operation } from '../operations/operation.js';
import type { AuthTables } from '../store/auth-tables.js';
import { fenceOfProof } from './proof-fence.js';

/**
 * Raises the end of a user's access, and moves the session that goes on behind it.
 * @returns the stored end; null, having changed nothing, if there is no such user, or the session that
 * asks is over
 */
export async function endAccess(
  tables: AuthTables,
  operation: Operation,
  { userId: id, at, ifEndedBefore, sessionToken }: EndOfAccess,
): Promise<Date | null> {
  const { users, sessions } = tables;
  const ending = users.updateOf({ id }, { patch: { accessEndedAt: at } });
  const going =
    sessionToken === undefined
      ? undefined
      : sessions.updateOf({ sessionToken }, { patch: { createdAt: at } });
  let end = at;
  const isLive = users.condition({ id }, (user) => {
    end = endAfter(ending, user);
    if (going?.entity) going.entity['createdAt'] = after(end);
    return !ifEndedBefore || !user.accessEndedAt || user.accessEndedAt < ifEndedBefore;
  });
  if (!isLive) return null;
  const hasEnded = await operation.changeIf(
    'end the access of a user',
    { ...isLive, fence: () => fenceOfProof(tables, id) },
    [ending, ...(going ? [going] : [])],
  );
  return hasEnded ? end : null;
}

/**
 * Lets a change of a user's row store the millisecond after the stored end of access, unless its own
 * is later.
 * @param user - the row, locked
 * @returns the end that the change stores
 */
export function endAfter({ entity = {} }: Change, { accessEndedAt: stored }: AdapterUser): Date {
  const end = entity['accessEndedAt'] as Date;
  if (stored && end <= stored) entity['accessEndedAt'] = after(stored);
  return entity['accessEndedAt'] as Date;
}

function after(time: Date): Date {
  return new Date(time.getTime() + 1);
}
