import type { ServerMetadata } from 'openid-client';
import { AuthError } from '../../errors/auth.error.js';
import { isShortUrl } from '../../model/is-short-url.js';
import { isKnown } from '../../provider/metadata-location.js';
import { isEveryTenant, isOfTenant } from '../../provider/microsoft-tenants.js';
import type { ResolvedEndpoint, ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import type { ProviderDocument } from './fetch-document.js';
import { mtlsAliases } from './mtls-aliases.js';

/**
 * What is known about a provider: its metadata or configured endpoints, which the OAuth library
 * validates.
 */
export type KnownServer = ServerMetadata;

/** Placeholder URL, never called, of an endpoint with only a handler. @see RFC 6761 section 6.4 */
const HANDLED = 'https://handled.invalid/';

/** Returns the configured endpoints, without discovery. */
export function configuredMetadata(provider: ResolvedOAuthProvider): KnownServer {
  const issuer = provider.issuer ?? new URL(provider.token.url ?? HANDLED).origin;
  return { issuer, ...configuredEndpoints(provider) };
}

/**
 * Returns the metadata of the provider, overridden by the configured endpoints.
 * @throws {AuthError} when its issuer is not valid, is not the configured one, does not use https, or
 * serves every tenant although accounts are linked by address
 * @see OpenID Connect Discovery sections 3 and 4.3
 */
export function mergedMetadata(
  provider: ResolvedOAuthProvider,
  discovered: ProviderDocument,
): KnownServer {
  const { issuer } = discovered;
  if (!isShortUrl(issuer)) {
    throw new AuthError(`${provider.metadataUrl} returned no valid issuer: check \`issuer\``);
  }
  if (!isExpected(issuer, provider)) {
    throw new AuthError(
      `the issuer in the provider metadata differs from the configured one: set \`issuer\` to ${issuer}, if that is your provider`,
    );
  }
  if (!(provider.isLocal ? /^https?:/i : /^https:/i).test(issuer)) {
    throw new AuthError('`issuer` in the provider metadata must be an https URL');
  }
  assertTenantsAreKnown(issuer, provider);
  return {
    ...discovered,
    ...mtlsAliases(provider, discovered, provider.metadataUrl),
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
