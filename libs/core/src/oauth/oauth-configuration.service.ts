import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import type { SessionContext } from '../exchange/session-context.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { CLOCK_TOLERANCE } from './assert-fresh.js';
import { clientAuthentication } from './client-authentication.js';
import { clientSecretOf } from './client-secret.js';
import { limitedFetch } from './limited-fetch.js';
import {
  configuredMetadata,
  isLocalProvider,
  mergedMetadata,
  needsDiscovery,
} from './server-metadata.js';

/** How long a provider's metadata and keys are trusted, milliseconds. */
const METADATA_LIFE = 60 * 60 * 1000;

type Known = LRUCache<string, Promise<client.Configuration>>;

/**
 * The OAuth library's view of a provider, kept by value of issuer and client. It holds the
 * provider's metadata and keys, so it is made once, and only once at a time.
 */
@Injectable()
export class OAuthConfigurationService {
  private readonly byFetch = new WeakMap<typeof fetch, Known>();

  /** @throws when the provider's metadata cannot be fetched or trusted; the next call tries again */
  get({ config }: SessionContext, provider: ResolvedOAuthProvider): Promise<client.Configuration> {
    const known = this.knownWith(config.fetch);
    const key = keyOf(provider);
    const found = known.get(key);
    if (found) return found;
    const created = create(provider, { fetch: config.fetch, timeout: config.timeoutMs / 1000 });
    known.set(key, created);
    created.catch(() => known.delete(key));
    return created;
  }

  private knownWith(fetchOf: typeof fetch): Known {
    const found = this.byFetch.get(fetchOf);
    if (found) return found;
    const known: Known = new LRUCache({ max: 500, ttl: METADATA_LIFE });
    this.byFetch.set(fetchOf, known);
    return known;
  }
}

function keyOf(provider: ResolvedOAuthProvider): string {
  const { type, issuer, wellKnown, jwksEndpoint, clientId, clientSecret } = provider;
  const { authorization, token, userinfo } = provider;
  const endpoints = [authorization, token, userinfo].map(({ url, params }) => [url, params]);
  const metadata = provider.client;
  return JSON.stringify([
    type,
    issuer,
    wellKnown,
    jwksEndpoint,
    endpoints,
    clientId,
    clientSecret,
    metadata,
  ]);
}

/** What outbound calls need. */
interface Outbound {
  readonly fetch: typeof fetch;
  /** Seconds. */
  readonly timeout: number;
}

async function create(
  provider: ResolvedOAuthProvider,
  outbound: Outbound,
): Promise<client.Configuration> {
  const server = needsDiscovery(provider)
    ? mergedMetadata(provider, await discover(provider, outbound))
    : configuredMetadata(provider);
  const configuration = new client.Configuration(
    server,
    provider.clientId,
    clientMetadata(provider),
    authentication(provider, outbound),
  );
  configuration.timeout = outbound.timeout;
  configuration[client.customFetch] = limitedFetch(outbound.fetch);
  if (isLocalProvider(provider)) client.allowInsecureRequests(configuration);
  // Without it the library takes TLS for a signature, which is not enough for us.
  if (hasKeySet(provider, server)) client.enableNonRepudiationChecks(configuration);
  else assertVerifiable(provider);
  return configuration;
}

/** Asked at each token request, since a secret may be made for it. */
function authentication(provider: ResolvedOAuthProvider, { timeout }: Outbound): client.ClientAuth {
  return async (...request) => {
    const secret = await clientSecretOf(provider, timeout * 1000);
    await clientAuthentication(provider, secret)(...request);
  };
}

async function discover(
  provider: ResolvedOAuthProvider,
  outbound: Outbound,
): Promise<client.ServerMetadata> {
  const discovered = await client.discovery(
    new URL(provider.wellKnown ?? provider.issuer ?? ''),
    provider.clientId,
    clientMetadata(provider),
    authentication(provider, outbound),
    {
      [client.customFetch]: limitedFetch(outbound.fetch),
      timeout: outbound.timeout,
      execute: isLocalProvider(provider) ? [client.allowInsecureRequests] : [],
    },
  );
  return discovered.serverMetadata();
}

function clientMetadata({
  client: metadata,
}: ResolvedOAuthProvider): Partial<client.ClientMetadata> {
  return { ...metadata, [client.clockTolerance]: CLOCK_TOLERANCE };
}

/** An HS256 ID token has no key set; it is verified with the client secret. @see design decision 16 */
function hasKeySet(
  { client: metadata }: ResolvedOAuthProvider,
  { jwks_uri }: client.ServerMetadata,
): boolean {
  return jwks_uri !== undefined && metadata.id_token_signed_response_alg !== 'HS256';
}

/** @see design decision 16 */
function assertVerifiable({ type, client: metadata }: ResolvedOAuthProvider): void {
  if (type === 'oidc' && metadata.id_token_signed_response_alg !== 'HS256') {
    throw new Error('the provider publishes no keys, so its ID tokens cannot be verified');
  }
}
