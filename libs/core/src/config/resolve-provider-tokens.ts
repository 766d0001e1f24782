import { Envelope } from '../crypto/envelope.js';
import { hideSecrets } from '../logging/hide-secrets.js';
import type { AuthConfig } from '../options/auth-config.js';
import type { ResolvedProviderTokens } from './resolved-auth-config.js';
import { realmSecrets } from './realm-secrets.js';

/**
 * Completes the options for provider tokens. The secret is used as configured, not per realm, since
 * several instances and tenants may share a store with the same accounts.
 */
export function resolveProviderTokens({
  providerTokens = 'store',
  encryptionSecret,
  secret,
}: AuthConfig): ResolvedProviderTokens {
  const options = typeof providerTokens === 'string' ? { keep: providerTokens } : providerTokens;
  const { keep = 'store', refreshMargin = 60, revokeAt = 'unlink', acceptPlaintext } = options;
  const envelope = hideSecrets(new Envelope(realmSecrets(encryptionSecret ?? secret, '')));
  return Object.freeze({
    keep,
    refreshMarginSeconds: refreshMargin,
    revokeAt,
    reading: { envelope, acceptsPlain: keep !== 'encrypt' || acceptPlaintext !== false },
  });
}
