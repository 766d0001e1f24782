import { sha256Hex } from './sha256.js';

/** What no token of the empty realm begins with. */
const PREFIX = /^realm-[0-9a-f]{32}\./;

/**
 * What the tokens of database sessions begin with in a realm: they are looked up in a table that
 * other realms may use too, and no key is part of them.
 * @returns empty in the empty realm, whose tokens have the form of Auth.js
 */
export function sessionTokenPrefix(realm: string): string {
  return realm === '' ? '' : `realm-${sha256Hex(realm).slice(0, 32)}.`;
}

/** Whether a token is of the realm with this prefix. */
export function hasSessionTokenPrefix(token: string, prefix: string): boolean {
  return prefix === '' ? !PREFIX.test(token) : token.startsWith(prefix);
}
