import type { JWT } from '../../model/jwt.js';

/** Name of the realm claim: an application's own token format may use one key for all realms. */
export const REALM_CLAIM = 'authnest_realm';

/** Returns the claim that identifies the realm; none for the empty realm. */
export function realmClaim(realm: string): Record<string, string> {
  return realm === '' ? {} : { [REALM_CLAIM]: realm };
}

/** Whether claims that `jwt.decode` returned belong to this realm. */
export function isOfRealm(claims: JWT, realm: string): boolean {
  return (claims[REALM_CLAIM] ?? '') === realm;
}
