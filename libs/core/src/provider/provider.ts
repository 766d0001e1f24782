import type { CredentialsConfig } from './credentials-provider.js';
import type { EmailConfig } from './email-provider.js';
import type { ForeignProvider } from './foreign-provider.js';
import type { OAuthConfig, OIDCConfig } from './oauth-provider.js';
import type { WebAuthnConfig } from './webauthn-provider.js';

/** A provider as it is configured, with any type of profile. */
export type ProviderConfig =
  OAuthConfig<unknown> | OIDCConfig<unknown> | EmailConfig | CredentialsConfig | WebAuthnConfig;

/** A provider factory, called with the values of its environment variables. */
export type ProviderFactory = {
  // Declared as a method, so that a factory with a narrower parameter is accepted.
  factory(options: object): ProviderConfig | ForeignProvider;
}['factory'];

/** An entry of the option `providers`. */
export type Provider = ProviderConfig | ProviderFactory | ForeignProvider;

/** What clients may know about a provider. @see docs/design/wire-contract.md 6.1 */
export interface PublicProvider {
  id: string;
  name: string;
  type: string;
  signinUrl: string;
  callbackUrl: string;
}
