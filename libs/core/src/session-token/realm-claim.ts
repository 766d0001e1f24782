import type { JWT } from '../model/jwt.js';

/** Names the realm in a token: a format of the application may use one key for all realms. */
const CLAIM = 'authnest_realm';

/** The claim that names the realm; none in the empty realm. */
export function realmClaim(realm: string): Record<string, string> {
  return realm === '' ? {} : { [CLAIM]: realm };
}

/** Whether claims that `jwt.decode` returned are of this realm. */
export function isOfRealm(claims: JWT, realm: string): boolean {
  return (claims[CLAIM] ?? '') === realm;
}
