import type { RateLimiterRedis } from 'rate-limiter-flexible';
import { growingCache } from '../model/growing-cache.js';
import type { MaybePromise } from '../model/maybe-promise.js';

/** The networks that identifiers have signed in from. */
export interface KnownNetworks {
  has(key: string): MaybePromise<boolean>;
  add(key: string): MaybePromise<void>;
}

/** Fourteen days, in seconds. */
const KNOWN_FOR = 14 * 24 * 60 * 60;
/** How many networks one process remembers. */
const MAX_KNOWN = 10_000;

/** Remembers networks in the memory of this process. */
export function networksInMemory(): KnownNetworks {
  const known = growingCache<true>(MAX_KNOWN, KNOWN_FOR * 1000);
  return { has: (key) => known.has(key), add: (key) => void known.set(key, true) };
}

/** Remembers networks in Redis, whose limiter stores values with an end. */
export function networksIn(limiter: RateLimiterRedis): KnownNetworks {
  return {
    has: async (key) => (await limiter.get(key)) !== null,
    add: async (key) => void (await limiter.set(key, 1, KNOWN_FOR)),
  };
}
