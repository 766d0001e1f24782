import type { RateLimiterRedis } from 'rate-limiter-flexible';
import { growingCache } from '../model/growing-cache.js';
import type { MaybePromise } from '../model/maybe-promise.js';

/** A network that somebody has signed in from. */
export interface KnownNetwork {
  /** A place in the store, of which all spellings of a name share sixteen in each network. */
  readonly key: string;
  /** Identifies who was there last: a whole number below 2^48. */
  readonly mark: number;
}

/** The networks that identifiers have signed in from. */
export interface KnownNetworks {
  has(network: KnownNetwork): MaybePromise<boolean>;
  add(network: KnownNetwork): MaybePromise<void>;
}

/** Fourteen days, in seconds. */
const KNOWN_FOR = 14 * 24 * 60 * 60;
/** How many networks one process remembers. */
const MAX_KNOWN = 10_000;

/** Remembers networks in the memory of this process. */
export function networksInMemory(): KnownNetworks {
  const known = growingCache<KnownNetwork>(MAX_KNOWN, KNOWN_FOR * 1000);
  return {
    has: ({ key, mark }) => known.get(key)?.mark === mark,
    add: (network) => void known.set(network.key, network),
  };
}

/** Remembers networks in Redis, whose limiter stores values with an end. */
export function networksIn(limiter: RateLimiterRedis): KnownNetworks {
  return {
    has: async ({ key, mark }) => (await limiter.get(key))?.consumedPoints === mark,
    add: async ({ key, mark }) => void (await limiter.set(key, mark, KNOWN_FOR)),
  };
}
