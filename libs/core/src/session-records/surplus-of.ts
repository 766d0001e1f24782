import type { ListedSession } from './listed-session.js';

/** What happens where a person has as many sessions as allowed. */
export type WhenFull = 'end-oldest' | 'refuse';

/**
 * The sessions that are too many: the oldest ones, or the newest where more are refused. Sessions of
 * one moment are ordered by their keys, so that all instances decide alike. Of two lists of which
 * one has more sessions, the longer one names all that the shorter one names.
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
