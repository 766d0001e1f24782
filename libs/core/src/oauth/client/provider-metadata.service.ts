import { Injectable } from '@nestjs/common';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import { AuthError } from '../../errors/auth.error.js';
import { assertEndpoints } from './assert-endpoints.js';
import { DocumentCache } from './document-cache.js';
import type { Outbound } from './outbound.js';
import { configuredMetadata, type KnownServer, mergedMetadata } from './server-metadata.js';

/** How long a provider's metadata is trusted, in milliseconds. */
const METADATA_LIFE = 60 * 60 * 1000;

/**
 * Fetches and caches the metadata of providers.
 * @see OpenID Connect Discovery section 4; RFC 8414
 */
@Injectable()
export class ProviderMetadataService {
  private readonly documents = new DocumentCache(
    'application/json',
    METADATA_LIFE,
    // Checked once, not at each sign-in: the result depends only on the document and its URL.
    assertEndpoints,
  );

  /**
   * Returns the configured endpoints of a provider or, if one is missing, its metadata, overridden
   * by those.
   * @throws {AuthError} when it cannot be fetched, names another issuer, or contains a URL that is
   * not allowed
   */
  async get(outbound: Outbound, provider: ResolvedOAuthProvider): Promise<KnownServer> {
    return provider.needsDiscovery
      ? this.discover(outbound, provider)
      : configuredMetadata(provider);
  }

  private async discover(
    outbound: Outbound,
    provider: ResolvedOAuthProvider,
  ): Promise<KnownServer> {
    const { metadataUrl: url } = provider;
    const { document } = await this.documents.get(outbound, url);
    try {
      return withKeys(provider, mergedMetadata(provider, document));
    } catch (thrown) {
      // Refused metadata is not kept, since it may be correct the next time.
      this.documents.forget(outbound, url);
      throw thrown;
    }
  }

  /**
   * Returns an endpoint that only one feature needs. Its URL is checked only here, so that no other
   * feature fails because of it.
   * @returns undefined if the provider has none
   * @throws {AuthError} like {@link get}, and when the URL of the endpoint is not allowed
   */
  async endpoint(
    outbound: Outbound,
    provider: ResolvedOAuthProvider,
    member: 'end_session_endpoint',
  ): Promise<string | undefined> {
    const server = await this.discover(outbound, provider);
    assertEndpoints(server, provider.metadataUrl, [member]);
    return server[member];
  }
}

/** @see docs/design/decisions.md 16 */
function withKeys(provider: ResolvedOAuthProvider, server: KnownServer): KnownServer {
  const isVerifiable = server.jwks_uri !== undefined || provider.signsWithSecret;
  if (provider.type === 'oauth' || isVerifiable) return server;
  throw new AuthError('the provider publishes no keys, so its ID tokens cannot be verified');
}
