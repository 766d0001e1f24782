import { randomBytes } from 'node:crypto';

/**
 * Returns a value that cannot be guessed: 32 bytes from the system's random generator.
 * @returns 64 lower-case hex characters, or 43 characters of base64url
 */
export function randomToken(encoding: 'hex' | 'base64url' = 'hex'): string {
  return randomBytes(32).toString(encoding);
}
