import { AuthError } from '../../errors/auth.error.js';

/** Browsers keep no cookie longer. @see RFC 6265bis, section 5.5 */
export const LONGEST_COOKIE = 400 * 24 * 60 * 60;

/** Reports a time that is longer than that. */
export function tooLong(option: string): AuthError {
  return new AuthError(
    `${option}: must be at most ${LONGEST_COOKIE} seconds (400 days), since browsers keep no cookie longer; the unit is seconds, not milliseconds, and a session in use is extended before it ends`,
  );
}
