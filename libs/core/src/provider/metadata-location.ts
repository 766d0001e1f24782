import { isLocalhost } from '../model/hosts.js';
import type { ResolvedOAuthProvider } from './resolved-provider.js';

/** Where the metadata of a provider is, and whether it is needed. */
export type MetadataLocation = Pick<
  ResolvedOAuthProvider,
  'metadataUrl' | 'needsDiscovery' | 'isLocal'
>;

type Configured = Omit<ResolvedOAuthProvider, keyof MetadataLocation>;

/** @see OpenID Connect Discovery section 4; RFC 8414; docs/design/wire-contract.md 7.2 step 3 */
export function metadataLocation(provider: Configured): MetadataLocation {
  const { issuer, wellKnown, token } = provider;
  return {
    metadataUrl:
      wellKnown ?? `${(issuer ?? '').replace(/\/$/, '')}/.well-known/openid-configuration`,
    needsDiscovery: needsDiscovery(provider),
    isLocal: isLocal(wellKnown ?? issuer ?? token.url),
  };
}

function needsDiscovery(provider: Configured): boolean {
  const { type, issuer, wellKnown, authorization, token, userinfo, idToken, jwksEndpoint } =
    provider;
  if (issuer === undefined) return wellKnown !== undefined;
  if (!isKnown(authorization) || !isKnown(token)) return true;
  if (!isKnown(userinfo) && (type === 'oauth' || !idToken)) return true;
  return type === 'oidc' && jwksEndpoint === undefined;
}

/** Whether an endpoint needs no discovery: it has a URL, or a function takes its place. */
export function isKnown({
  url,
  request,
}: {
  readonly url?: string;
  readonly request?: unknown;
}): boolean {
  return url !== undefined || request !== undefined;
}

function isLocal(url: string | undefined): boolean {
  if (url === undefined) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && isLocalhost(hostname);
}
