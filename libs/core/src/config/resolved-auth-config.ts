import type { ResolvedAccount } from './options/account.js';
import type { AuthConfig, AuthFeatureOptions } from './options/auth-config.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { AuthLogger } from '../logging/auth-logger.port.js';
import type { Theme } from '../model/theme.js';
import type { ResolvedProvider } from '../provider/resolved-provider.js';
import type { Languages } from './texts/language.js';
import type { Secrets } from '../crypto/realm-secrets.js';
import type { ResolvedJwt } from './options/jwt.js';
import type { LinksOptions, PagesOptions } from './options/pages.js';
import type { ResolvedProviderTokens } from './options/provider-tokens.js';
import type { ResolvedSession } from './options/session.js';
import type { CallbacksOptions } from './options/callbacks.js';
import type { CookieDefinitions } from '../cookies/cookie-definition.js';
import type { EventHandlers } from './options/events.js';
import type { RpcOptions } from './options/rpc.js';
import type { ResolvedLimits } from './options/limits.js';
import type { ResolvedSockets } from './options/sockets.js';

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
  /** Absent if features send through an email provider. */
  readonly mailer?: AuthConfig['mailer'];
  readonly cookies: { readonly plain: CookieDefinitions; readonly secure: CookieDefinitions };
  /** Prefix of the cookie names that no option sets, including the dot. */
  readonly ownCookies: { readonly plain: string; readonly secure: string };
  readonly useSecureCookies?: boolean;
  /** `any` trusts every host that the platform reports. */
  readonly trustHost: 'any' | ReadonlySet<string>;
  readonly trustedOrigins: ReadonlySet<string>;
  readonly redirects: 'own' | 'trusted';
  readonly unauthenticated: 'status' | 'redirect';
  /** Absent if the columns of the user have the roles. */
  readonly roles?: AuthConfig['roles'];
  /** Absent if messages to a microservice have no session. */
  readonly messageToken?: RpcOptions['token'];
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
  readonly sockets: ResolvedSockets;
  readonly account: ResolvedAccount;
  readonly csrf: 'check' | 'origin' | 'skip';
  readonly logger: AuthLogger;
}
