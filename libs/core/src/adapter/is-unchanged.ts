import { accessEnd } from './access-end.js';
import type { AdapterUser } from './adapter-rows.js';

/**
 * Whether a user is still as it was looked up, in everything that access depends on: the address,
 * whether it is proven, and when all sessions ended.
 * @param now - null if the user no longer exists
 */
export function isUnchanged(before: AdapterUser, now: AdapterUser | null): boolean {
  if (!now) return false;
  const isAsProven = Boolean(now.emailVerified) === Boolean(before.emailVerified);
  return (
    isAsProven &&
    accessEnd(now) === accessEnd(before) &&
    (now.email || null) === (before.email || null)
  );
}
