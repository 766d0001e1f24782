import type { webcrypto } from 'node:crypto';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Profile } from '../model/profile.js';
import type { TokenSet } from '../model/token-set.js';

/** An endpoint, with parameters that are added to its query. */
export interface OAuthEndpoint {
  url?: string;
  params?: Record<string, unknown>;
}

/** The provider as endpoint handlers receive it: complete, with the defaults filled in. */
export interface HandlerProvider {
  id: string;
  name: string;
  type: 'oauth' | 'oidc';
  clientId: string;
  /** If a function is configured, what it returned. */
  clientSecret?: string;
  issuer?: string;
  authorization?: OAuthEndpoint;
  token?: OAuthEndpoint;
  userinfo?: OAuthEndpoint;
  /** The URL at which a sign-in starts: POST, with a CSRF token. */
  signinUrl: string;
  /** The URL to which the provider returns the browser, unless a redirect proxy is used. */
  callbackUrl: string;
}

/** What every endpoint handler receives. */
export interface HandlerContext {
  provider: HandlerProvider;
  /** For calls to the provider: limited in time and size, and does not follow redirects. */
  fetch: typeof fetch;
}

/** What a handler of the authorization endpoint receives. */
export interface AuthorizationContext extends HandlerContext {
  /** The URL that the browser would be sent to; absent if no authorization endpoint is known. */
  url?: URL;
  /** All parameters of the request, including `state` and `code_challenge`. */
  params: Record<string, string>;
}

/** What a handler of the token endpoint receives. The state has already been checked. */
export interface TokenContext extends HandlerContext {
  /** Parameters of the callback, including `code`. */
  params: Record<string, string>;
  /** The values of the checks. An ID token in the response is verified after the handler. */
  checks: { state?: string; nonce?: string; code_verifier?: string };
  /** The same as in the authorization request. */
  redirectUri: string;
}

/** The provider as handlers receive it outside a request. */
export type RequestlessProvider = Omit<HandlerProvider, 'signinUrl' | 'callbackUrl'>;

/** What a handler that refreshes tokens receives. */
export interface RefreshContext extends Omit<HandlerContext, 'provider'> {
  provider: RequestlessProvider;
  refreshToken: string;
  /** The granted scopes. */
  scopes: readonly string[];
}

/** What a handler of the user info endpoint receives. */
export interface UserinfoContext extends HandlerContext {
  tokens: TokenSet;
}

/** Returns the URL to which the browser is sent. */
export type AuthorizationHandler = {
  // Declared as a method, so that a handler that reads only part of the context is accepted.
  handler(context: AuthorizationContext): MaybePromise<string | URL>;
}['handler'];

/** Replaces the call to the token endpoint. */
export type TokenHandler = {
  handler(context: TokenContext): MaybePromise<{ tokens: TokenSet }>;
}['handler'];

/** Replaces the call that refreshes tokens. */
export type RefreshHandler = {
  handler(context: RefreshContext): MaybePromise<{ tokens: TokenSet }>;
}['handler'];

/** What a handler that revokes tokens receives. */
export interface RevocationContext extends Omit<HandlerContext, 'provider'> {
  provider: RequestlessProvider;
  token: string;
  tokenTypeHint: 'refresh_token' | 'access_token';
}

/** Replaces the call to the revocation endpoint; throws if the token is still valid. */
export type RevocationHandler = {
  handler(context: RevocationContext): MaybePromise<unknown>;
}['handler'];

/** Replaces the call to the user info endpoint. */
export type UserinfoHandler<P = Profile> = {
  handler(context: UserinfoContext): MaybePromise<P>;
}['handler'];

/** The authorization endpoint; `request` returns its URL. */
export interface AuthorizationEndpoint extends OAuthEndpoint {
  request?: AuthorizationHandler;
  /**
   * Longest `state` that the provider accepts, in characters. Ours has at most 128, or about 400
   * with a redirect proxy, and more if the host of the deployment is long.
   */
  longestState?: number;
}

/**
 * A private key, and the id that its public key has at the provider. Named by its module, since the
 * global type exists only with the DOM library.
 */
export type ClientPrivateKey = webcrypto.CryptoKey | { key: webcrypto.CryptoKey; kid?: string };

/** The token endpoint; `request` replaces the call, `conform` corrects its response. */
export interface TokenEndpoint extends OAuthEndpoint {
  request?: TokenHandler;
  /** Replaces the call that refreshes tokens. */
  refresh?: RefreshHandler;
  /** Receives a copy of the response; a returned response replaces the original. */
  conform?(response: Response): MaybePromise<Response | undefined>;
  /** Authenticates the client with `private_key_jwt`. */
  clientPrivateKey?: ClientPrivateKey;
  /**
   * How id and secret are written in HTTP Basic: form-encoded, or `raw` for a provider that does
   * not decode them. It makes a difference only if they contain characters such as `+`, `/`, `=`
   * or a space.
   * @default 'encoded'
   * @see RFC 6749 section 2.3.1
   */
  basicCredentials?: 'encoded' | 'raw';
}

/** The revocation endpoint; `request` replaces the call. */
export interface RevocationEndpoint extends OAuthEndpoint {
  request?: RevocationHandler;
}

/** The user info endpoint; `request` replaces the call. */
export interface UserinfoEndpoint<P = Profile> extends OAuthEndpoint {
  request?: UserinfoHandler<P>;
}
