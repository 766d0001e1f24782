import { hideSecrets } from '../logging/hide-secrets.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Profile } from '../model/profile.js';
import type { TokenSet } from '../model/token-set.js';
import type { MappedUser, Restriction, VerifiedEmail } from './mapped-user.js';
import type {
  AuthorizationEndpoint,
  AuthorizationHandler,
  RevocationEndpoint,
  TokenEndpoint,
  TokenHandler,
  UserinfoEndpoint,
  UserinfoHandler,
} from './oauth-endpoint.js';
import type { BackchannelLogoutOptions } from './backchannel-logout.js';
import type { LogoutOptions } from './provider-logout.js';

/**
 * A check that binds the callback to the authorization request.
 * @see docs/design/wire-contract.md 16.2
 */
export type OAuthCheck = 'none' | 'state' | 'pkce' | 'nonce';

/** How a provider's button looks. */
export interface ProviderStyle {
  /** CSS colour; accepted as in Auth.js, and not visible on the built-in page. */
  brandColor?: string;
  /** http(s) URL, path or `data:image/…`. */
  logo?: string;
  /** The logo on dark pages. @default `logo` on a white plate, since its colours are unknown */
  logoDark?: string;
  /** @deprecated use `brandColor` */
  bg?: string;
  /** @deprecated not used */
  text?: string;
}

/** How a client authenticates at the token endpoint. @see RFC 7591 section 2; RFC 7523 */
export type TokenEndpointAuthMethod =
  'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt' | 'private_key_jwt' | 'none';

/** Client metadata that the OAuth library receives unchanged. @see RFC 7591 section 2 */
export interface OAuthClientMetadata {
  /**
   * `none` for a public client: without it, a missing secret is an error.
   * @default 'private_key_jwt' with a private key, else 'client_secret_basic'
   */
  token_endpoint_auth_method?: TokenEndpointAuthMethod | (string & {});
  /** The required algorithm of ID tokens. @default that in the provider's metadata, else RS256 */
  id_token_signed_response_alg?: string;
  /** The required algorithm of a signed user info response. */
  userinfo_signed_response_alg?: string;
  /** Maximum number of seconds since the user last signed in at the provider. */
  default_max_age?: number;
  require_auth_time?: boolean;
  [member: string]: unknown;
}

/** The options of an OAuth or OIDC provider that an application may set. */
export interface OAuthUserConfig<P = Profile> {
  id?: string;
  name?: string;
  clientId?: string;
  /** A function is called for each token request, e.g. to generate a secret that expires. */
  clientSecret?: string | (() => MaybePromise<string>);
  issuer?: string;
  /** URL of the provider metadata if it is not `<issuer>/.well-known/openid-configuration`. */
  wellKnown?: string;
  authorization?: string | AuthorizationEndpoint | AuthorizationHandler;
  token?: string | TokenEndpoint | TokenHandler;
  userinfo?: string | UserinfoEndpoint<P> | UserinfoHandler<P>;
  jwks_endpoint?: string;
  /** The endpoint that revokes tokens. @default `revocation_endpoint` in the metadata */
  revocation?: string | RevocationEndpoint;
  /**
   * Origins that `ProviderTokensService.fetch` may send a token to: https, or http on localhost.
   * @default that of the user info endpoint
   */
  resourceServers?: readonly string[];
  /**
   * Seconds before its expiry at which an access token of this provider is refreshed, 5 to 600.
   * @default `providerTokens.refreshMargin`
   */
  refreshMargin?: number;
  /**
   * How far the provider's clock and ours may differ, in seconds: applies to the times in its
   * tokens.
   * @default 60
   */
  clockTolerance?: number;
  /** @default ['pkce'] */
  checks?: readonly OAuthCheck[];
  client?: OAuthClientMetadata;
  /**
   * Maps the provider's profile to a user; its `id` becomes the account's `providerAccountId`. Do
   * not convert a number, so that one beyond 2^53 is refused; throw to refuse the sign-in.
   */
  profile?(profile: P, tokens: TokenSet): MaybePromise<MappedUser>;
  /**
   * Returns the address that the provider vouches for. An account is linked by address only if
   * `profile` returned the same one. `false` means that the provider never vouches for one.
   * @default `email` if `email_verified` is true; from Google only if Google runs the mailbox
   */
  verifiedEmail?: VerifiedEmail<P> | false;
  /**
   * Checks of the profile, by the name of the `authorization` parameter that each one enforces if
   * that is configured: the user could change the parameter in the URL.
   * @default none; `hd` for Google
   */
  restrictions?: Readonly<Record<string, Restriction<P>>>;
  /** Chooses which members of the token set are stored with the account. */
  account?(tokens: TokenSet): TokenSet | undefined | void;
  /**
   * Links an account to the user with the same address if the provider vouches for the address.
   * @default false
   */
  allowDangerousEmailAccountLinking?: boolean;
  /** URL of the endpoints of a redirect proxy. @default the option `redirectProxyUrl` */
  redirectProxyUrl?: string;
  style?: ProviderStyle;
  /** Names of authorization parameters that the caller of sign-in may add. @default none */
  authorizationParams?: readonly string[];
  /** Replaces the `fetch` of the configuration for calls to this provider. */
  fetch?: typeof fetch;
  /**
   * Tenants (the claim `tid`) whose users may sign in, for an issuer that serves many, such as
   * `https://login.microsoftonline.com/common/v2.0`; only for `oidc`. @default any
   */
  tenants?: readonly string[];
  /**
   * Whether and how sign-out also ends the session at the provider. Register the return URL
   * `<origin><base>/signed-out` there. @default false
   */
  logout?: boolean | LogoutOptions;
  /**
   * Whether the provider may end sessions here with a request to `backchannel-logout/<id>`; only
   * for `oidc`. @default false
   */
  backchannelLogout?: boolean | BackchannelLogoutOptions;
}

/** A plain OAuth 2.0 provider. @see RFC 6749 */
export interface OAuthConfig<P = Profile> extends OAuthUserConfig<P> {
  id: string;
  name: string;
  type: 'oauth';
  /** Defaults for `logout` in a preset; `unsupported` if the provider has no such endpoint. */
  logoutDefaults?: LogoutOptions | 'unsupported';
  /** What the application passed to the factory; takes precedence. */
  options?: OAuthUserConfig<P>;
}

/** An OpenID Connect provider. @see OpenID Connect Core */
export interface OIDCConfig<P = Profile> extends OAuthUserConfig<P> {
  id: string;
  name: string;
  type: 'oidc';
  /** Defaults for `logout` in a preset; `unsupported` if the provider has no such endpoint. */
  logoutDefaults?: LogoutOptions | 'unsupported';
  /** `false` reads the profile from the user info endpoint. An ID token is verified even so. */
  idToken?: boolean;
  options?: OAuthUserConfig<P> & { idToken?: boolean };
}

/** Declares a custom OAuth 2.0 provider. */
export function OAuth<P = Profile>(config: Omit<OAuthConfig<P>, 'type'>): OAuthConfig<P> {
  return hideSecrets({ ...config, type: 'oauth' });
}

/** Declares a custom OpenID Connect provider. */
export function OIDC<P = Profile>(config: Omit<OIDCConfig<P>, 'type'>): OIDCConfig<P> {
  return hideSecrets({ ...config, type: 'oidc' });
}
