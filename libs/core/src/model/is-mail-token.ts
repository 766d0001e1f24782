/** 128 bits in base64url have 22 characters. */
const SHORTEST = 22;
/** Longer ones do not survive every mail program as a link. */
const LONGEST = 512;

/**
 * Whether a token is long enough to hold 128 random bits, and fits a link.
 * @see docs/design/security-bar.md F04
 */
export function isMailToken(value: unknown): value is string {
  return typeof value === 'string' && value.length >= SHORTEST && value.length <= LONGEST;
}
