/** The kinds of provider. @see specification, What the service does 3 */
export type ProviderType = 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn';
