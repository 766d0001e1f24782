/** Stored as they are, not stored, or sealed with `encryptionSecret`. */
export type ProviderTokensKept = 'store' | 'drop' | 'encrypt';

/** How tokens of providers are kept and used. */
export interface ProviderTokensOptions {
  /** @default 'store' */
  keep?: ProviderTokensKept;
  /** Seconds before its end at which an access token is refreshed, 5 to 600. @default 60 */
  refreshMargin?: number;
  /**
   * When tokens are revoked at their provider. `'unlink'`: once their account is removed from the
   * user, as the first proof of an address does. `'signOut'`: then, and at each sign-out of the
   * person. `'never'`: only by `ProviderTokensService.revoke`. @default 'unlink'
   */
  revokeAt?: 'unlink' | 'signOut' | 'never';
  /** Whether `encrypt` also reads tokens that are stored unsealed. @default true */
  acceptPlaintext?: boolean;
}
