import { AttemptCounter } from './attempt-counter.js';
import { type KnownNetworks, networksIn, networksInMemory } from './known-networks.js';
import { MemoryLimiter } from './memory-limiter.js';

/** The counter and the known networks of one store. */
export interface LimiterSet {
  readonly counter: AttemptCounter;
  readonly known: KnownNetworks;
}

/** Default duration, in seconds; overridden at each call. */
const HOUR = 60 * 60;

/** Counts in the memory of this process. */
export function memoryLimiters(): LimiterSet {
  return {
    counter: new AttemptCounter(new MemoryLimiter(), new MemoryLimiter(), new MemoryLimiter()),
    known: networksInMemory(),
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
  return {
    counter: new AttemptCounter(limiter('attempts'), limiter('waits'), limiter('failures')),
    known: networksIn(limiter('known')),
  };
}
