/** 128 bits in base64url have 22 characters. */
const SHORTEST = 22;

/** Longest session token that is issued, and that is looked up at all. */
export const LONGEST_SESSION_TOKEN = 512;

/** Marks what is stored in place of a token, so that it is never taken for one. */
export const STORED_HASH = 'sha256:';

/**
 * Whether a string is long enough to hold 128 random bits, and fits a cookie.
 * @see docs/design/security-bar.md D21
 */
export function isSessionToken(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length >= SHORTEST &&
    value.length <= LONGEST_SESSION_TOKEN &&
    !value.startsWith(STORED_HASH)
  );
}
