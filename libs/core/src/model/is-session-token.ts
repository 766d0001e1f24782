/** In base64url, 128 bits have 22 characters. */
const SHORTEST = 22;

/** Longest session token that is issued or looked up, in characters. */
export const LONGEST_SESSION_TOKEN = 512;

/** Prefix of a hash that is stored in place of a token, so that it is never accepted as one. */
export const STORED_HASH = 'sha256:';

/**
 * Whether a string is long enough for 128 random bits, and short enough for a cookie.
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
