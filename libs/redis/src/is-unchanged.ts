import type { AdapterUser } from '@authnest/core';

/**
 * Whether a user still has the address that was stored, proven or not as before, and access has not
 * ended since.
 * @param now - null if the user no longer exists
 */
export function isUnchanged(stored: AdapterUser, now: AdapterUser | null): boolean {
  if (!now) return false;
  const isAsProven = Boolean(now.emailVerified) === Boolean(stored.emailVerified);
  const isAsEnded = timeOf(now.accessEndedAt) === timeOf(stored.accessEndedAt);
  return isAsProven && isAsEnded && (now.email || null) === (stored.email || null);
}

function timeOf(date: Date | null | undefined): number {
  return date?.getTime() ?? 0;
}
