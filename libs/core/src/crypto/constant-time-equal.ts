import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from './sha256.js';

/**
 * Compares two strings in a time that does not depend on where they differ, nor on their lengths.
 */
export function constantTimeEqual(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return Buffer.from(sha256Hex(text), 'latin1');
}
