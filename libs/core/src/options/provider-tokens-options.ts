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
