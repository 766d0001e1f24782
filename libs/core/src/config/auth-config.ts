import type { Adapter } from '../adapter/adapter.port.js';
import type { LoggerInstance } from '../logging/auth-logger.port.js';
import type { JWT } from '../model/jwt.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Theme } from '../model/theme.js';
import type { Provider } from '../provider/provider.js';
import type { TextOverrides } from '../texts/texts.js';
import type { CallbacksOptions } from './callbacks.js';
import type { CookiesOptions } from './cookie-definition.js';
import type { EventHandlers } from './event-handlers.js';
import type { LimitsOptions } from './limits-options.js';
import type { raw, skipCSRFCheck } from './markers.js';
import type { SessionRevocations } from './session-revocations.js';

/** What is kept of the device of a session. */
export interface DeviceOptions {
  /** `network`: the /24 of an IPv4 address, the /48 of an IPv6 address. @default 'network' */
  address?: 'full' | 'network' | 'off';
  /** Cut to 512 characters. @default true */
  userAgent?: boolean;
}

/** @see docs/design/wire-contract.md 16.2 */
export interface SessionOptions {
  /** Where sessions live. @default 'database' with an adapter, else 'jwt' */
  strategy?: 'jwt' | 'database';
  /** Seconds without use after which a session ends. @default 2592000 (30 days) */
  maxAge?: number;
  /** Seconds between two extensions; 0 extends at every read. @default 86400 (1 day) */
  updateAge?: number;
  /** Seconds after sign-in at which a session ends whatever its use. @default off */
  absoluteMaxAge?: number;
  /** Whether the table holds the session token or `sha256:` and its hash. @default 'plain' */
  tokenAtRest?: 'plain' | 'hashed';
  /** At least 128 random bits, new at each call. @default 32 random bytes, hex */
  generateSessionToken?(): string;
  /**
   * What is kept of the device that a person signs in with, for the list of sessions.
   * @default `{ address: 'network', userAgent: true }`, where sessions are kept with these columns
   */
  device?: false | DeviceOptions;
  /**
   * Seconds between two writes of when a database session was last used, 60 or more.
   * @default with the extension alone, so no write more
   */
  lastUsed?: number;
  /** How many sessions a person may have at once. @default off */
  maxPerUser?: number;
  /** What happens at a sign-in beyond `maxPerUser`. @default 'end-oldest' */
  whenFull?: 'end-oldest' | 'refuse';
  /** Ends stateless sessions at sign-out. Without it a copied token lives until it expires. @default off */
  revocation?: SessionRevocations;
}

/** What `jwt.encode` receives. */
export interface JWTEncodeParams {
  token?: JWT;
  /** First element of a list is used. */
  secret: string | string[];
  /** Name of the session cookie. */
  salt: string;
  /** Seconds. @default 2592000 */
  maxAge?: number;
}

/** What `jwt.decode` receives. */
export interface JWTDecodeParams {
  token?: string;
  secret: string | string[];
  /** Name of the session cookie. */
  salt: string;
}

/** @see docs/design/wire-contract.md 16.2 */
export interface JWTOptions {
  /** @default the option `secret` */
  secret?: string | string[];
  /** Seconds. @default session.maxAge */
  maxAge?: number;
  encode?(params: JWTEncodeParams): MaybePromise<string>;
  decode?(params: JWTDecodeParams): MaybePromise<JWT | null>;
  /** How many opened tokens are kept in memory; 0 keeps none. @default 10000 */
  cache?: number;
}

/** As they are, not at all, or sealed with `encryptionSecret`. */
export type ProviderTokensKept = 'store' | 'drop' | 'encrypt';

/** How tokens of providers are kept and used. */
export interface ProviderTokensOptions {
  /** @default 'store' */
  keep?: ProviderTokensKept;
  /** Seconds before its end at which an access token is refreshed, 5 to 600. @default 60 */
  refreshMargin?: number;
  /**
   * Whether each sign-out revokes the tokens of the person at their providers; else only a call of
   * `ProviderTokensService.revoke` does. @default 'never'
   */
  revokeAt?: 'signOut' | 'never';
  /** Whether `encrypt` also reads tokens that are stored unsealed. @default true */
  acceptPlaintext?: boolean;
}

/** Paths of pages of your own. @see docs/design/wire-contract.md 16.2 */
export interface PagesOptions {
  /** @default '<basePath>/signin' */
  signIn?: string;
  signOut?: string;
  /** @default '<basePath>/error' */
  error?: string;
  verifyRequest?: string;
  /** Where new users go on their first sign-in. */
  newUser?: string;
}

/** Addresses of the application's own pages that the sign-in page links to: URLs, or paths from the root. */
export interface LinksOptions {
  /** Where a new password is set. Shown beside a field for a password. */
  forgotPassword?: string;
  /** Where people register. */
  createAccount?: string;
  terms?: string;
  privacy?: string;
}

/** What the guard answers to a browser without a session. */
export interface GuardOptions {
  /** `redirect` sends page navigations to the sign-in page; API callers get 401 either way. @default 'status' */
  unauthenticated?: 'status' | 'redirect';
}

/**
 * The configuration, as users write it.
 * @see docs/design/wire-contract.md 16.2
 */
export interface AuthConfig {
  /** Who can sign people in. */
  providers: Provider[];
  /** The data layer. */
  adapter?: Adapter;
  /** Path of the endpoints for `Auth()`; in Nest it is the module's extra `basePath`. @default '/auth' */
  basePath?: string;
  /** At least 32 random characters, or a list of them, newest first. @default AUTH_SECRET */
  secret?: string | string[];
  /**
   * Whose sessions these are, where one application serves several tenants: sealed into every token,
   * cookie and link, and part of the keys of limits and caches. 1 to 128 printable characters without
   * spaces. @default none
   */
  tenant?: string;
  session?: SessionOptions;
  jwt?: JWTOptions;
  callbacks?: Partial<CallbacksOptions>;
  events?: Partial<EventHandlers>;
  pages?: PagesOptions;
  /** What people call the application: 1 to 64 characters, for the built-in pages. @default the host */
  name?: string;
  /** What the sign-in page links to. @default none */
  links?: LinksOptions;
  theme?: Theme;
  /**
   * Language of pages and mails. A tag such as `de` fixes it; from a list the browser chooses, and the
   * first one is for browsers that want none of them. @default all that have texts, English first
   */
  language?: string | string[];
  /** Texts of pages and mails by language tag; those that are missing stay as they ship. @default none */
  texts?: Readonly<Record<string, TextOverrides>>;
  cookies?: Partial<CookiesOptions>;
  /** @default true for https */
  useSecureCookies?: boolean;
  /** `host` names every cookie `__Host-…` over https. @default 'secure' */
  cookiePrefix?: 'secure' | 'host';
  /** Whether the request's host may name the application, or the hosts that may. @default AUTH_TRUST_HOST */
  trustHost?: boolean | string[];
  /** Other origins whose pages may post here. @default [] */
  trustedOrigins?: string[];
  /**
   * Where a browser may be sent by `callbackUrl` and `redirectTo`: `own` keeps it in the application,
   * `trusted` also lets it go to an entry of `trustedOrigins`. The `redirect` callback replaces it.
   * @default 'own'
   */
  redirects?: 'own' | 'trusted';
  guard?: GuardOptions;
  /** Seconds that a store, a callback or a call to a provider may take. @default 10 */
  timeout?: number;
  /** Replaces the global `fetch` for calls to providers. */
  fetch?: typeof fetch;
  /** Whether tokens of providers are stored, and how. @default 'store' */
  providerTokens?: ProviderTokensKept | ProviderTokensOptions;
  /**
   * What seals the tokens of providers with `providerTokens: 'encrypt'`: at least 32 random
   * characters, or a list of them, newest first. @default AUTH_ENCRYPTION_SECRET, else `secret`
   */
  encryptionSecret?: string | string[];
  /** How many attempts pass before the next ones have to wait; `false` limits nothing. @default on */
  limits?: false | LimitsOptions;
  /** Lets an existing installation start with a secret under 32 characters. @default false */
  acceptShortSecret?: boolean;
  /** Logs at debug level too. @default false */
  debug?: boolean;
  /** @default Nest's logger */
  logger?: Partial<LoggerInstance>;
  experimental?: { enableWebAuthn?: boolean };
  /** @default AUTH_REDIRECT_PROXY_URL */
  redirectProxyUrl?: string;
  /** For framework authors: the marker of the same name switches the CSRF check off. */
  skipCSRFCheck?: typeof skipCSRFCheck;
  /** For framework authors: the marker of the same name makes `Auth` answer an internal record. */
  raw?: typeof raw;
}

/** A configuration that is made for each request. */
export type LazyAuthConfig = {
  // A method, so that a function of a narrower request type is one too.
  config(request: unknown): MaybePromise<AuthConfig>;
}['config'];

/** What `forRoot`, `useFactory` and `Auth` take. */
export type AuthConfigInput = AuthConfig | LazyAuthConfig;

/** What `useClass` and `useExisting` of `forRootAsync` point at. */
export interface AuthConfigFactory {
  createAuthConfig(): MaybePromise<AuthConfigInput>;
}
