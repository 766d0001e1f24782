import type { AdapterUser } from './adapter-rows.js';

/**
 * Whether a user is still the one that was looked up, as far as access depends on it: the address,
 * and whether somebody has proven that they read it.
 * @param now - null where the user is gone
 */
export function isUnchanged(before: AdapterUser, now: AdapterUser | null): boolean {
  if (!now) return false;
  const isAsProven = Boolean(now.emailVerified) === Boolean(before.emailVerified);
  return isAsProven && (now.email || null) === (before.email || null);
}
