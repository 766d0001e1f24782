import type { JWT } from '../model/jwt.js';

/** Names the realm in a token: a format of the application may use a key of its own for all of them. */
const CLAIM = 'authnest_realm';

/** What a token says of its realm; nothing in the empty one. */
export function realmClaim(realm: string): Record<string, string> {
  return realm === '' ? {} : { [CLAIM]: realm };
}

/** Whether claims that `jwt.decode` returned are of this realm. */
export function isOfRealm(claims: JWT, realm: string): boolean {
  return (claims[CLAIM] ?? '') === realm;
}
