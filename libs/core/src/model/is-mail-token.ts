/** In base64url, 128 bits have 22 characters. */
const SHORTEST = 22;
/** Not all mail programs preserve links with longer tokens. */
const LONGEST = 512;

/**
 * Whether a token is long enough for 128 random bits, and short enough for a link.
 * @see docs/design/security-bar.md F04
 */
export function isMailToken(value: unknown): value is string {
  return typeof value === 'string' && value.length >= SHORTEST && value.length <= LONGEST;
}
