import type { JWK } from 'jose';

/** How a client proves who it is. @see OpenID Connect Core section 9 */
export type FakeClientAuthentication =
  'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt' | 'private_key_jwt' | 'none';

/** The one client that a provider knows. */
export interface FakeClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Public keys of the client, for `private_key_jwt`. */
  readonly keys: readonly JWK[];
  /** The only method that is accepted; any but `none` where this is absent. */
  readonly method?: FakeClientAuthentication;
}
