import { completeAdapter } from '../adapter/complete-adapter.js';
import { DEFAULT_TIMEOUT } from './config-of.js';
import { sealArguments } from '../adapter/sealed-tokens.js';
import { realmOf } from '../crypto/realm.js';
import { secretIds } from '../crypto/secret-ids.js';
import { hideSecrets } from '../logging/hide-secrets.js';
import { createAuthLogger } from '../logging/nest-auth-logger.js';
import type { ProviderConfig } from '../provider/provider.js';
import { resolveProvider } from '../provider/resolve-provider.js';
import { resolveLanguages } from './texts/resolve-languages.js';
import { resolveAccount } from './options/account.js';
import type { AuthConfig } from './options/auth-config.js';
import { resolveCallbacks } from './options/callbacks.js';
import { ownCookiePrefix, resolveCookies } from '../cookies/default-cookies.js';
import { realmSecrets, type Secrets } from '../crypto/realm-secrets.js';
import { definedOnly } from '../model/defined-only.js';
import { isPromiseLike } from '../model/maybe-promise.js';
import { pick } from '../model/pick.js';
import { type FeatureOptions, optionNames } from './options/feature-options.js';
import type { ResolvedAuthConfig } from './resolved-auth-config.js';
import type { ResolvedJwt } from './options/jwt.js';
import { resolveLimits } from './options/limits.js';
import { resolveProviderTokens } from './options/provider-tokens.js';
import { type ResolvedSession, resolveSession } from './options/session.js';
import { resolveSockets } from './options/sockets.js';
import { skipCSRFCheck } from './options/markers.js';

/**
 * Completes a configuration that has passed its checks. The input is never modified; its instances
 * and functions are kept by reference.
 * @param origin - the origin of AUTH_URL, if it is set
 * @param instance - name of the AuthModule; empty for the one that keeps the Auth.js cookie names
 */
export function resolveAuthConfig(
  config: AuthConfig,
  { origin, instance = '' }: { origin?: string; instance?: string } = {},
  features: readonly FeatureOptions[] = [],
): ResolvedAuthConfig {
  const realm = realmOf({ instance, tenant: config.tenant });
  const secrets = realmSecrets(config.secret, realm);
  const rootSecrets = realmSecrets(config.secret, '');
  const revocation = ownStore(config.session?.revocation, rootSecrets);
  const session = resolveSession(config, { realm, revocation });
  const logger = Object.freeze(createAuthLogger(config.logger, config.debug));
  const timeoutMs = (config.timeout ?? DEFAULT_TIMEOUT) * 1000;
  const providerTokens = resolveProviderTokens(config);
  const providers = resolveProviders(config, realm);
  return freeze({
    basePath: (config.basePath ?? '/auth').replace(/\/+$/, ''),
    origin,
    secrets,
    rootSecrets,
    realm,
    providers,
    adapter: adapterOf(ownStore(config.adapter, rootSecrets), {
      timeoutMs,
      logger,
      providerTokens,
    }),
    session,
    jwt: resolveJwt(config, { realm, secrets, session }),
    callbacks: resolveCallbacks(config),
    events: config.events ?? {},
    pages: Object.freeze(definedOnly(config.pages)),
    name: config.name?.trim(),
    links: Object.freeze(definedOnly(config.links)),
    theme: Object.freeze(definedOnly(config.theme)),
    languages: resolveLanguages(config.language, definedOnly(config.texts), features),
    mailer: config.mailer,
    cookies: Object.freeze({
      plain: resolveCookies('plain', config.cookies, instance),
      secure: resolveCookies(config.cookiePrefix ?? 'secure', config.cookies, instance),
    }),
    ownCookies: Object.freeze({
      plain: ownCookiePrefix('plain', instance),
      secure: ownCookiePrefix(config.cookiePrefix ?? 'secure', instance),
    }),
    useSecureCookies: config.useSecureCookies,
    trustHost: Array.isArray(config.trustHost) ? new Set(config.trustHost.map(lower)) : 'any',
    trustedOrigins: new Set(config.trustedOrigins),
    redirects: config.redirects ?? 'own',
    unauthenticated: config.guard?.unauthenticated ?? 'status',
    roles: config.roles,
    messageToken: config.rpc?.token.bind(config.rpc),
    timeoutMs,
    fetch: config.fetch ?? fetch,
    providerTokens,
    providerNotices: hasNotices(providers) ? 'on' : 'off',
    webAuthn: config.experimental?.enableWebAuthn === true ? 'on' : 'off',
    limits: resolveLimits(config),
    sockets: resolveSockets(config),
    account: resolveAccount(config),
    options: Object.freeze(pick(config, optionNames(features) as (keyof AuthConfig)[])),
    csrf: resolveCsrf(config),
    logger,
  });
}

function resolveCsrf({ csrf, skipCSRFCheck: marker }: AuthConfig): ResolvedAuthConfig['csrf'] {
  if (marker === skipCSRFCheck) return 'skip';
  return csrf === 'origin' ? 'origin' : 'check';
}

/** Freezes an object, and hides its secrets wherever it is printed. */
function freeze<T extends ResolvedAuthConfig | ResolvedJwt>(resolved: T): Readonly<T> {
  return Object.freeze(hideSecrets(resolved));
}

function resolveProviders(
  { providers: configured, redirectProxyUrl }: AuthConfig,
  realm: string,
): ResolvedAuthConfig['providers'] {
  const providers = (configured as ProviderConfig[]).map((own) =>
    resolveProvider(own, { redirectProxyUrl, realm }),
  );
  return new Map(providers.map((provider) => [provider.id, provider]));
}

function hasNotices(providers: ResolvedAuthConfig['providers']): boolean {
  return [...providers.values()].some(
    (provider) => 'backchannelLogout' in provider && provider.backchannelLogout !== undefined,
  );
}

/** Returns the part of a store that belongs to these secrets; the store itself if it has no such parts. */
function ownStore<S extends { usedBy?(ids: readonly string[]): S }>(
  store: S | undefined,
  secrets: Secrets,
): S | undefined {
  const own: unknown = store?.usedBy?.(secretIds(secrets));
  return own === undefined || isPromiseLike(own) ? store : (own as S);
}

function adapterOf(
  adapter: AuthConfig['adapter'],
  {
    timeoutMs,
    logger,
    providerTokens: { keep, reading },
  }: Pick<ResolvedAuthConfig, 'timeoutMs' | 'logger' | 'providerTokens'>,
) {
  const seal = keep === 'encrypt' ? sealArguments(reading.envelope) : undefined;
  return adapter && completeAdapter(adapter, { timeoutMs, logger, seal });
}

function resolveJwt(
  { secret, jwt = {} }: AuthConfig,
  shared: { realm: string; secrets: Secrets; session: ResolvedSession },
): ResolvedJwt {
  const own = jwt.secret === undefined ? shared.secrets : realmSecrets(jwt.secret, shared.realm);
  return freeze({
    secrets: own,
    secret: typeof (jwt.secret ?? secret) === 'string' ? own[0] : own,
    maxAgeSeconds: jwt.maxAge ?? shared.session.maxAgeSeconds,
    cache: jwt.cache ?? 10_000,
    encode: jwt.encode?.bind(jwt),
    decode: jwt.decode?.bind(jwt),
  });
}

function lower(host: string): string {
  return host.toLowerCase();
}
