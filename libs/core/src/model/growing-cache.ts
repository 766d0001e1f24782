import { LRUCache } from 'lru-cache';

/**
 * A cache of at most so many entries. Full, it forgets the entry that was left alone for longest.
 * @param ttlMs - how long an entry is kept at most, milliseconds
 */
export function growingCache<Value extends object | true>(
  max: number,
  ttlMs = 0,
): LRUCache<string, Value> {
  // By size and not by `max`, which would take the room for all entries at once, and walk through
  // it whenever the last entry is deleted: with few people that is every sign-in.
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1, ttl: ttlMs });
}
