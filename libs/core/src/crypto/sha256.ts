import { hash } from 'node:crypto';

/** Returns the SHA-256 of a string in UTF-8: 64 lower-case hex characters. @see FIPS 180-4 */
export function sha256Hex(text: string): string {
  // In one call: creating a hash object costs three times as much as hashing a short string.
  return hash('sha256', text, 'hex');
}
