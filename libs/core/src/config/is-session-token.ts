/** 128 bits in base64url are 22 characters; what is longer than 512 is never looked up. */
const SHORTEST = 22;
const LONGEST = 512;

/** Whether a text is long enough to hold 128 random bits, and fits a cookie. @see security bar D21 */
export function isSessionToken(value: unknown): value is string {
  return typeof value === 'string' && value.length >= SHORTEST && value.length <= LONGEST;
}
