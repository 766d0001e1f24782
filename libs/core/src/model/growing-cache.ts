import { LRUCache } from 'lru-cache';

/**
 * Creates a cache of at most `max` entries. When full, it evicts the least recently used entry.
 * @param ttlMs - the longest time for which an entry is kept, in milliseconds; 0 for no limit
 */
export function growingCache<Value extends object | true>(
  max: number,
  ttlMs = 0,
): LRUCache<string, Value> {
  // Limited by size instead of `max`, which would allocate all entries at once, and iterate over
  // them whenever the last entry is deleted: with few users, that is at every sign-in.
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1, ttl: ttlMs });
}
