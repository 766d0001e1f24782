import type { ServerMetadata } from 'openid-client';
import { AuthError } from '../errors/auth.error.js';
import { isLocalhost } from '../provider/is-localhost.js';
import { isEveryTenant, isOfTenant } from '../provider/microsoft-tenants.js';
import type { ResolvedEndpoint, ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import type { ProviderDocument } from './fetch-document.js';
import { mtlsAliases } from './mtls-aliases.js';

/**
 * What is known about a provider: its metadata or configured endpoints, which the OAuth library
 * validates.
 */
export type KnownServer = ServerMetadata;

/** Placeholder URL, never called, of an endpoint with only a handler. @see RFC 6761 section 6.4 */
const HANDLED = 'https://handled.invalid/';

/**
 * Whether discovery is needed, because the issuer, an endpoint or the URL of the keys is not
 * configured.
 * @see docs/design/wire-contract.md 7.2 step 3
 */
export function needsDiscovery(provider: ResolvedOAuthProvider): boolean {
  const { type, issuer, wellKnown, authorization, token, userinfo, idToken, jwksEndpoint } =
    provider;
  if (issuer === undefined) return wellKnown !== undefined;
  if (!isKnown(authorization) || !isKnown(token)) return true;
  if (!isKnown(userinfo) && (type === 'oauth' || !idToken)) return true;
  return type === 'oidc' && jwksEndpoint === undefined;
}

function isKnown({ url, request }: ResolvedEndpoint & { readonly request?: unknown }): boolean {
  return url !== undefined || request !== undefined;
}

/** Returns the URL of the provider's metadata. @see OpenID Connect Discovery section 4; RFC 8414 */
export function discoveryUrl({ wellKnown, issuer = '' }: ResolvedOAuthProvider): string {
  return wellKnown ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/** Returns the configured endpoints, without discovery. */
export function configuredMetadata(provider: ResolvedOAuthProvider): KnownServer {
  const issuer = provider.issuer ?? new URL(provider.token.url ?? HANDLED).origin;
  return { issuer, ...configuredEndpoints(provider) };
}

/**
 * Returns the metadata of the provider, overridden by the configured endpoints.
 * @throws {AuthError} when its issuer is not valid, is not the configured one, or serves every
 * tenant although accounts are linked by address
 * @see OpenID Connect Discovery section 4.3
 */
export function mergedMetadata(
  provider: ResolvedOAuthProvider,
  discovered: ProviderDocument,
): KnownServer {
  const { issuer } = discovered;
  if (typeof issuer !== 'string' || !URL.canParse(issuer)) {
    throw new AuthError(`${discoveryUrl(provider)} returned no valid issuer: check \`issuer\``);
  }
  if (!isExpected(issuer, provider)) {
    throw new AuthError(
      `the issuer in the provider metadata differs from the configured one: set \`issuer\` to ${issuer}, if that is your provider`,
    );
  }
  assertTenantsAreKnown(issuer, provider);
  return {
    ...discovered,
    ...mtlsAliases(provider, discovered, discoveryUrl(provider)),
    mtls_endpoint_aliases: undefined,
    issuer,
    ...configuredEndpoints(provider),
  };
}

/** Whether the issuer is the configured one; a slash after a bare host makes no difference. */
function isExpected(reported: string, { issuer, wellKnown }: ResolvedOAuthProvider): boolean {
  if (issuer === undefined || new URL(issuer).href === new URL(reported).href) return true;
  // Auth.js presets set a host as `issuer`, and `wellKnown` to the actual issuer beneath it.
  if (wellKnown === `${reported}/.well-known/openid-configuration` && isBeneath(reported, issuer)) {
    return true;
  }
  return isOfTenant(reported, { issuer, wellKnown });
}

function isBeneath(reported: string, issuer: string): boolean {
  return reported.startsWith(`${issuer.replace(/\/$/, '')}/`);
}

/** Whether the provider runs on this machine over plain http, as in development. */
export function isLocalProvider({ issuer, wellKnown, token }: ResolvedOAuthProvider): boolean {
  const url = wellKnown ?? issuer ?? token.url;
  if (url === undefined) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && isLocalhost(hostname);
}

function configuredEndpoints({
  authorization,
  token,
  userinfo,
  jwksEndpoint,
  revocation,
}: ResolvedOAuthProvider) {
  return {
    ...(authorization.url !== undefined && { authorization_endpoint: authorization.url }),
    ...(isKnown(token) && {
      token_endpoint: withOwnParams({ ...token, url: token.url ?? HANDLED }),
    }),
    ...(userinfo.url !== undefined && { userinfo_endpoint: withOwnParams(userinfo) }),
    ...(revocation.url !== undefined && { revocation_endpoint: withOwnParams(revocation) }),
    ...(jwksEndpoint !== undefined && { jwks_uri: jwksEndpoint }),
  };
}

/** Returns the URL of an endpoint with the parameters that are configured for it. */
export function withOwnParams({ url = '', params }: ResolvedEndpoint): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(params)) target.searchParams.set(name, value);
  return target.href;
}

/**
 * Requires a list of tenants if accounts are linked by address. The endpoint for all tenants may
 * have any URL; the issuer in the metadata identifies it.
 * @see docs/design/security-bar.md A40
 */
function assertTenantsAreKnown(
  issuer: string,
  { linkByEmail, tenants }: ResolvedOAuthProvider,
): void {
  if (linkByEmail && !tenants && isEveryTenant(issuer)) {
    throw new AuthError(
      'the issuer in the provider metadata serves every tenant: with `allowDangerousEmailAccountLinking`, list those you trust in `tenants`',
    );
  }
}
