import { LRUCache } from 'lru-cache';
import type { Adapter } from '../adapter/adapter.port.js';
import { sha256Hex } from '../crypto/digests.js';
import { clientFingerprint, issuerFingerprint } from '../provider/provider-fingerprint.js';
import type { ResolvedAuthConfig } from './resolved-auth-config.js';

/** Code of the warning that configurations without `tenant` differ. */
export type LazyDifference = 'tenantless-providers' | 'tenantless-issuers' | 'tenantless-adapters';

interface Fingerprint {
  readonly providers: string;
  readonly issuers: string;
  readonly adapter?: WeakRef<Adapter>;
}

/** How many secrets are remembered. An application with one per tenant does not need the check. */
const MOST_SECRETS = 100;

/**
 * Compares the configurations that a function returns for different requests. Two that share a
 * secret or an adapter accept each other's sessions, which is right only if they belong to one
 * tenant.
 */
export class LazyConfigs {
  private readonly bySecret = new LRUCache<string, Fingerprint>({ max: MOST_SECRETS });
  private readonly byAdapter = new WeakMap<Adapter, Fingerprint>();
  private isDone = false;

  /** @returns what differs from an earlier configuration; only once, and never with a tenant */
  difference(
    { adapter, tenant }: { adapter?: Adapter; tenant?: string },
    { providers, secrets, jwt }: ResolvedAuthConfig,
  ): LazyDifference | undefined {
    if (this.isDone || tenant !== undefined) return undefined;
    const all = [...providers.values()];
    const fingerprint: Fingerprint = {
      providers: all.map(clientFingerprint).toSorted().join(),
      issuers: all
        .map((provider) => `${provider.id} ${issuerFingerprint(provider)}`)
        .toSorted()
        .join(),
      adapter: adapter && new WeakRef(adapter),
    };
    const keys = [...new Set([...secrets, ...jwt.secrets])].map(sha256Hex);
    const earlier = [
      ...keys.map((key) => this.bySecret.get(key)),
      adapter && this.byAdapter.get(adapter),
    ];
    const found = earlier.flatMap((other) => (other && compare(other, fingerprint)) ?? [])[0];
    this.isDone = found !== undefined;
    for (const key of keys) this.bySecret.set(key, fingerprint);
    if (adapter) this.byAdapter.set(adapter, fingerprint);
    return found;
  }
}

function compare(one: Fingerprint, other: Fingerprint): LazyDifference | undefined {
  if (one.providers !== other.providers) return 'tenantless-providers';
  if (one.issuers !== other.issuers) return 'tenantless-issuers';
  return one.adapter?.deref() === other.adapter?.deref() ? undefined : 'tenantless-adapters';
}
