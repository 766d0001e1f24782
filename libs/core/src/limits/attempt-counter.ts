import type { ResolvedAttemptLimits } from '../config/options/limits.js';
import type { MaybePromise } from '../model/maybe-promise.js';

/** The count for a key. */
export interface Tally {
  readonly consumedPoints: number;
  /** Milliseconds until the key is forgotten. */
  readonly msBeforeNext: number;
}

/** The limiter methods in use, named as in `rate-limiter-flexible`. Durations are in seconds. */
export interface Limiter {
  /** The duration applies only to a new key. */
  penalty(key: string, points: number, options: { customDuration: number }): MaybePromise<Tally>;
  /** Of the result only `consumedPoints` is used; without a result, it is not negative. */
  reward(key: string, points: number): MaybePromise<Pick<Tally, 'consumedPoints'> | void>;
  delete(key: string): MaybePromise<unknown>;
}

/** How many attempts for one key are free, and how long the next ones have to wait. */
export interface AttemptRule {
  readonly free: number;
  readonly windowSeconds: number;
  readonly longestWaitSeconds: number;
}

/** The key of counted attempts, and that of a part of them which a success may clear. */
export interface Failures {
  readonly key: string;
  readonly part: string;
}

/**
 * Counts attempts by key. The first ones are free; each further one doubles the wait before the
 * next, so that guessing slows down but nobody is locked out permanently.
 */
export class AttemptCounter {
  /**
   * @param attempts - counts attempts
   * @param waits - records which keys have to wait: one attempt per wait, however many arrive
   * @param failures - counts the failures of each part
   */
  constructor(
    private readonly attempts: Limiter,
    private readonly waits: Limiter,
    private readonly failures: Limiter,
  ) {}

  /** @returns milliseconds to wait; 0 if the attempt may proceed; only then is it counted */
  async count(key: string, rule: AttemptRule): Promise<number> {
    const { free, windowSeconds, longestWaitSeconds } = rule;
    const { consumedPoints } = await this.attempts.penalty(key, 1, {
      customDuration: windowSeconds,
    });
    if (consumedPoints <= free) return 0;
    const wait = Math.min(2 ** Math.min(consumedPoints - free - 1, 30), longestWaitSeconds);
    const waiting = await this.waits.penalty(key, 1, { customDuration: wait });
    if (waiting.consumedPoints <= 1) return 0;
    await this.giveBack(key);
    return Math.max(waiting.msBeforeNext, 1);
  }

  /**
   * Counts one attempt for several keys in order, or for none of them.
   * @param counted - keys, and how many attempts are free for each; an absent key is skipped
   * @returns milliseconds to wait; 0 if the attempt may proceed
   */
  async countAll(
    counted: readonly (readonly [key: string | undefined, free: number])[],
    { window, longestWait }: ResolvedAttemptLimits,
  ): Promise<number> {
    const done: string[] = [];
    for (const [key, free] of counted) {
      if (key === undefined) continue;
      const rule = { free, windowSeconds: window, longestWaitSeconds: longestWait };
      const wait = await this.count(key, rule);
      if (wait > 0) {
        for (const one of done) await this.giveBack(one);
        return wait;
      }
      done.push(key);
    }
    return 0;
  }

  /** Undoes the count of an attempt that had to wait or that succeeded. */
  async giveBack(key: string): Promise<void> {
    const left = await this.attempts.reward(key, 1);
    // The count has expired since: what is subtracted from nothing would be credit for more guesses.
    if (left && left.consumedPoints < 0) await this.attempts.delete(key);
  }

  /** Records that an attempt has failed which was counted for a key, as a part of its failures. */
  async addFailure({ key, part }: Failures, windowSeconds: number): Promise<void> {
    const { msBeforeNext } = await tallyOf(this.attempts, key, windowSeconds);
    // The part is forgotten before the whole, so it never has failures that the whole lacks.
    const customDuration = Math.max(Math.floor(msBeforeNext / 1000), 1);
    await this.failures.penalty(part, 1, { customDuration });
  }

  /**
   * Undoes the count of an attempt that succeeded. If all failures for the key belong to its part,
   * the key is forgotten: the success proves that they were mistakes of the right user.
   */
  async succeed({ key, part }: Failures, windowSeconds: number): Promise<void> {
    const all = await tallyOf(this.attempts, key, windowSeconds);
    const own = await tallyOf(this.failures, part, windowSeconds);
    if (own.consumedPoints + 1 < all.consumedPoints) await this.giveBack(key);
    else {
      const whole = [this.attempts.delete(key), this.waits.delete(key)];
      await Promise.all([...whole, this.failures.delete(part)]);
    }
  }
}

/** Reads a count, by adding nothing to it. */
function tallyOf(limiter: Limiter, key: string, windowSeconds: number): MaybePromise<Tally> {
  return limiter.penalty(key, 0, { customDuration: windowSeconds });
}
