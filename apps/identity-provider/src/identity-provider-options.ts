import type { ClientMetadata, JWKS } from 'oidc-provider';
import type { DemoAccount } from './demo-accounts.js';

/**
 * An application that can sign in users at this provider, as client metadata for registration.
 * `client_name` is shown on the pages; refresh tokens need the type in `grant_types`.
 * @see OpenID Connect Dynamic Client Registration 1.0, section 2
 */
export type IdentityProviderClient = Pick<
  ClientMetadata,
  | 'backchannel_logout_session_required'
  | 'backchannel_logout_uri'
  | 'client_id'
  | 'client_name'
  | 'client_secret'
  | 'grant_types'
  | 'id_token_signed_response_alg'
  | 'jwks'
  | 'post_logout_redirect_uris'
  | 'redirect_uris'
  | 'response_types'
  | 'token_endpoint_auth_method'
  | 'token_endpoint_auth_signing_alg'
  | 'userinfo_signed_response_alg'
>;

/** Options of {@link startIdentityProvider}; only the clients are required. */
export interface IdentityProviderOptions {
  /** Applications to register at start; `addClient` adds more later. */
  readonly clients: readonly IdentityProviderClient[];

  /** TCP port; 0 selects any free port. @default 0 */
  readonly port?: number;

  /** Address to listen on; it is also the host of the issuer. @default '127.0.0.1' */
  readonly host?: string;

  /** @default DEMO_ACCOUNTS */
  readonly accounts?: readonly DemoAccount[];

  /** Private signing keys. @default an RSA, an EC and an Ed25519 key, generated at start */
  readonly keys?: JWKS;

  /**
   * If true, only userinfo returns the profile and email claims (OpenID Connect Core 1.0, section
   * 5.4); if false, the ID token contains them too, as with most providers. @default false
   */
  readonly conformIdTokenClaims?: boolean;

  /** Lifetime of an access token, in seconds. @default 3600 */
  readonly accessTokenSeconds?: number;

  /** Whether authorization requests without PKCE (S256) are refused. @default true */
  readonly requirePkce?: boolean;
}
