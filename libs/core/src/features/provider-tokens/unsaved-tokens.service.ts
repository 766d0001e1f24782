import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Adapter } from '../../adapter/adapter.port.js';
import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import { sha256Hex } from '../../crypto/digests.js';
import type { StoredTokens } from './stored-tokens.js';

/** New tokens that could not be stored. */
interface Unsaved {
  /** Hash of the refresh token that was spent to get them. */
  readonly spent: string;
  readonly tokens: StoredTokens;
  /** Tries to store the tokens. */
  readonly store: () => Promise<unknown>;
}

const MOST = 1000;
const KEPT_MS = 10 * 60 * 1000;
const RETRIES_MS = [1000, 5000, 25_000] as const;

/**
 * Keeps tokens that were refreshed but could not be stored: the old refresh token is spent, so
 * without the new tokens the user would have to sign in again.
 */
@Injectable()
export class UnsavedTokensService implements BeforeApplicationShutdown {
  private readonly stores = new WeakMap<Adapter, LRUCache<string, Unsaved>>();
  private readonly waiting = new Map<Unsaved, NodeJS.Timeout>();

  /** @param spent - the tokens that were used up */
  keep(
    adapter: CompleteAdapter,
    spent: StoredTokens,
    kept: Pick<Unsaved, 'tokens' | 'store'>,
  ): void {
    const key = keyOf(spent);
    const cache = this.cacheOf(adapter);
    const unsaved: Unsaved = {
      tokens: kept.tokens,
      spent: sha256Hex(spent.refreshToken ?? ''),
      store: async () => {
        await kept.store();
        if (cache.get(key) === unsaved) cache.delete(key);
        this.forget(unsaved);
      },
    };
    cache.set(key, unsaved);
    this.retry(unsaved, 0);
  }

  /**
   * Returns the newer tokens if the stored refresh token was spent for them, and tries to store
   * them.
   * @returns undefined if there are none, or others were stored meanwhile
   */
  async settle(adapter: CompleteAdapter, row: StoredTokens): Promise<StoredTokens | undefined> {
    const unsaved = this.stores.get(adapter.origin)?.get(keyOf(row));
    if (!unsaved || unsaved.spent !== sha256Hex(row.refreshToken ?? '')) return undefined;
    await unsaved.store().catch(() => undefined);
    return unsaved.tokens;
  }

  /** Finds the unsaved tokens of a user, for use when the store cannot be read. */
  findByUser(adapter: CompleteAdapter, userId: string, provider: string): StoredTokens | undefined {
    const all = [...(this.stores.get(adapter.origin)?.values() ?? [])];
    const own = all.filter(
      ({ tokens }) => tokens.userId === userId && tokens.provider === provider,
    );
    return own.length === 1 ? own[0]?.tokens : undefined;
  }

  /** Tries to store the tokens one last time. */
  async beforeApplicationShutdown(): Promise<void> {
    const left = [...this.waiting.keys()];
    await Promise.allSettled(left.map((unsaved) => unsaved.store()));
    for (const unsaved of left) this.forget(unsaved);
  }

  private retry(unsaved: Unsaved, nth: number): void {
    const delay = RETRIES_MS[nth];
    if (delay === undefined) return this.forget(unsaved);
    const timer = setTimeout(() => {
      unsaved.store().catch(() => this.retry(unsaved, nth + 1));
    }, delay);
    this.waiting.set(unsaved, timer.unref());
  }

  private forget(unsaved: Unsaved): void {
    clearTimeout(this.waiting.get(unsaved));
    this.waiting.delete(unsaved);
  }

  private cacheOf({ origin }: CompleteAdapter): LRUCache<string, Unsaved> {
    const known = this.stores.get(origin);
    if (known) return known;
    const made = new LRUCache<string, Unsaved>({ max: MOST, ttl: KEPT_MS });
    this.stores.set(origin, made);
    return made;
  }
}

function keyOf({ provider, providerAccountId }: StoredTokens): string {
  return JSON.stringify([provider, providerAccountId]);
}
