import type { TokenReading } from '../../adapter/sealed-tokens.js';
import { Envelope } from '../../crypto/envelope.js';
import { realmSecrets } from '../../crypto/realm-secrets.js';
import { hideSecrets } from '../../logging/hide-secrets.js';
import type { OptionGroup } from './option-group.js';
import { bool, isObject, margin, oneOf } from './option-test.js';

/** Whether tokens are stored unchanged, not stored, or sealed with `encryptionSecret`. */
export type ProviderTokensKept = 'store' | 'drop' | 'encrypt';

/** How provider tokens are stored and used. */
export interface ProviderTokensOptions {
  /** @default 'store' */
  keep?: ProviderTokensKept;
  /** Seconds before its expiry at which an access token is refreshed, 5 to 600. @default 60 */
  refreshMargin?: number;
  /**
   * When tokens are revoked at their provider. `'unlink'`: when their account is removed from the
   * user, which may happen at the first proof of an address. `'signOut'`: also at each sign-out of
   * the user. `'never'`: only by `ProviderTokensService.revoke`. @default 'unlink'
   */
  revokeAt?: 'unlink' | 'signOut' | 'never';
  /** Whether `encrypt` also reads tokens that are stored unsealed. @default true */
  acceptPlaintext?: boolean;
}

/** The options for provider tokens, complete. */
export interface ResolvedProviderTokens {
  readonly keep: ProviderTokensKept;
  readonly refreshMarginSeconds: number;
  readonly revokeAt: 'unlink' | 'signOut' | 'never';
  /** How stored tokens are read; sealed ones are readable whatever `keep` is. */
  readonly reading: TokenReading;
}

interface Configured {
  readonly providerTokens?: ProviderTokensKept | ProviderTokensOptions;
  readonly encryptionSecret?: string | string[];
  readonly secret?: string | string[];
}

/**
 * Completes the options for provider tokens. The secret is used as configured, not per realm, since
 * several instances and tenants may share a store with the same accounts.
 */
export function resolveProviderTokens({
  providerTokens = 'store',
  encryptionSecret,
  secret,
}: Configured): ResolvedProviderTokens {
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

const kept = oneOf('store', 'drop', 'encrypt');

/** The group of the option `providerTokens`. */
export const providerTokensGroup = {
  tests: {
    providerTokens: [
      "'store', 'drop', 'encrypt' or an object",
      (value) => kept[1](value) || isObject(value),
    ],
  },
  members: {
    providerTokens: {
      keep: kept,
      refreshMargin: margin,
      revokeAt: oneOf('unlink', 'signOut', 'never'),
      acceptPlaintext: bool,
    },
  },
} as const satisfies OptionGroup<'providerTokens'>;
