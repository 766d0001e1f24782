import type { LRUCache } from 'lru-cache';
import type { Keyring } from '../../crypto/keyring.js';
import { type OpenedToken, openJwe } from '../../crypto/open-jwe.js';
import { copyOf } from '../../model/copy-of.js';
import { growingCache } from '../../model/growing-cache.js';

/**
 * Caches opened session tokens, so that a token is decrypted once rather than on every request.
 * Entries do not expire by themselves; the caller must check whether the token has expired.
 */
export class OpenedTokens {
  private readonly byKeyring = new WeakMap<Keyring, LRUCache<string, OpenedToken>>();

  /** @param max - the maximum number of tokens to keep; 0 keeps none */
  open(token: string, keyring: Keyring, max: number): OpenedToken | null {
    if (max === 0) return openJwe(token, keyring);
    const cache = this.cacheOf(keyring, max);
    const known = cache.get(token);
    if (known) return known;
    const opened = openJwe(token, keyring);
    // A copy: a slice of a header would keep the whole header in memory.
    if (opened) {
      Object.freeze(opened.claims);
      cache.set(copyOf(token), opened);
    }
    return opened;
  }

  private cacheOf(keyring: Keyring, max: number): LRUCache<string, OpenedToken> {
    const known = this.byKeyring.get(keyring);
    if (known) return known;
    const cache = growingCache<OpenedToken>(max);
    this.byKeyring.set(keyring, cache);
    return cache;
  }
}
