import { hideSecrets } from '../logging/hide-secrets.js';
import type { Account } from '../model/account.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Profile } from '../model/profile.js';
import type { TokenSet } from '../model/token-set.js';
import type { User } from '../model/user.js';

/** A request that must come back with what it went out with. @see specification, Provider configuration, checks */
export type OAuthCheck = 'none' | 'state' | 'pkce' | 'nonce';

/** How a provider's button looks. */
export interface ProviderStyle {
  /** CSS colour. */
  brandColor?: string;
  /** http(s) URL, path or `data:image/…`. */
  logo?: string;
  /** @deprecated use `brandColor` */
  bg?: string;
  /** @deprecated not used */
  text?: string;
}

/** An endpoint with parameters of its own. */
export interface OAuthEndpoint {
  url?: string;
  params?: Record<string, unknown>;
}

/** The user info endpoint; `request` replaces the call altogether. */
export interface UserinfoEndpoint<P = Profile> extends OAuthEndpoint {
  request?(context: {
    tokens: TokenSet;
    provider: OAuthUserConfig<P> & { id: string };
  }): MaybePromise<P>;
}

/** What reaches the OAuth library as it is. @see RFC 7591 section 2 */
export interface OAuthClientMetadata {
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'none';
  id_token_signed_response_alg?: string;
  [member: string]: unknown;
}

/** The options of an OAuth or OIDC provider that its user may set. */
export interface OAuthUserConfig<P = Profile> {
  id?: string;
  name?: string;
  clientId?: string;
  clientSecret?: string;
  issuer?: string;
  /** Location of the provider metadata, where it is not `<issuer>/.well-known/openid-configuration`. */
  wellKnown?: string;
  authorization?: string | OAuthEndpoint;
  token?: string | OAuthEndpoint;
  userinfo?: string | UserinfoEndpoint<P>;
  jwks_endpoint?: string;
  /** @default ['pkce'] */
  checks?: readonly OAuthCheck[];
  client?: OAuthClientMetadata;
  /** Maps the provider's profile to a user; its `id` becomes the account's `providerAccountId`. */
  profile?(profile: P, tokens: TokenSet): MaybePromise<User>;
  /** Chooses what of the token set is stored with the account. */
  account?(tokens: TokenSet): TokenSet | undefined | void;
  /** Links to an existing user with the same address. @default false */
  allowDangerousEmailAccountLinking?: boolean;
  style?: ProviderStyle;
  /** Names of authorization parameters that the caller of sign-in may add. @default none */
  authorizationParams?: readonly string[];
}

/** A plain OAuth 2.0 provider. @see RFC 6749 */
export interface OAuthConfig<P = Profile> extends OAuthUserConfig<P> {
  id: string;
  name: string;
  type: 'oauth';
  /** What the application passed to the factory; wins over the rest. */
  options?: OAuthUserConfig<P>;
}

/** An OpenID Connect provider. @see OpenID Connect Core */
export interface OIDCConfig<P = Profile> extends OAuthUserConfig<P> {
  id: string;
  name: string;
  type: 'oidc';
  /** `false` takes the profile from the user info endpoint. An ID token is verified all the same. */
  idToken?: boolean;
  options?: OAuthUserConfig<P> & { idToken?: boolean };
}

/** Declares an OAuth 2.0 provider of your own. */
export function OAuth<P = Profile>(config: Omit<OAuthConfig<P>, 'type'>): OAuthConfig<P> {
  return hideSecrets({ ...config, type: 'oauth' });
}

/** Declares an OpenID Connect provider of your own. */
export function OIDC<P = Profile>(config: Omit<OIDCConfig<P>, 'type'>): OIDCConfig<P> {
  return hideSecrets({ ...config, type: 'oidc' });
}

/** An account before it is stored, as callbacks see it. */
export type OAuthAccount = Account & { type: 'oauth' | 'oidc' };
