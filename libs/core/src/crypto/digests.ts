import { hash, timingSafeEqual } from 'node:crypto';

/** Returns the SHA-256 of a string in UTF-8: 64 lower-case hex characters. @see FIPS 180-4 */
export function sha256Hex(text: string): string {
  // In one call: creating a hash object costs three times as much as hashing a short string.
  return hash('sha256', text, 'hex');
}

/**
 * Compares two strings in a time that reveals neither where they differ nor whether their lengths
 * are equal.
 */
export function constantTimeEqual(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** Compares two digests of the same algorithm directly, since their lengths are not secret. */
export function digestsEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(bytesOf(a), bytesOf(b));
}

function digest(text: string): Buffer {
  return bytesOf(sha256Hex(text));
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex, 'latin1');
}
