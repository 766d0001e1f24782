/** What the URLs of a provider begin with. @see OpenID Connect Discovery section 4: without a slash at the end */
export function baseOf(issuer: string): string {
  return issuer.replace(/\/$/, '');
}
