/**
 * Returns the common prefix of a provider's URLs: the issuer without a trailing slash.
 * @see OpenID Connect Discovery section 4
 */
export function baseOf(issuer: string): string {
  return issuer.replace(/\/$/, '');
}
