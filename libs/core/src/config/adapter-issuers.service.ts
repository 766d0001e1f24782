import { Injectable } from '@nestjs/common';
import type { Adapter } from '../adapter/adapter.port.js';
import { AuthError } from '../errors/auth.error.js';
import { issuerFingerprint } from '../provider/provider-fingerprint.js';
import type { ResolvedAuthConfig } from './resolved-auth-config.js';

/**
 * Remembers which issuer the accounts in an adapter belong to, across all configurations and
 * AuthModules of an application: an account is stored with its provider's id and its subject, but
 * without the issuer.
 */
@Injectable()
export class AdapterIssuersService {
  private readonly byStore = new WeakMap<object, Map<string, string>>();

  /** Reports each provider whose issuer differs from that in an earlier configuration. */
  *check(adapter: Adapter | undefined, { providers }: ResolvedAuthConfig): Iterable<AuthError> {
    if (!adapter) return;
    const store = adapter.store ?? adapter;
    const known = this.byStore.get(store) ?? new Map<string, string>();
    this.byStore.set(store, known);
    for (const [id, provider] of providers) {
      const issuer = issuerFingerprint(provider);
      if (issuer === undefined) continue;
      if ((known.get(id) ?? issuer) !== issuer) yield new AuthError(otherIssuer(id));
      else known.set(id, issuer);
    }
  }
}

function otherIssuer(id: string): string {
  return `provider ${id}: another configuration with the same adapter or database uses this id for another issuer or other endpoints, so users of one could sign in as users of the other; choose a different \`id\`, or use a separate adapter for each tenant`;
}
