import { AuthError } from '../errors/auth.error.js';

/** Seconds by which a provider's clock may differ. @see docs/design/wire-contract.md 7.2 step 13 */
export const PROVIDER_CLOCK_TOLERANCE = 30;
/** Maximum age of an ID token, in seconds; a code that was just redeemed yields a new one. */
const MAX_AGE = 24 * 60 * 60;

/**
 * Refuses an ID token that was issued in the future or long ago: it was not issued for the code.
 * @param iat - from the token, in seconds since the epoch
 * @see OpenID Connect Core section 3.1.3.7 (10)
 */
export function assertFresh({ iat }: { readonly iat: number }): void {
  const age = Date.now() / 1000 - iat;
  if (age < -PROVIDER_CLOCK_TOLERANCE) throw new AuthError('the ID token was issued in the future');
  if (age > MAX_AGE) throw new AuthError('the ID token was issued more than a day ago');
}

/**
 * Refuses a sign-in at the provider in the future, which no limit of its age would refuse.
 * @param auth_time - from the ID token, in seconds since the epoch; the OAuth library requires it
 * @see OpenID Connect Core section 3.1.3.7 (13)
 */
export function assertSignedIn({ auth_time: at = 0 }: { readonly auth_time?: number }): void {
  if (at > Date.now() / 1000 + PROVIDER_CLOCK_TOLERANCE) {
    throw new AuthError('`auth_time` of the ID token is in the future');
  }
}
