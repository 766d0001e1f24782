import type { JWK } from 'jose';

/** How a client authenticates. @see OpenID Connect Core section 9 */
export type FakeClientAuthentication =
  'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt' | 'private_key_jwt' | 'none';

/** The only client of a provider. */
export interface FakeClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Public keys of the client, for `private_key_jwt`. */
  readonly keys: readonly JWK[];
  /** The only method that is accepted. @default any but `none` */
  readonly method?: FakeClientAuthentication;
}
