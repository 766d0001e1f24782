import type { AdapterSession, SessionPage } from '@authnest/core';

/** Returns a page of sessions: the latest `createdAt` first, those without one last. */
export function pageOf(
  sessions: readonly AdapterSession[],
  { limit, until }: SessionPage,
): AdapterSession[] {
  const isDated = sessions.some(({ createdAt }) => createdAt);
  const timeOf = ({ createdAt, expires }: AdapterSession): number =>
    isDated ? (createdAt?.getTime() ?? 0) : expires.getTime();
  return sessions
    .filter(({ createdAt }) => !until || !createdAt || createdAt <= until)
    .sort((one, other) => timeOf(other) - timeOf(one))
    .slice(0, limit);
}
