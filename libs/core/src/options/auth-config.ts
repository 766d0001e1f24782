import type { Adapter } from '../adapter/adapter.port.js';
import type { LoggerInstance } from '../logging/auth-logger.port.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { Theme } from '../model/theme.js';
import type { Provider } from '../provider/provider.js';
import type { TextOverrides } from '../texts/texts.js';
import type { CallbacksOptions } from './callbacks.js';
import type { CookiesOptions } from '../cookies/cookie-definition.js';
import type { EventHandlers } from './event-handlers.js';
import type { JWTOptions } from './jwt-options.js';
import type { LimitsOptions } from './limits-options.js';
import type { raw, skipCSRFCheck } from './markers.js';
import type { LinksOptions, PagesOptions } from './pages-options.js';
import type { ProviderTokensKept, ProviderTokensOptions } from './provider-tokens-options.js';
import type { SessionOptions } from './session-options.js';

/** How the guard responds to a browser without a session. */
export interface GuardOptions {
  /** `redirect` sends page navigations to the sign-in page; API callers get 401 either way. @default 'status' */
  unauthenticated?: 'status' | 'redirect';
}

/**
 * The configuration, as users write it.
 * @see docs/design/wire-contract.md 16.2
 */
export interface AuthConfig {
  /** The providers that people can sign in with. */
  providers: Provider[];
  /** The data layer. */
  adapter?: Adapter;
  /** Path of the endpoints for `Auth()`; in Nest it is the module's extra `basePath`. @default '/auth' */
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
  /** What the sign-in page links to. @default none */
  links?: LinksOptions;
  theme?: Theme;
  /**
   * Language of pages and mails. A tag such as `de` fixes it. With a list, the browser's preference
   * decides, and the first one is used if none matches. @default all that have texts, English first
   */
  language?: string | string[];
  /** Texts of pages and mails by language tag; those that are missing stay as they ship. @default none */
  texts?: Readonly<Record<string, TextOverrides>>;
  cookies?: Partial<CookiesOptions>;
  /** @default true for https */
  useSecureCookies?: boolean;
  /** `host` names every cookie `__Host-…` over https. @default 'secure' */
  cookiePrefix?: 'secure' | 'host';
  /** Whether the host of a request is trusted, or the hosts that are. @default AUTH_TRUST_HOST */
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
   * The secret that seals the tokens of providers with `providerTokens: 'encrypt'`: at least 32
   * random characters, or a list, newest first. @default AUTH_ENCRYPTION_SECRET, else `secret`
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
  /** For framework authors: the marker of the same name makes `Auth` return an internal record. */
  raw?: typeof raw;
}

/** A configuration that is made for each request. */
export type LazyAuthConfig = {
  // Declared as a method, so that a function of a narrower request type is accepted too.
  config(request: unknown): MaybePromise<AuthConfig>;
}['config'];

/** What `forRoot`, `useFactory` and `Auth` take. */
export type AuthConfigInput = AuthConfig | LazyAuthConfig;

/** What `useClass` and `useExisting` of `forRootAsync` point at. */
export interface AuthConfigFactory {
  createAuthConfig(): MaybePromise<AuthConfigInput>;
}
