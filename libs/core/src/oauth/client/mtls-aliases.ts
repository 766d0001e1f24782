import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import { assertEndpoints } from './assert-endpoints.js';
import type { ProviderDocument } from './fetch-document.js';

const ALIASED = ['token_endpoint', 'userinfo_endpoint', 'revocation_endpoint'] as const;

/**
 * Returns the endpoints to call with a client certificate, if the client is configured for that.
 * They take the place of the others, so that the same checks and handlers apply to them.
 * @param source - URL of the metadata
 * @throws {AuthError} when a URL is not allowed
 * @see RFC 8705 section 5
 */
export function mtlsAliases(
  { client }: Pick<ResolvedOAuthProvider, 'client'>,
  { mtls_endpoint_aliases: aliases }: ProviderDocument,
  source: string,
): ProviderDocument {
  const isUsed = client['use_mtls_endpoint_aliases'] === true;
  if (!isUsed || typeof aliases !== 'object' || aliases === null) return {};
  const known = new Map<string, unknown>(Object.entries(aliases));
  const used = ALIASED.filter((name) => known.has(name)).map((name) => [name, known.get(name)]);
  const endpoints = Object.fromEntries(used) as ProviderDocument;
  assertEndpoints(endpoints, source);
  return endpoints;
}
