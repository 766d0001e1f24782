import { growingCache } from './growing-cache.js';

describe('growingCache', () => {
  it('evicts the least recently used entry when it is full', () => {
    const cache = growingCache<true>(2);
    cache.set('a', true).set('b', true);
    cache.get('a');

    cache.set('c', true);

    expect(['a', 'b', 'c'].filter((key) => cache.has(key))).toEqual(['a', 'c']);
  });

  it('allocates memory for its entries, not for its capacity', () => {
    const before = process.memoryUsage().heapUsed;

    const caches = Array.from({ length: 20 }, () => growingCache<true>(100_000));

    // A single cache that allocates its capacity would take half a megabyte.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000_000);
    expect(caches).toHaveLength(20);
  });
});
