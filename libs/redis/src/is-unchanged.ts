import type { AdapterUser } from '@authnest/core';

/**
 * Whether a user still has the address that was stored, proven or not as before.
 * @param now - null if the user no longer exists
 */
export function isUnchanged(stored: AdapterUser, now: AdapterUser | null): boolean {
  if (!now) return false;
  const isAsProven = Boolean(now.emailVerified) === Boolean(stored.emailVerified);
  return isAsProven && (now.email || null) === (stored.email || null);
}
