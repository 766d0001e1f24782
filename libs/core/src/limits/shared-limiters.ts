import type { AuthLogger } from '../logging/auth-logger.port.js';
import { AuthError } from '../errors/auth.error.js';
import { Timeout } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import { withTimeout } from '../model/with-timeout.js';
import { type LimiterSet, redisLimiters } from './limiter-set.js';

/** Milliseconds that a store may take before this process counts in memory instead. */
const PATIENCE_MS = 1000;
/** Milliseconds until a store that timed out is called again: each call would delay a request. */
const PAUSE_MS = 5000;

const AWAY =
  'limits.store failed; until it responds again, each process counts attempts in its own memory';

/** Counts for all instances together. An outage of the store is logged once. */
export class SharedLimiters {
  private readonly limiters: Promise<LimiterSet>;
  private isAway = false;
  /** A time on the monotonic clock `performance.now()`. */
  private askAgainAt = Number.NEGATIVE_INFINITY;

  /** @param store - client of `ioredis` or `redis` */
  constructor(store: object) {
    this.limiters = redisLimiters(store);
  }

  /** Runs work on the store. @returns undefined if the store is unavailable */
  async run<T>(
    logger: AuthLogger,
    work: (limiters: LimiterSet) => Promise<T>,
  ): Promise<{ readonly result: T } | undefined> {
    if (performance.now() < this.askAgainAt) return undefined;
    try {
      // Loaded at the first use; the time for that does not count towards the timeout.
      const limiters = await this.limiters;
      const result = await withTimeout(work(limiters), PATIENCE_MS, 'limits.store');
      if (this.isAway) logger.info('limits.store responds again');
      this.isAway = false;
      return { result };
    } catch (thrown) {
      if (thrown instanceof Timeout) this.askAgainAt = performance.now() + PAUSE_MS;
      if (!this.isAway) logger.error(new AuthError(AWAY, { err: toError(thrown) }));
      this.isAway = true;
      return undefined;
    }
  }
}
