import { LRUCache } from 'lru-cache';

/**
 * A cache of at most `max` entries. When full, it evicts the least recently used entry.
 * @param ttlMs - how long an entry is kept at most, milliseconds
 */
export function growingCache<Value extends object | true>(
  max: number,
  ttlMs = 0,
): LRUCache<string, Value> {
  // Bounded by size and not by `max`, which would allocate all entries at once, and walk through
  // them whenever the last entry is deleted: with few users that is every sign-in.
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1, ttl: ttlMs });
}
