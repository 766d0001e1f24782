import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from './sha256.js';

/**
 * Compares two strings in a time that does not depend on where they differ, nor on their lengths.
 */
export function constantTimeEqual(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** The same for two digests of one kind, whose lengths nobody chooses: they are compared as they are. */
export function digestsEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(bytesOf(a), bytesOf(b));
}

function digest(text: string): Buffer {
  return bytesOf(sha256Hex(text));
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex, 'latin1');
}
