import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

// One style text per theme and list of providers; the bound is for configurations made per request.
const hashes = new LRUCache<string, string>({ max: 64 });

/**
 * The source expression that allows one inline style block.
 * @see Content Security Policy Level 3, section 2.3.1, hash-source
 */
export function styleHash(style: string): string {
  const known = hashes.get(style);
  if (known) return known;

  const hash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
  hashes.set(style, hash);
  return hash;
}
