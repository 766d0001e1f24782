import { growingCache } from '../model/growing-cache.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import { AttemptCounter } from './attempt-counter.js';
import { MemoryLimiter } from './memory-limiter.js';

/** The networks that identifiers have signed in from. */
export interface KnownNetworks {
  has(key: string): MaybePromise<boolean>;
  add(key: string): MaybePromise<void>;
}

/** The counter and the known networks of one store. */
export interface LimiterSet {
  readonly counter: AttemptCounter;
  readonly known: KnownNetworks;
}

/** Fourteen days, in seconds. */
const KNOWN_FOR = 14 * 24 * 60 * 60;
/** How many networks one process remembers. */
const MAX_KNOWN = 10_000;
/** Default duration, in seconds; overridden at each call. */
const HOUR = 60 * 60;

/** Counts in the memory of this process. */
export function memoryLimiters(): LimiterSet {
  const known = growingCache<true>(MAX_KNOWN, KNOWN_FOR * 1000);
  return {
    counter: new AttemptCounter(new MemoryLimiter(), new MemoryLimiter(), new MemoryLimiter()),
    known: {
      has: (key) => known.has(key),
      add: (key) => void known.set(key, true),
    },
  };
}

/** Counts in Redis. @param client - a connected client of `ioredis` or `redis` */
export async function redisLimiters(client: object): Promise<LimiterSet> {
  // Loaded only when needed, since the library loads code for every kind of store.
  const { RateLimiterRedis } = await import('rate-limiter-flexible');
  const limiter = (keyPrefix: string) =>
    new RateLimiterRedis({
      storeClient: client,
      // Only clients of `ioredis` can define commands.
      useRedisPackage: !('defineCommand' in client),
      rejectIfRedisNotReady: true,
      keyPrefix: `authnest:${keyPrefix}`,
      points: Number.MAX_SAFE_INTEGER,
      duration: HOUR,
    });
  const known = limiter('known');
  return {
    counter: new AttemptCounter(limiter('attempts'), limiter('waits'), limiter('failures')),
    known: {
      has: async (key) => (await known.get(key)) !== null,
      add: async (key) => void (await known.set(key, 1, KNOWN_FOR)),
    },
  };
}
