import { randomFillSync } from 'node:crypto';

const pool = Buffer.allocUnsafeSlow(2048);
let used = pool.length;

/**
 * Returns random bytes of the system's generator, fetched for many values at once: one call of it takes
 * longer than all else that issues a token. Only for what opens nothing by itself, such as an
 * initialization vector: where a running machine is copied, both copies have the same pool.
 * @param size - at most 2,048
 */
export function pooledRandom(size: number): Buffer {
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const value = Buffer.from(pool.subarray(used, used + size));
  // So that a dump of the memory shows none that was handed out.
  pool.fill(0, used, used + size);
  used += size;
  return value;
}
