import type { AdapterUser } from './adapter-rows.js';

type Ended = Pick<AdapterUser, 'accessEndedAt'>;

/** Returns when all sessions of a user ended, in milliseconds since the epoch; 0 if never. */
export function accessEnd({ accessEndedAt }: Ended): number {
  return accessEndedAt instanceof Date ? accessEndedAt.getTime() || 0 : 0;
}

/**
 * Whether a session that began then ended with all sessions of its user. The end may only be known
 * to the user's row: a sign-in that was in progress stores its session after the others are deleted.
 * @param began - undefined if unknown; such a session ends when its row is deleted
 * @see docs/design/decisions.md 48
 */
export function isOver(began: Date | null | undefined, user: Ended): boolean {
  return began instanceof Date && began.getTime() <= accessEnd(user);
}
