import type { Adapter } from '../../adapter/adapter.port.js';
import type { LoggerInstance } from '../../logging/auth-logger.port.js';
import type { AuthMail } from '../../model/auth-mail.js';
import type { MaybePromise } from '../../model/maybe-promise.js';
import type { Session } from '../../model/session.js';
import type { User } from '../../model/user.js';
import type { Theme } from '../../model/theme.js';
import type { Provider } from '../../provider/provider.js';
import type { TextOverrides } from '../../model/texts.js';
import type { AccountOptions } from './account.js';
import type { CallbacksOptions } from './callbacks.js';
import type { CookiesOptions } from '../../cookies/cookie-definition.js';
import type { EventHandlers } from './events.js';
import type { JWTOptions } from './jwt.js';
import type { LimitsOptions } from './limits.js';
import type { raw, skipCSRFCheck } from './markers.js';
import type { LinksOptions, PagesOptions } from './pages.js';
import type { ProviderTokensKept, ProviderTokensOptions } from './provider-tokens.js';
import type { RpcOptions } from './rpc.js';
import type { SessionOptions } from './session.js';
import type { SocketsOptions } from './sockets.js';

/** How the guard responds to a browser without a session. */
export interface GuardOptions {
  /**
   * `redirect` sends page navigations to the sign-in page; API callers receive 401 either way.
   * @default 'status'
   */
  unauthenticated?: 'status' | 'redirect';
}

/**
 * Options that features add: each feature augments this interface.
 * @example `declare module '@authnest/core' { interface AuthFeatureOptions { terms?: TermsOptions } }`
 */
export interface AuthFeatureOptions {}

/**
 * The configuration, as applications write it.
 * @see docs/design/wire-contract.md 16.2
 */
export interface AuthConfig extends AuthFeatureOptions {
  /** The providers that users can sign in with. */
  providers: Provider[];
  /** The data layer. */
  adapter?: Adapter;
  /** Path of the endpoints of `Auth()`; in Nest use the extra `basePath`. @default '/auth' */
  basePath?: string;
  /** At least 32 random characters, or a list of them, newest first. @default AUTH_SECRET */
  secret?: string | string[];
  /**
   * The tenant of the request, if one application serves several: sealed into every token, cookie
   * and link, and part of the keys of limits and caches. 1 to 128 printable characters without
   * spaces. @default none
   */
  tenant?: string;
  session?: SessionOptions;
  jwt?: JWTOptions;
  callbacks?: Partial<CallbacksOptions>;
  events?: Partial<EventHandlers>;
  pages?: PagesOptions;
  /** Name of the application on the built-in pages: 1 to 64 characters. @default the host */
  name?: string;
  /** Links on the sign-in page. @default none */
  links?: LinksOptions;
  theme?: Theme;
  /**
   * Language of pages and mails. A tag such as `de` fixes it. With a list, the browser's preference
   * decides, and the first entry is used if none matches.
   * @default all that have texts, English first
   */
  language?: string | string[];
  /** Texts of pages and mails by language tag, which override the defaults. @default none */
  texts?: Readonly<Record<string, TextOverrides>>;
  /**
   * Sends the mails of features, such as one about a new password; must settle within `timeout`. It
   * may send its own words: all that is in the mail is there too.
   * @default the transport of the first email provider that can send any mail
   */
  mailer?: (mail: AuthMail) => MaybePromise<unknown>;
  cookies?: Partial<CookiesOptions>;
  /** @default true for https */
  useSecureCookies?: boolean;
  /** `host` names every cookie `__Host-…` over https. @default 'secure' */
  cookiePrefix?: 'secure' | 'host';
  /** Whether every host is trusted, or a list of the trusted ones. @default AUTH_TRUST_HOST */
  trustHost?: boolean | string[];
  /** Other origins whose pages may post to the endpoints. @default [] */
  trustedOrigins?: string[];
  /**
   * Where `callbackUrl` and `redirectTo` may send a browser: `own` only to the application itself,
   * `trusted` also to an entry of `trustedOrigins`. The `redirect` callback replaces this check.
   * @default 'own'
   */
  redirects?: 'own' | 'trusted';
  /**
   * What proves that a page of yours sent a request: a token in a cookie and in the body, or for
   * JSON also the headers by which a browser states the origin. Forms always need the token.
   * @default 'token'
   */
  csrf?: 'token' | 'origin';
  guard?: GuardOptions;
  /**
   * Returns the roles of a signed-in user, for `@Roles()`. Called for each request to a handler with
   * roles. @default `user.roles`, else `user.role` as the only one
   */
  roles?: (user: User, session: Session) => MaybePromise<readonly string[]>;
  /** Where messages to a microservice have their session token. @default none: they are refused */
  rpc?: RpcOptions;
  /** Seconds that a store, a callback or a call to a provider may take. @default 10 */
  timeout?: number;
  /** Replaces the global `fetch` for calls to providers. */
  fetch?: typeof fetch;
  /** Whether and how provider tokens are stored. @default 'store' */
  providerTokens?: ProviderTokensKept | ProviderTokensOptions;
  /**
   * The secret that seals provider tokens if `providerTokens` is 'encrypt': at least 32 random
   * characters, or a list, newest first. @default AUTH_ENCRYPTION_SECRET, else `secret`
   */
  encryptionSecret?: string | string[];
  /** How many attempts are allowed until the next has to wait; `false` for no limit. @default on */
  limits?: false | LimitsOptions;
  /** What users do with their own account. @default false */
  account?: boolean | AccountOptions;
  /** How long connections that stay open may trust the session as it was read. */
  sockets?: SocketsOptions;
  /** Allows an existing installation to use a secret under 32 characters. @default false */
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
  /** For framework authors: the marker of the same name makes `Auth` return an internal record. */
  raw?: typeof raw;
}

/** A function that returns the configuration for each request. */
export type LazyAuthConfig = {
  // Declared as a method, so that a function of a narrower request type is accepted too.
  config(request: unknown): MaybePromise<AuthConfig>;
}['config'];

/** What `forRoot`, `useFactory` and `Auth` accept. */
export type AuthConfigInput = AuthConfig | LazyAuthConfig;

/** An instance of the class in `useClass` or `useExisting` of `forRootAsync`. */
export interface AuthConfigFactory {
  createAuthConfig(): MaybePromise<AuthConfigInput>;
}
