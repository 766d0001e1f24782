/** The types of provider. @see docs/design/wire-contract.md 16.2 */
export type ProviderType = 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn';
