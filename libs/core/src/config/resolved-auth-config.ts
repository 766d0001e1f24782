import type { AuthFeatureOptions } from '../options/auth-config.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { TokenReading } from '../adapter/sealed-tokens.js';
import type { AuthLogger } from '../logging/auth-logger.port.js';
import type { Theme } from '../model/theme.js';
import type { ResolvedProvider } from '../provider/resolved-provider.js';
import type { Languages } from '../texts/language.js';
import type { JWTOptions } from '../options/jwt-options.js';
import type { LinksOptions, PagesOptions } from '../options/pages-options.js';
import type { ProviderTokensKept } from '../options/provider-tokens-options.js';
import type { DeviceOptions } from '../options/session-options.js';
import type { CallbacksOptions } from '../options/callbacks.js';
import type { CookieDefinitions } from '../cookies/cookie-definition.js';
import type { EventHandlers } from '../options/event-handlers.js';
import type { ResolvedLimits } from '../options/limits-options.js';
import type { SessionRegistry, SessionRevocations } from '../options/session-revocations.js';

/** Secrets, newest first. The first one is used for writing, all of them for reading. */
export type Secrets = readonly [string, ...string[]];

/** What is stored about the device of a session, if it can be stored. */
export type ResolvedDevice = Readonly<Required<DeviceOptions>>;

/** The session options, complete. */
export interface ResolvedSession {
  readonly strategy: 'jwt' | 'database';
  readonly maxAgeSeconds: number;
  readonly updateAgeSeconds: number;
  readonly absoluteMaxAgeSeconds?: number;
  readonly tokenAtRest: 'plain' | 'hashed';
  readonly generateSessionToken: () => string;
  /** Prefix of the session tokens of this realm; empty in the empty realm. */
  readonly tokenPrefix: string;
  readonly device: ResolvedDevice;
  /** Absent when only an extension of a session records its last use. */
  readonly lastUsedSeconds?: number;
  readonly maxPerUser?: number;
  readonly whenFull: 'end-oldest' | 'refuse';
  readonly revocation?: SessionRevocations;
  /** The `revocation` store, if it also stores the sessions themselves. */
  readonly registry?: SessionRegistry;
}

/** The JWT options, complete. */
export interface ResolvedJwt {
  readonly secrets: Secrets;
  /** What `encode` and `decode` receive: a string or a list, as configured. */
  readonly secret: string | Secrets;
  readonly maxAgeSeconds: number;
  readonly cache: number;
  readonly encode?: JWTOptions['encode'];
  readonly decode?: JWTOptions['decode'];
}

/** The options for provider tokens, complete. */
export interface ResolvedProviderTokens {
  readonly keep: ProviderTokensKept;
  readonly refreshMarginSeconds: number;
  readonly revokeAt: 'unlink' | 'signOut' | 'never';
  /** How stored tokens are read; sealed ones are readable whatever `keep` is. */
  readonly reading: TokenReading;
}

/**
 * The configuration as the code reads it: checked, complete and frozen. An absent member is absent
 * on purpose.
 */
export interface ResolvedAuthConfig {
  readonly basePath: string;
  /** Origin of AUTH_URL. */
  readonly origin?: string;
  /** Specific to this realm: nothing made with them is valid in another realm. */
  readonly secrets: Secrets;
  /** As configured; those of a tenant or a further instance are derived from them. */
  readonly rootSecrets: Secrets;
  /** Instance and tenant as one string; empty for the unnamed instance without a tenant. */
  readonly realm: string;
  readonly providers: ReadonlyMap<string, ResolvedProvider>;
  readonly adapter?: CompleteAdapter;
  readonly session: ResolvedSession;
  readonly jwt: ResolvedJwt;
  /** An absent callback means the default, which costs nothing. */
  readonly callbacks: Readonly<Partial<CallbacksOptions>>;
  readonly events: Readonly<Partial<EventHandlers>>;
  readonly pages: Readonly<PagesOptions>;
  /** Absent if pages and mails name the application by its host. */
  readonly name?: string;
  readonly links: Readonly<LinksOptions>;
  readonly theme: Readonly<Theme>;
  /** Languages of pages and mails, with complete texts. */
  readonly languages: Languages;
  readonly cookies: { readonly plain: CookieDefinitions; readonly secure: CookieDefinitions };
  /** Prefix of the cookie names that no option sets, including the dot. */
  readonly ownCookies: { readonly plain: string; readonly secure: string };
  readonly useSecureCookies?: boolean;
  /** `any` trusts every host that the platform reports. */
  readonly trustHost: 'any' | ReadonlySet<string>;
  readonly trustedOrigins: ReadonlySet<string>;
  readonly redirects: 'own' | 'trusted';
  readonly unauthenticated: 'status' | 'redirect';
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
  readonly providerTokens: ResolvedProviderTokens;
  /** Whether any provider may end sessions by back-channel logout. */
  readonly providerNotices: 'on' | 'off';
  /** Whether the flag `experimental.enableWebAuthn` is set. */
  readonly webAuthn: 'on' | 'off';
  /** The options of features, as configured. */
  readonly options: Readonly<AuthFeatureOptions>;
  /** Absent if nothing is limited. */
  readonly limits?: ResolvedLimits;
  readonly csrf: 'check' | 'origin' | 'skip';
  readonly logger: AuthLogger;
}
