import type { EndOfAccess } from '../../adapter/adapter-inputs.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { isOwnUserKey } from '../token/own-user.js';
import type { ListedSession, SessionOwner } from './listed-session.js';
import { canListSessions, sessionDirectory } from './session-directory.js';
import { storesAccessEnd } from './stores-access-end.js';

/** The sessions that ended together. */
export interface EndedSessions {
  /** Sessions that began at this time or earlier are over. */
  readonly end: Date;
  /** Those that were listed before, with the one that goes on. */
  readonly listed: readonly ListedSession[];
}

/**
 * Ends every session of a user: in the registry or by deleting stored sessions, then in the user's
 * row, with which a session is compared that is stored meanwhile. A sign-in in progress is verified
 * once more.
 * @param userId - the key of the user
 * @param asker - the session that asks, if one does, and that goes on after the end
 * @returns null if the session that asks is over; undefined if there is no place for an end: the user
 * is not stored, and there is no registry
 * @see docs/design/decisions.md 48
 */
export async function endAccess(
  config: ResolvedAuthConfig,
  userId: string,
  asker?: SessionOwner,
): Promise<EndedSessions | null | undefined> {
  const directory = canListSessions(config) ? sessionDirectory(config) : undefined;
  const listed = (await directory?.list(userId)) ?? [];
  const inStore = await directory?.endAll(userId, listed, asker);
  if (inStore === null) return null;
  const inRow = await endInRow(config, { userId, at: inStore ?? new Date() }, asker);
  if (asker && inRow === null) return null;
  const end = inRow && inStore ? new Date(Math.max(+inRow, +inStore)) : (inRow ?? inStore);
  return end && { end, listed };
}

/** @returns undefined if the adapter cannot store it; null if there is no such user */
async function endInRow(
  config: ResolvedAuthConfig,
  end: Pick<EndOfAccess, 'userId' | 'at'>,
  asker?: SessionOwner,
): Promise<Date | null | undefined> {
  const { adapter, session } = config;
  if (!adapter || !storesAccessEnd(config) || isOwnUserKey(end.userId)) return undefined;
  // Its start moves behind the end, and nobody signs in then.
  if (asker && session.strategy === 'database' && adapter.columns.has('sessions.provider'))
    await adapter.updateSession({ sessionToken: asker.key, provider: null });
  const stored = await adapter.endAccess({
    ...end,
    ...(asker?.startedAt && { ifEndedBefore: asker.startedAt }),
    ...(asker && session.strategy === 'database' && { sessionToken: asker.key }),
  });
  // Another application may sign in users whom the adapter does not have.
  const isElsewhere = !stored && asker && !(await adapter.getUser(end.userId));
  return isElsewhere ? undefined : stored;
}
