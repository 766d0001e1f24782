import type { AdapterUser } from './adapter-rows.js';

type Ended = Pick<AdapterUser, 'accessEndedAt'>;

/** Returns when all sessions of a user ended, in milliseconds since the epoch; 0 if never. */
export function accessEnd({ accessEndedAt }: Ended): number {
  return timeOf(accessEndedAt) || 0;
}

/**
 * Whether a session that began then ended with all sessions of its user. The end may only be known
 * to the user's row: a sign-in that was in progress stores its session after the others are deleted.
 * @param began - undefined if unknown; such a session ends when its row is deleted
 * @see docs/design/decisions.md 48
 */
export function isOver(began: Date | null | undefined, user: Ended): boolean {
  return timeOf(began) <= accessEnd(user);
}

/** Reads strings and numbers too, as of a cache that keeps JSON. @returns NaN if there is no time */
function timeOf(time: Date | null | undefined): number {
  return new Date(time ?? Number.NaN).getTime();
}
