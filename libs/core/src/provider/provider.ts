import type { CredentialsConfig } from './credentials-provider.js';
import type { EmailConfig } from './email-provider.js';
import type { OAuthConfig, OIDCConfig } from './oauth-provider.js';
import type { WebAuthnConfig } from './webauthn-provider.js';

/** A provider as it is configured, whatever its profiles look like. */
export type ProviderConfig =
  OAuthConfig<unknown> | OIDCConfig<unknown> | EmailConfig | CredentialsConfig | WebAuthnConfig;

/** A provider factory, called with what the environment holds for it. */
export type ProviderFactory = {
  // A method, so that a factory with a narrower parameter is one too.
  factory(options: object): ProviderConfig;
}['factory'];

/** What the `providers` option takes. */
export type Provider = ProviderConfig | ProviderFactory;

/** What a client may know of a provider. @see docs/design/wire-contract.md 6.1 */
export interface PublicProvider {
  id: string;
  name: string;
  type: string;
  signinUrl: string;
  callbackUrl: string;
}
