/**
 * The common prefix of the URLs of a provider.
 * @see OpenID Connect Discovery section 4: without a slash at the end
 */
export function baseOf(issuer: string): string {
  return issuer.replace(/\/$/, '');
}
