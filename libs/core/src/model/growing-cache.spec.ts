import { growingCache } from './growing-cache.js';

describe('growingCache', () => {
  it('forgets the entry that was left alone for longest when it is full', () => {
    const cache = growingCache<true>(2);
    cache.set('a', true).set('b', true);
    cache.get('a');

    cache.set('c', true);

    expect(['a', 'b', 'c'].filter((key) => cache.has(key))).toEqual(['a', 'c']);
  });

  it('takes room for the entries that it has, and not for those that it may have', () => {
    const before = process.memoryUsage().heapUsed;

    const caches = Array.from({ length: 20 }, () => growingCache<true>(100_000));

    // A single one with the room taken would be half a megabyte.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000_000);
    expect(caches).toHaveLength(20);
  });
});
