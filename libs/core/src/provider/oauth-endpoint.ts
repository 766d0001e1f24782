import type { MaybePromise } from '../model/maybe-promise.js';
import type { Profile } from '../model/profile.js';
import type { TokenSet } from '../model/token-set.js';

/** An endpoint with parameters of its own, which go into its query. */
export interface OAuthEndpoint {
  url?: string;
  params?: Record<string, unknown>;
}

/** The provider as a handler of an endpoint sees it: complete, with the defaults filled in. */
export interface HandlerProvider {
  id: string;
  name: string;
  type: 'oauth' | 'oidc';
  clientId: string;
  /** If it is configured as a function, what that returned. */
  clientSecret?: string;
  issuer?: string;
  authorization?: OAuthEndpoint;
  token?: OAuthEndpoint;
  userinfo?: OAuthEndpoint;
  /** Where a sign-in starts: POST, with a CSRF token. */
  signinUrl: string;
  /** Where the provider sends the browser back to, unless a redirect proxy is used. */
  callbackUrl: string;
}

/** What each handler of an endpoint gets. */
export interface HandlerContext {
  provider: HandlerProvider;
  /** For calls to the provider: bounded in time and size, never following a redirect. */
  fetch: typeof fetch;
}

/** What a handler of the authorization endpoint gets. */
export interface AuthorizationContext extends HandlerContext {
  /** The URL that the browser would be sent to; absent where no authorization endpoint is known. */
  url?: URL;
  /** All parameters of the request, `state` and `code_challenge` among them. */
  params: Record<string, string>;
}

/** What a handler of the token endpoint gets. The state was checked before. */
export interface TokenContext extends HandlerContext {
  /** Parameters of the callback, `code` among them. */
  params: Record<string, string>;
  /** The values of the checks. An ID token in the response is verified after the handler. */
  checks: { state?: string; nonce?: string; code_verifier?: string };
  /** As in the authorization request. */
  redirectUri: string;
}

/** The provider as a handler outside of a request sees it. */
export type RequestlessProvider = Omit<HandlerProvider, 'signinUrl' | 'callbackUrl'>;

/** What a handler that refreshes tokens gets. */
export interface RefreshContext extends Omit<HandlerContext, 'provider'> {
  provider: RequestlessProvider;
  refreshToken: string;
  /** The granted scopes. */
  scopes: readonly string[];
}

/** What a handler of the user info endpoint gets. */
export interface UserinfoContext extends HandlerContext {
  tokens: TokenSet;
}

/** Decides where the browser is sent. */
export type AuthorizationHandler = {
  // A method, so that a handler which wants less of its context is one too.
  handler(context: AuthorizationContext): MaybePromise<string | URL>;
}['handler'];

/** Takes the place of the call to the token endpoint. */
export type TokenHandler = {
  handler(context: TokenContext): MaybePromise<{ tokens: TokenSet }>;
}['handler'];

/** Takes the place of the call that refreshes tokens. */
export type RefreshHandler = {
  handler(context: RefreshContext): MaybePromise<{ tokens: TokenSet }>;
}['handler'];

/** What a handler that revokes tokens gets. */
export interface RevocationContext extends Omit<HandlerContext, 'provider'> {
  provider: RequestlessProvider;
  token: string;
  tokenTypeHint: 'refresh_token' | 'access_token';
}

/** Takes the place of the call to the revocation endpoint; throws if the token is still valid. */
export type RevocationHandler = {
  handler(context: RevocationContext): MaybePromise<unknown>;
}['handler'];

/** Takes the place of the call to the user info endpoint. */
export type UserinfoHandler<P = Profile> = {
  handler(context: UserinfoContext): MaybePromise<P>;
}['handler'];

/** The authorization endpoint; `request` decides the URL. */
export interface AuthorizationEndpoint extends OAuthEndpoint {
  request?: AuthorizationHandler;
}

/** A private key, and the id under which the provider knows its public half. */
export type ClientPrivateKey = CryptoKey | { key: CryptoKey; kid?: string };

/** The token endpoint; `request` replaces the call, `conform` repairs its response. */
export interface TokenEndpoint extends OAuthEndpoint {
  request?: TokenHandler;
  /** Replaces the call that refreshes tokens. */
  refresh?: RefreshHandler;
  /** Receives a copy of the response; a returned response replaces the original. */
  conform?(response: Response): MaybePromise<Response | undefined>;
  /** Signs in the client with `private_key_jwt`. */
  clientPrivateKey?: ClientPrivateKey;
  /**
   * How id and secret are written in HTTP Basic: form-encoded, or `raw` for a provider that does
   * not decode them. It makes a difference only where they hold characters such as `+`, `/`, `=` or
   * a space.
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
