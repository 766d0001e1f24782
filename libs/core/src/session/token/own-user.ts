import { createHash } from 'node:crypto';
import type { JWT } from '../../model/jwt.js';

/**
 * Name of the claim of a user whom `authorize` found in a list of the application: the id is not an
 * id of the adapter, where another person may have the same.
 * @see docs/design/decisions.md 8
 */
export const OWN_USER_CLAIM = 'authnest_own';

/** Whether the user of a token is one of the application's own. */
export function isOwnUser(claims: JWT): boolean {
  return claims[OWN_USER_CLAIM] === true;
}

/**
 * Returns what stands for the user in registries and attempts: the id for a user of the adapter,
 * and the id with a prefix for a user of the application, so that equal ids stay apart.
 */
export function userKeyOf(claims: JWT): string | undefined {
  const { sub } = claims;
  return sub !== undefined && isOwnUser(claims) ? ownUserKey(sub) : sub;
}

/** Returns the key of a user of the application. */
export function ownUserKey(id: string): string {
  return `${OWN_USER_PREFIX}${id}`;
}

/** Whether a key is that of a user of the application. */
export function isOwnUserKey(key: string): boolean {
  return key.startsWith(OWN_USER_PREFIX);
}

/** Returns the id of the user of a key, in whichever list. */
export function idInKey(key: string): string {
  return isOwnUserKey(key) ? key.slice(OWN_USER_PREFIX.length) : key;
}

const OWN_USER_PREFIX = `${OWN_USER_CLAIM}:`;

/** What a user of no realm could be called to look like one of a realm. */
const NAMES_REALM = /^[\w-]{22}:/;

/**
 * Returns what stands for the user in a registry, which several tenants or AuthModules may share:
 * user 1 of one realm is not user 1 of another.
 */
export function recordKey(realm: string, userKey: string): string {
  if (realm === '' && !NAMES_REALM.test(userKey)) return userKey;
  return `${createHash('sha256').update(realm).digest('base64url').slice(0, 22)}:${userKey}`;
}
