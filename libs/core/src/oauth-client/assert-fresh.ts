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
