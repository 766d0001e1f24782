import { pooledRandom } from './pooled-random.js';

describe('pooledRandom', () => {
  it('returns no value twice, also where the pool is filled again', () => {
    const values = Array.from({ length: 5_000 }, (_, i) => pooledRandom(i % 2 ? 16 : 32));

    expect(new Set(values.map((value) => value.toString('hex'))).size).toBe(5_000);
    expect(values.every((value, i) => value.length === (i % 2 ? 16 : 32))).toBe(true);
  });

  it('returns bytes that nobody else changes', () => {
    const value = pooledRandom(16);
    const before = value.toString('hex');

    pooledRandom(16).fill(0);
    for (let i = 0; i < 200; i += 1) pooledRandom(32);

    expect(value.toString('hex')).toBe(before);
    // Zeros where a value was handed out before the pool was filled would be seen here.
    expect(value.equals(Buffer.alloc(16))).toBe(false);
  });

  it('fills a value as large as the pool', () => {
    expect(new Set(pooledRandom(2_048)).size).toBeGreaterThan(200);
  });
});
