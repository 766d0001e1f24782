import { sha256Hex } from './digests.js';

/** Matches a prefix that no token of the empty realm has. */
const PREFIX = /^realm-[0-9a-f]{32}\./;

/**
 * Returns the prefix of database session tokens in a realm. It separates the realms, which may
 * share a table, since no key is involved in these tokens.
 * @returns an empty string for the empty realm, whose tokens have the form of Auth.js
 */
export function sessionTokenPrefix(realm: string): string {
  return realm === '' ? '' : `realm-${sha256Hex(realm).slice(0, 32)}.`;
}

/** Whether a token belongs to the realm with this prefix. */
export function hasSessionTokenPrefix(token: string, prefix: string): boolean {
  return prefix === '' ? !PREFIX.test(token) : token.startsWith(prefix);
}
