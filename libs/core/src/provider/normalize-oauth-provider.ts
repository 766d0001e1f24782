import type { Profile } from '../model/profile.js';
import type { TokenSet } from '../model/token-set.js';
import type { User } from '../model/user.js';
import type { OAuthConfig, OAuthEndpoint, OAuthUserConfig, OIDCConfig } from './oauth-provider.js';
import type { ResolvedEndpoint, ResolvedOAuthProvider } from './resolved-provider.js';

type OAuthLike = OAuthConfig<unknown> | OIDCConfig<unknown>;

/**
 * Merges a provider's defaults with what its user set, and completes it.
 * @see wire contract 12.1; arrays and instances replace whole (15.26)
 */
export function normalizeOAuthProvider(config: OAuthLike): ResolvedOAuthProvider {
  const merged = mergeProvider(config);
  const { type } = config;
  return {
    id: merged.id ?? config.id,
    name: merged.name ?? config.name,
    type,
    clientId: merged.clientId ?? '',
    clientSecret: merged.clientSecret,
    issuer: merged.issuer,
    wellKnown: merged.wellKnown,
    jwksEndpoint: merged.jwks_endpoint,
    authorization:
      type === 'oidc' || merged.authorization !== undefined
        ? withScope(endpoint(merged.authorization))
        : endpoint(undefined),
    token: endpoint(merged.token),
    userinfo: { ...endpoint(merged.userinfo), request: requestOf(merged.userinfo) },
    checks: new Set(checksOf(merged.checks)),
    client: merged.client ?? {},
    idToken: merged.idToken !== false,
    linkByEmail: merged.allowDangerousEmailAccountLinking === true,
    authorizationParams: new Set(merged.authorizationParams),
    style: merged.style ?? {},
    profile: merged.profile?.bind(merged) ?? defaultProfile,
    account: accountOf(merged),
  };
}

/**
 * A provider and its options as one; `undefined` never overrides, null unsets, arrays and instances
 * replace.
 */
export function mergeProvider(config: OAuthLike): OAuthUserConfig<unknown> & { idToken?: boolean } {
  const { options, ...own } = config;
  const members = Object.entries(merge(own, options ?? {})).filter(([, value]) => value !== null);
  return Object.fromEntries(members) as OAuthUserConfig<unknown> & { idToken?: boolean };
}

function merge(base: object, over: object): object {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined || key === '__proto__') continue;
    const before = merged[key];
    merged[key] = isPlain(before) && isPlain(value) ? merge(before, value) : value;
  }
  return merged;
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

function endpoint(config: string | OAuthEndpoint | undefined): ResolvedEndpoint {
  const { url, params = {} } = typeof config === 'string' ? { url: config } : (config ?? {});
  const entries = Object.entries(params).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return {
    url,
    params: Object.fromEntries(entries.map(([name, value]) => [name, parameter(value)])),
  };
}

/** `claims` is JSON, everything else a text. @see wire contract PRV-6 */
function parameter(value: unknown): string {
  return isPlain(value) ? JSON.stringify(value) : String(value);
}

/** @see wire contract 7.1 step 8 */
function withScope(authorization: ResolvedEndpoint): ResolvedEndpoint {
  const inUrl =
    authorization.url && URL.canParse(authorization.url)
      ? new URL(authorization.url).searchParams.get('scope')
      : null;
  if (authorization.params['scope'] !== undefined || inUrl !== null) return authorization;
  return { ...authorization, params: { ...authorization.params, scope: 'openid profile email' } };
}

/** @see wire contract PRV-5 */
function checksOf(checks: OAuthUserConfig['checks'] = ['pkce']) {
  return checks.filter((check) => check !== 'none');
}

function requestOf(userinfo: OAuthUserConfig<unknown>['userinfo']) {
  return typeof userinfo === 'object' ? userinfo.request?.bind(userinfo) : undefined;
}

function accountOf(config: OAuthUserConfig<unknown>): (tokens: TokenSet) => TokenSet {
  const custom = config.account?.bind(config);
  return custom ? (tokens) => custom(tokens) ?? {} : defaultAccount;
}

const KEPT = [
  'access_token',
  'id_token',
  'refresh_token',
  'expires_at',
  'scope',
  'token_type',
  'session_state',
] as const;

/** @see specification, Account; wire contract PRV-8 */
function defaultAccount(tokens: TokenSet): TokenSet {
  return Object.fromEntries(
    KEPT.filter((name) => tokens[name] !== undefined).map((name) => [name, tokens[name]]),
  );
}

/** @see wire contract PRV-7; a missing id is refused later and never made up (15.29) */
function defaultProfile(profile: Profile): User {
  return {
    id: profile.sub ?? profile.id ?? undefined,
    name: profile.name ?? profile.nickname ?? profile.preferred_username,
    email: profile.email,
    image: typeof profile.picture === 'string' ? profile.picture : undefined,
  };
}
