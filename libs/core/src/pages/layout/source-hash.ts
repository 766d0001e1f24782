import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

// One style per theme and list of providers; bounded, as configurations may be made per request.
const hashes = new LRUCache<string, string>({ max: 64 });

/**
 * Returns the source expression that allows one inline style or script block.
 * @see Content Security Policy Level 3, section 2.3.1, hash-source
 */
export function sourceHash(text: string): string {
  const known = hashes.get(text);
  if (known) return known;

  const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  hashes.set(text, hash);
  return hash;
}
