import type { TokenSet } from '../model/token-set.js';
import { defaultAccount, defaultProfile } from './default-mappings.js';
import { needsSpecialCase, providerFetch } from './foreign-members.js';
import { isHostedAt } from './is-hosted-at.js';
import { type MergedProvider, mergeProvider } from './merge-provider.js';
import { metadataLocation } from './metadata-location.js';
import { handlerOf, normalizeEndpoint, parameterOf } from './normalize-endpoint.js';
import type { OAuthConfig, OAuthUserConfig, OIDCConfig } from './oauth-provider.js';
import { resolveBackchannelLogout } from './backchannel-logout.js';
import { resolveLogout } from './provider-logout.js';
import type {
  ResolvedEndpoint,
  ResolvedOAuthProvider,
  ResolvedTokenEndpoint,
} from './resolved-provider.js';
import { restrictionsOf } from './restrictions-of.js';
import { verifiedEmailOf } from './verified-email.js';

/** Options of the configuration that apply to every provider. */
export interface SharedOptions {
  readonly redirectProxyUrl?: string;
  /** The realm that the provider's own secrets belong to. @default the empty realm */
  readonly realm?: string;
}

/**
 * Merges a provider's defaults with the options of the application, and completes the result.
 * @see docs/design/wire-contract.md 12.1
 */
export function normalizeOAuthProvider(
  config: OAuthConfig<unknown> | OIDCConfig<unknown>,
  shared: SharedOptions = {},
): ResolvedOAuthProvider {
  const merged = mergeProvider(config);
  const authorization = authorizationOf(config.type, merged);
  const responseMode =
    parameterOf(authorization, 'response_mode') === 'form_post' ? 'form_post' : 'query';
  const id = merged.id ?? config.id;
  const redirectProxyUrl = proxyOf(merged.redirectProxyUrl ?? shared.redirectProxyUrl, id);
  // A proxy would have to post the form to another site, and browsers would not send its cookies.
  const redirectsBy = responseMode === 'form_post' ? undefined : redirectProxyUrl;
  const provider = {
    id,
    name: merged.name ?? config.name ?? id,
    type: config.type,
    clientId: merged.clientId ?? '',
    clientSecret:
      typeof merged.clientSecret === 'function'
        ? merged.clientSecret.bind(merged)
        : merged.clientSecret,
    issuer: merged.issuer,
    wellKnown: merged.wellKnown,
    jwksEndpoint: merged.jwks_endpoint,
    authorization,
    token: tokenOf(merged.token),
    userinfo: { ...normalizeEndpoint(merged.userinfo), request: handlerOf(merged.userinfo) },
    revocation: { ...normalizeEndpoint(merged.revocation), request: handlerOf(merged.revocation) },
    resourceServers: merged.resourceServers?.map((url) => new URL(url).origin),
    refreshMarginSeconds: merged.refreshMargin,
    clockToleranceSeconds: merged.clockTolerance ?? 60,
    responseMode,
    redirectProxyUrl: redirectsBy,
    checks: new Set(checksOf(merged.checks, redirectProxyUrl)),
    client: merged.client ?? {},
    signsWithSecret: SYMMETRIC.test(merged.client?.id_token_signed_response_alg ?? ''),
    idToken: merged.idToken !== false,
    linkByEmail: merged.allowDangerousEmailAccountLinking === true,
    authorizationParams: new Set(merged.authorizationParams),
    tenants: merged.tenants && new Set(merged.tenants.map((tenant) => tenant.toLowerCase())),
    sendsUser: sendsUser(config, merged),
    fetch: providerFetch(config),
    style: merged.style ?? {},
    profile: merged.profile?.bind(merged) ?? defaultProfile,
    verifiedEmail: verifiedEmailOf(merged),
    restrictions: restrictionsOf(merged, authorization),
    account: accountOf(merged),
    logout: resolveLogout(merged.logout, merged.logoutDefaults),
    backchannelLogout: resolveBackchannelLogout(merged.backchannelLogout),
  } as const;
  return { ...provider, ...metadataLocation(provider) };
}

/** @see RFC 7518 section 3.1 */
const SYMMETRIC = /^HS(?:256|384|512)$/;

function authorizationOf(type: 'oauth' | 'oidc', merged: MergedProvider) {
  const endpoint = normalizeEndpoint(merged.authorization);
  const asksByItself = type === 'oidc' || merged.authorization !== undefined;
  return {
    ...(asksByItself ? withScope(endpoint) : endpoint),
    request: handlerOf(merged.authorization),
    longestState:
      typeof merged.authorization === 'object' ? merged.authorization.longestState : undefined,
  };
}

/**
 * An empty scope is left out of the request, since the grammar does not allow one.
 * @see RFC 6749 section 3.3
 */
function withScope(authorization: ResolvedEndpoint): ResolvedEndpoint {
  const { scope, ...others } = authorization.params;
  if (scope === '') return { ...authorization, params: others };
  if (parameterOf(authorization, 'scope') !== undefined) return authorization;
  return { ...authorization, params: { ...authorization.params, scope: 'openid profile email' } };
}

function tokenOf(token: OAuthUserConfig['token']): ResolvedTokenEndpoint {
  const own = typeof token === 'object' ? token : {};
  return {
    ...normalizeEndpoint(token),
    request: handlerOf(token),
    refresh: own.refresh?.bind(own),
    conform: own.conform?.bind(own),
    clientPrivateKey: own.clientPrivateKey,
    basicCredentials: own.basicCredentials ?? 'encoded',
  };
}

/**
 * Adds `state` if there is a redirect proxy: it contains the URL to forward to.
 * @see docs/design/wire-contract.md PRV-4, PRV-5
 */
function checksOf(checks: OAuthUserConfig['checks'] = ['pkce'], redirectProxyUrl?: string) {
  const own = checks.filter((check) => check !== 'none');
  return redirectProxyUrl === undefined ? own : [...own, 'state' as const];
}

/** @see docs/design/wire-contract.md 7.1 step 2 */
function proxyOf(redirectProxyUrl: string | undefined, id: string): string | undefined {
  return redirectProxyUrl && `${redirectProxyUrl.replace(/\/+$/, '')}/callback/${id}`;
}

/** Apple sends the user's name only with the first callback, in a separate parameter. */
function sendsUser(config: object, merged: MergedProvider): boolean {
  const isOfAuthJs = merged.id === 'apple' && needsSpecialCase(config);
  return isOfAuthJs || isHostedAt('appleid.apple.com', merged);
}

function accountOf(config: MergedProvider): (tokens: TokenSet) => TokenSet {
  const custom = config.account?.bind(config);
  return custom ? (tokens) => custom(tokens) ?? {} : defaultAccount;
}
