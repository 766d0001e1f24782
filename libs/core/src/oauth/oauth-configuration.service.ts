import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import { isLocalhost } from '../config/check-providers.js';
import type { SessionContext } from '../exchange/session-context.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { limitedFetch } from './limited-fetch.js';

/** How long a provider's metadata and keys are trusted, milliseconds. */
const METADATA_LIFE = 60 * 60 * 1000;
/** Seconds by which a provider's clock may differ. @see wire contract 7.2 step 13 */
const CLOCK_TOLERANCE = 30;

/**
 * The OAuth library's view of a provider, by value of issuer and client. It keeps the provider's
 * metadata and keys, so it is made once and one request at a time.
 */
@Injectable()
export class OAuthConfigurationService {
  private readonly known = new LRUCache<string, Promise<client.Configuration>>({
    max: 500,
    ttl: METADATA_LIFE,
  });

  /** @throws when the provider's metadata cannot be fetched or trusted; the next call tries again */
  get({ config }: SessionContext, provider: ResolvedOAuthProvider): Promise<client.Configuration> {
    const key = keyOf(provider);
    const known = this.known.get(key);
    if (known) return known;
    const created = create(provider, config.fetch, config.timeoutMs / 1000);
    this.known.set(key, created);
    created.catch(() => this.known.delete(key));
    return created;
  }
}

function keyOf(provider: ResolvedOAuthProvider): string {
  const {
    type,
    issuer,
    wellKnown,
    jwksEndpoint,
    clientId,
    clientSecret,
    client: metadata,
  } = provider;
  const { authorization, token, userinfo } = provider;
  const urls = [authorization.url, token.url, userinfo.url];
  return JSON.stringify([
    type,
    issuer,
    wellKnown,
    jwksEndpoint,
    urls,
    clientId,
    clientSecret,
    metadata,
  ]);
}

async function create(
  provider: ResolvedOAuthProvider,
  fetchOf: typeof fetch,
  timeout: number,
): Promise<client.Configuration> {
  const configuration = needsDiscovery(provider)
    ? await discover(provider, fetchOf, timeout)
    : new client.Configuration(
        ownMetadata(provider),
        provider.clientId,
        metadataOf(provider),
        authenticationOf(provider),
      );
  configuration.timeout = timeout;
  configuration[client.customFetch] = limitedFetch(fetchOf);
  if (isLocal(provider)) client.allowInsecureRequests(configuration);
  // Without it the library takes TLS for a signature, which is not enough for us.
  if (hasAsymmetricKeys(provider, configuration)) client.enableNonRepudiationChecks(configuration);
  return configuration;
}

async function discover(
  provider: ResolvedOAuthProvider,
  fetchOf: typeof fetch,
  timeout: number,
): Promise<client.Configuration> {
  const discovered = await client.discovery(
    new URL(provider.wellKnown ?? provider.issuer ?? ''),
    provider.clientId,
    metadataOf(provider),
    authenticationOf(provider),
    {
      [client.customFetch]: limitedFetch(fetchOf),
      timeout,
      execute: isLocal(provider) ? [client.allowInsecureRequests] : [],
    },
  );
  // Through JSON, since the library hangs a function on the metadata.
  const metadata = JSON.parse(JSON.stringify(discovered.serverMetadata())) as client.ServerMetadata;
  const server = { ...metadata, ...configuredEndpoints(provider) };
  assertSameIssuer(provider, server.issuer);
  return new client.Configuration(
    server,
    provider.clientId,
    metadataOf(provider),
    authenticationOf(provider),
  );
}

/** @see wire contract 7.2 step 3 */
function needsDiscovery({
  type,
  issuer,
  wellKnown,
  authorization,
  token,
  jwksEndpoint,
}: ResolvedOAuthProvider): boolean {
  if (wellKnown === undefined && issuer === undefined) return false;
  const complete = authorization.url !== undefined && token.url !== undefined;
  return !complete || (type === 'oidc' && jwksEndpoint === undefined);
}

function ownMetadata(provider: ResolvedOAuthProvider): client.ServerMetadata {
  return {
    issuer: provider.issuer ?? originOf(provider.token.url),
    ...configuredEndpoints(provider),
  };
}

function configuredEndpoints({
  authorization,
  token,
  userinfo,
  jwksEndpoint,
}: ResolvedOAuthProvider) {
  return {
    ...(authorization.url !== undefined && { authorization_endpoint: authorization.url }),
    ...(token.url !== undefined && { token_endpoint: withParams(token.url, token.params) }),
    ...(userinfo.url !== undefined && {
      userinfo_endpoint: withParams(userinfo.url, userinfo.params),
    }),
    ...(jwksEndpoint !== undefined && { jwks_uri: jwksEndpoint }),
  };
}

function withParams(url: string, params: Readonly<Record<string, string>>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(params)) target.searchParams.set(name, value);
  return target.href;
}

/** A bare host may differ by its slash, nothing else may. @see OpenID Connect Discovery section 4.3 */
function assertSameIssuer({ issuer }: ResolvedOAuthProvider, discovered: string): void {
  if (issuer !== undefined && new URL(issuer).href !== new URL(discovered).href) {
    throw new Error('the provider metadata names another issuer than the one that is configured');
  }
}

function metadataOf({ client: metadata }: ResolvedOAuthProvider): Partial<client.ClientMetadata> {
  return { ...metadata, [client.clockTolerance]: CLOCK_TOLERANCE };
}

function authenticationOf({
  client: metadata,
  clientSecret,
}: ResolvedOAuthProvider): client.ClientAuth {
  const method =
    metadata.token_endpoint_auth_method ?? (clientSecret ? 'client_secret_basic' : 'none');
  switch (method) {
    case 'client_secret_basic':
      return client.ClientSecretBasic(clientSecret);
    case 'client_secret_post':
      return client.ClientSecretPost(clientSecret);
    case 'none':
      return client.None();
    default:
      return method satisfies never;
  }
}

/** An HS256 ID token has no key set; it is verified with the client secret. @see design decision 16 */
function hasAsymmetricKeys(
  { client: metadata }: ResolvedOAuthProvider,
  configuration: client.Configuration,
): boolean {
  return (
    configuration.serverMetadata().jwks_uri !== undefined &&
    metadata.id_token_signed_response_alg !== 'HS256'
  );
}

function isLocal({ issuer, wellKnown, token }: ResolvedOAuthProvider): boolean {
  const url = wellKnown ?? issuer ?? token.url;
  return (
    url !== undefined && new URL(url).protocol === 'http:' && isLocalhost(new URL(url).hostname)
  );
}

function originOf(url: string | undefined): string {
  return url === undefined ? 'https://unknown.invalid' : new URL(url).origin;
}
