/** The types of provider. @see docs/design/wire-contract.md 16.2 */
export type ProviderType = 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn';

/**
 * The types of account that adapters of Auth.js declare, for the `type` of their own columns. With
 * database sessions, accounts of credentials are stored too, so rows may have any `ProviderType`.
 * @see docs/design/wire-contract.md 16.1; docs/design/decisions.md 8
 */
export type AdapterAccountType = Exclude<ProviderType, 'credentials'>;
