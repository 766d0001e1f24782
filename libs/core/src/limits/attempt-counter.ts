import type { ResolvedAttemptLimits } from '../config/limits-options.js';

/** What has been counted under a key. */
export interface Tally {
  readonly consumedPoints: number;
  /** Milliseconds until the key is forgotten. */
  readonly msBeforeNext: number;
}

/** What is used of a limiter, in the names of `rate-limiter-flexible`. Durations in seconds. */
export interface Limiter {
  /** The duration counts where the key is new. */
  penalty(key: string, points: number, options: { customDuration: number }): Promise<Tally>;
  reward(key: string, points: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
}

/** How many attempts under one key are free, and what follows. */
export interface AttemptRule {
  readonly free: number;
  readonly windowSeconds: number;
  readonly longestWaitSeconds: number;
}

/**
 * Counts attempts under a key. The first ones are free; each further one doubles the wait before
 * the next, so that guessing slows down and nobody is locked out for good.
 */
export class AttemptCounter {
  /**
   * @param attempts - counts attempts
   * @param waits - remembers who waits: one attempt per wait, however many come at once
   */
  constructor(
    private readonly attempts: Limiter,
    private readonly waits: Limiter,
  ) {}

  /** @returns milliseconds to wait; 0 where the attempt may go on, and only then it is counted */
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
   * Counts one attempt under several keys, in their order, or under none of them.
   * @param counted - keys, and how many attempts are free under each; an absent key is left out
   * @returns milliseconds to wait; 0 where the attempt may go on
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

  /** The attempt was none, or it succeeded. */
  async giveBack(key: string): Promise<void> {
    await this.attempts.reward(key, 1);
  }

  /** Whoever it was has shown to be the right one. */
  async forget(key: string): Promise<void> {
    await Promise.all([this.attempts.delete(key), this.waits.delete(key)]);
  }
}
