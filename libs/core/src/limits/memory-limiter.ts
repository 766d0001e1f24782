import type { LRUCache } from 'lru-cache';
import { growingCache } from '../model/growing-cache.js';
import type { Limiter, Tally } from './attempt-counter.js';

/** The state of one key. */
interface Entry {
  readonly points: number;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** How many keys are kept: an attacker who invents many names must not fill the memory. */
const MAX_KEYS = 100_000;

/**
 * Counts in the memory of this process. When full, it forgets the least recently used key. It uses
 * no timers: a timer runs for at most 24 days, and a longer one fires at once.
 */
export class MemoryLimiter implements Limiter {
  private readonly entries: LRUCache<string, Entry>;

  constructor(max = MAX_KEYS) {
    this.entries = growingCache(max);
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.entries.size;
  }

  penalty(key: string, points: number, { customDuration }: { customDuration: number }): Tally {
    const now = Date.now();
    const found = this.live(key, now);
    // If the clock has been set back, nobody waits longer than the duration.
    const expires = Math.min(found?.expires ?? Infinity, now + customDuration * 1000);
    const consumedPoints = (found?.points ?? 0) + points;
    // What only looks a count up takes no place from others.
    if (consumedPoints > 0) this.entries.set(key, { points: consumedPoints, expires });
    return { consumedPoints, msBeforeNext: expires - now };
  }

  reward(key: string, points: number): void {
    const found = this.live(key, Date.now());
    const left = (found?.points ?? 0) - points;
    // Never below zero: what was counted elsewhere, or long ago, earns no credit.
    if (found && left > 0) this.entries.set(key, { ...found, points: left });
    else this.entries.delete(key);
  }

  delete(key: string): boolean {
    return this.entries.delete(key);
  }

  private live(key: string, now: number): Entry | undefined {
    const found = this.entries.get(key);
    return found && found.expires > now ? found : undefined;
  }
}
