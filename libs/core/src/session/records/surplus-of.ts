import type { ListedSession } from './listed-session.js';

/** What happens when a user has as many sessions as allowed. */
export type WhenFull = 'end-oldest' | 'refuse';

/**
 * Returns the sessions beyond the limit: the oldest ones or, if `whenFull` is `refuse`, the newest.
 * Sessions that began at the same time are ordered by their keys, so that all instances decide
 * alike. Adding sessions to the list never removes a session from the result.
 */
export function surplusOf(
  live: readonly ListedSession[],
  max: number,
  whenFull: WhenFull,
): ListedSession[] {
  const oldestFirst = [...live].sort(byAge);
  if (whenFull === 'refuse') return oldestFirst.slice(max);
  return oldestFirst.slice(0, Math.max(0, oldestFirst.length - max));
}

function byAge(one: ListedSession, other: ListedSession): number {
  const apart = startOf(one) - startOf(other);
  if (apart !== 0) return apart;
  return one.key < other.key ? -1 : 1;
}

/** A session without a known start counts as older than any other. */
function startOf({ createdAt }: ListedSession): number {
  return createdAt?.getTime() ?? 0;
}
