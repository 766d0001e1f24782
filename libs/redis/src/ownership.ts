import type { Keys } from './keys.js';
import { toInteger } from './replies.js';

/**
 * Makes sure that the keys belong to this application: those that share a Redis and a prefix by
 * mistake have different secrets, and other users with the same ids. The first one that sends a
 * command owns the prefix. When its secrets are replaced, one of them must be known already.
 * @see docs/design/security-bar.md RQ4
 */
export class Ownership {
  private isKnown = false;

  /** @param secretIds - undefined for a store that no configuration uses */
  constructor(
    private readonly keys: Keys,
    private readonly secretIds?: readonly string[],
  ) {}

  get isConfirmed(): boolean {
    return this.isKnown || !this.secretIds;
  }

  claimAgain(): void {
    this.isKnown = false;
  }

  /**
   * @param claim - runs the script `CLAIM`
   * @throws {Error} if the prefix belongs to an application with other secrets
   */
  async confirm(
    claim: (key: string, secretIds: readonly string[]) => Promise<unknown>,
  ): Promise<void> {
    const { keys, secretIds = [] } = this;
    const state = toInteger(await claim(keys.owner(), secretIds));
    if (state === 0) throw new Error(ofAnother(keys));
    this.isKnown = state === 1;
  }
}

/**
 * Returns a `usedBy` whose stores inherit from the one that it is called on, so that they keep what
 * a subclass or a wrapper adds. A configuration of each request gets the same one again.
 */
export function perApplication<S extends object>(
  prepare: (store: S, secretIds: readonly string[]) => void,
): (this: S, secretIds: readonly string[]) => S {
  const stores = new WeakMap<S, Map<string, S>>();
  return function (secretIds) {
    const known = stores.get(this) ?? new Map<string, S>();
    stores.set(this, known);
    const name = secretIds.join();
    const store = known.get(name) ?? (Object.create(this) as S);
    if (!known.has(name)) prepare(store, secretIds);
    known.set(name, store);
    return store;
  };
}

function ofAnother(keys: Keys): string {
  return `Redis: the prefix \`${keys.prefix}\` is used by an application with another secret; pass a different \`prefix\` in the last argument. If the secret was replaced, list the old one too, or delete the key \`${keys.owner()}\``;
}
