/**
 * Splits a scope string into its scopes; some providers separate them with commas.
 * @see RFC 6749 section 3.3
 */
export function scopesOf(scope: unknown): readonly string[] {
  return typeof scope === 'string' ? scope.split(/[\s,]+/).filter((one) => one !== '') : [];
}
