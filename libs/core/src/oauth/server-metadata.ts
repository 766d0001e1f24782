import type { ServerMetadata } from 'openid-client';
import { isLocalhost } from '../provider/is-localhost.js';
import type { ResolvedEndpoint, ResolvedOAuthProvider } from '../provider/resolved-provider.js';

/**
 * Whether the provider's own word is needed: an endpoint is not configured, or the keys are not.
 * @see wire contract 7.2 step 3
 */
export function needsDiscovery(provider: ResolvedOAuthProvider): boolean {
  const { type, issuer, wellKnown, authorization, token, jwksEndpoint } = provider;
  if (wellKnown === undefined && issuer === undefined) return false;
  const complete = authorization.url !== undefined && token.url !== undefined;
  return !complete || (type === 'oidc' && jwksEndpoint === undefined);
}

/** What is configured, without discovery. */
export function configuredMetadata(provider: ResolvedOAuthProvider): ServerMetadata {
  const issuer = provider.issuer ?? new URL(provider.token.url ?? '').origin;
  return { issuer, ...configuredEndpoints(provider) };
}

/**
 * What the provider tells, with the endpoints that are configured.
 * @throws when it names another issuer than the one that is configured
 * @see OpenID Connect Discovery section 4.3
 */
export function mergedMetadata(
  provider: ResolvedOAuthProvider,
  discovered: ServerMetadata,
): ServerMetadata {
  const { issuer } = provider;
  // A bare host may differ by its slash, nothing else may.
  if (issuer !== undefined && new URL(issuer).href !== new URL(discovered.issuer).href) {
    throw new Error('the provider metadata names another issuer than the one that is configured');
  }
  // Through JSON, since the library hangs a function on the metadata.
  const metadata = JSON.parse(JSON.stringify(discovered)) as ServerMetadata;
  return { ...metadata, ...configuredEndpoints(provider) };
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
}: ResolvedOAuthProvider) {
  return {
    ...(authorization.url !== undefined && { authorization_endpoint: authorization.url }),
    ...(token.url !== undefined && { token_endpoint: withOwnParams(token) }),
    ...(userinfo.url !== undefined && { userinfo_endpoint: withOwnParams(userinfo) }),
    ...(jwksEndpoint !== undefined && { jwks_uri: jwksEndpoint }),
  };
}

/** The URL of an endpoint with the parameters that are configured for it. */
export function withOwnParams({ url = '', params }: ResolvedEndpoint): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(params)) target.searchParams.set(name, value);
  return target.href;
}
