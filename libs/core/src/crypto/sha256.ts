import { createHash } from 'node:crypto';

/** SHA-256 of a text in UTF-8, 64 lower-case hex characters. @see FIPS 180-4 */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
