import { LRUCache } from 'lru-cache';
import { AttemptCounter } from './attempt-counter.js';

/** Where identifiers have signed in from. Durations in seconds. */
export interface KnownNetworks {
  has(key: string): Promise<boolean>;
  add(key: string): Promise<void>;
}

/** Everything that is counted in one place. */
export interface LimiterSet {
  readonly counter: AttemptCounter;
  readonly known: KnownNetworks;
}

/** Fourteen days, seconds. A timer holds no more than 24. */
const KNOWN_FOR = 14 * 24 * 60 * 60;
/** Networks that one process remembers. */
const MAX_KNOWN = 10_000;
/** Overridden at each call. */
const HOUR = 60 * 60;

// Imported when something is limited for the first time: the library loads a client for every store.
const library = () => import('rate-limiter-flexible');

/** Counts in the memory of this process. */
export async function memoryLimiters(): Promise<LimiterSet> {
  const { RateLimiterMemory } = await library();
  const known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: KNOWN_FOR * 1000 });
  return {
    counter: new AttemptCounter(
      new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: HOUR }),
      new RateLimiterMemory({ points: 1, duration: HOUR }),
    ),
    known: {
      has: (key) => Promise.resolve(known.has(key)),
      add: (key) => Promise.resolve(void known.set(key, true)),
    },
  };
}

/** @param client - a connected client of `ioredis` or `redis` */
export async function redisLimiters(client: object): Promise<LimiterSet> {
  const { RateLimiterRedis } = await library();
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterRedis({
      storeClient: client,
      // `ioredis` defines commands of its own, `redis` does not.
      useRedisPackage: !('defineCommand' in client),
      rejectIfRedisNotReady: true,
      keyPrefix: `authnest:${keyPrefix}`,
      points,
      duration: HOUR,
    });
  const known = limiter('known', 1);
  return {
    counter: new AttemptCounter(limiter('attempts', Number.MAX_SAFE_INTEGER), limiter('waits', 1)),
    known: {
      has: async (key) => (await known.get(key)) !== null,
      add: async (key) => void (await known.set(key, 1, KNOWN_FOR)),
    },
  };
}
