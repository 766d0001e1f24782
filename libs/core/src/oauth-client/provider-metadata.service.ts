import { Injectable } from '@nestjs/common';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { AuthError } from '../errors/auth.error.js';
import { assertEndpoints } from './assert-endpoints.js';
import { DocumentCache } from './document-cache.js';
import type { Outbound } from './outbound.js';
import { signsWithSecret } from './verify-secret-signature.js';
import { discoveryUrl, type KnownServer, mergedMetadata } from './server-metadata.js';

/** How long a provider's metadata are trusted, milliseconds. */
const METADATA_LIFE = 60 * 60 * 1000;

/**
 * The metadata of providers.
 * @see OpenID Connect Discovery section 4; RFC 8414
 */
@Injectable()
export class ProviderMetadataService {
  private readonly documents = new DocumentCache(
    'application/json',
    METADATA_LIFE,
    // Once, and not at each sign-in: it depends on nothing but the document and its place.
    assertEndpoints,
  );

  /**
   * The metadata of a provider, with the endpoints that are configured in the place of its own.
   * @throws {AuthError} when they cannot be fetched, name another issuer, or point where they must not
   */
  async get(outbound: Outbound, provider: ResolvedOAuthProvider): Promise<KnownServer> {
    const url = discoveryUrl(provider);
    const { document } = await this.documents.get(outbound, url);
    try {
      return withKeys(provider, mergedMetadata(provider, document));
    } catch (thrown) {
      // What was refused is not kept: it may be right the next time.
      this.documents.forget(outbound, url);
      throw thrown;
    }
  }

  /**
   * An endpoint that only one feature needs, so that no other one fails because of it.
   * @returns undefined where the provider has none
   * @throws {AuthError} as {@link get}, and when the endpoint points where it must not
   */
  async endpoint(
    outbound: Outbound,
    provider: ResolvedOAuthProvider,
    member: 'end_session_endpoint',
  ): Promise<string | undefined> {
    const server = await this.get(outbound, provider);
    assertEndpoints(server, discoveryUrl(provider), [member]);
    return server[member];
  }
}

/** @see docs/design/decisions.md 16 */
function withKeys(provider: ResolvedOAuthProvider, server: KnownServer): KnownServer {
  const isVerifiable = server.jwks_uri !== undefined || signsWithSecret(provider);
  if (provider.type === 'oauth' || isVerifiable) return server;
  throw new AuthError('the provider publishes no keys, so its ID tokens cannot be verified');
}
