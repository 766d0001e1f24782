import type { Keys } from './keys.js';
import { toInteger } from './replies.js';

/**
 * Makes sure that the keys belong to this application: those that share a Redis and a prefix by
 * mistake have different secrets, and other users with the same ids. The first one that sends a
 * command owns the prefix. When its secrets are replaced, one of them must be known already.
 * @see docs/design/security-bar.md RQ4
 */
export class Ownership {
  /** The ids of secrets that Redis has not confirmed yet. */
  private readonly claims = new Map<string, readonly string[]>();
  private readonly confirmed = new Set<string>();

  constructor(private readonly keys: Keys) {}

  get isConfirmed(): boolean {
    return this.claims.size === 0;
  }

  add(secretIds: readonly string[]): void {
    const name = secretIds.join();
    if (!this.confirmed.has(name)) this.claims.set(name, secretIds);
  }

  /**
   * @param claim - runs the script `CLAIM`
   * @throws {Error} if the prefix belongs to an application with other secrets
   */
  async confirm(
    claim: (key: string, secretIds: readonly string[]) => Promise<unknown>,
  ): Promise<void> {
    const { keys } = this;
    for (const [name, secretIds] of this.claims) {
      const isOwner = toInteger(await claim(keys.owner(), secretIds)) === 1;
      if (!isOwner) throw new Error(ofAnother(keys));
      this.claims.delete(name);
      this.confirmed.add(name);
    }
  }
}

function ofAnother(keys: Keys): string {
  return `Redis: the prefix \`${keys.prefix}\` is used by an application with another secret; pass a different \`prefix\` in the last argument. If the secret was replaced, list the old one too, or delete the key \`${keys.owner()}\``;
}
