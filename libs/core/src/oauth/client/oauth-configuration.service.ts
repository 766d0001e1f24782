import { Injectable } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import type { SessionContext } from '../../request/context/session-context.js';
import { hasTenantPlace } from '../../provider/microsoft-tenants.js';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import { type ClientAuthentication, clientAuthentication } from './client-authentication.js';
import { clientSecretOf } from './client-secret.js';
import { loadOAuthLibrary, type OAuthLibrary } from './oauth-library.js';
import { boundedFetch, type Outbound } from './outbound.js';
import { ProviderCall } from './provider-call.js';
import { ProviderKeysService } from './provider-keys.service.js';
import { ProviderMetadataService } from './provider-metadata.service.js';
import type { KnownServer } from './server-metadata.js';
import type { UnfitLife } from './token-response.js';

/** The host for which the library replaces the placeholder; national clouds have other hosts. */
const PLACE_KNOWN_AT = new URL('https://login.microsoftonline.com/common/v2.0');

/** The OAuth library, ready to call one provider for one request. */
export interface OpenedProvider {
  readonly configuration: Configuration;
  /** The library itself. */
  readonly library: OAuthLibrary;
  readonly server: KnownServer;
  /** Limited in time and size; for the application's handlers. */
  readonly fetch: typeof fetch;
}

/** Options for opening a provider. */
export interface OpenOptions {
  /** Replaces the call to the token endpoint, and receives a limited `fetch`. */
  readonly handle?: (bounded: typeof fetch) => Promise<object>;
  /** Time for all calls together, in milliseconds. @default the option `timeout` */
  readonly timeoutMs?: number;
  /** @see {@link UnfitLife} */
  readonly unfitLife?: UnfitLife;
}

/**
 * Configures the OAuth library for a provider. A configuration is created for each request, from
 * metadata and keys that are cached by value, so that nothing from one request, secret or tenant
 * can reach another.
 */
@Injectable()
export class OAuthConfigurationService {
  constructor(
    private readonly metadata: ProviderMetadataService,
    private readonly keys: ProviderKeysService,
  ) {}

  /** @throws {AuthError} when the provider's metadata cannot be fetched or trusted */
  async open(
    { config }: Pick<SessionContext, 'config'>,
    provider: ResolvedOAuthProvider,
    { handle, timeoutMs = config.timeoutMs, unfitLife }: OpenOptions = {},
  ): Promise<OpenedProvider> {
    const outbound = { fetch: provider.fetch ?? config.fetch, timeoutMs };
    const server = await this.metadata.get(outbound, provider);
    const library = await loadOAuthLibrary();
    const configuration = await libraryView(library, provider, { server, outbound });
    const bounded = boundedFetch(outbound.fetch, AbortSignal.timeout(outbound.timeoutMs));
    const { jwks_uri: keysUrl } = server;
    const verifiedBy = verification(provider, keysUrl);
    // Otherwise, the library accepts TLS in place of a signature, which is not enough for us.
    if (verifiedBy === 'keys') library.enableNonRepudiationChecks(configuration);
    const call = new ProviderCall({
      fetch: bounded,
      timeoutMs: outbound.timeoutMs,
      urls: urlsOf(server),
      conform: provider.token.conform,
      handle: handle && (() => handle(bounded)),
      unfitLife,
      verifiedBy,
      keySet: (name) => this.keys.get(outbound, keysUrl ?? '', name),
    });
    configuration[library.customFetch] = call.fetch;
    return { configuration, library, server, fetch: bounded };
  }
}

async function libraryView(
  library: OAuthLibrary,
  provider: ResolvedOAuthProvider,
  { server, outbound }: { server: KnownServer; outbound: Outbound },
): Promise<Configuration> {
  const { timeoutMs } = outbound;
  const { clientId } = provider;
  const metadata = { ...provider.client, [library.clockTolerance]: provider.clockToleranceSeconds };
  // Called at the token request, since a secret may be generated for it.
  const authentication: ClientAuthentication = async (...request) => {
    const secret = await clientSecretOf(provider, timeoutMs);
    const { token_endpoint_auth_methods_supported: supported } = server;
    return clientAuthentication(library, provider, secret, supported)(...request);
  };
  const insecure = provider.isLocal ? [library.allowInsecureRequests] : [];
  const configuration = hasTenantPlace(server.issuer)
    ? // Runs the library's discovery with our metadata, so that the library replaces the
      // placeholder in Microsoft's issuer with the tenant from the token.
      await library.discovery(PLACE_KNOWN_AT, clientId, metadata, authentication, {
        [library.customFetch]: () => Promise.resolve(Response.json(server)),
        execute: insecure,
      })
    : new library.Configuration(server, clientId, metadata, authentication);
  for (const extend of insecure) extend(configuration);
  configuration.timeout = timeoutMs / 1000;
  return configuration;
}

/**
 * Returns how an ID token from the provider is verified. A plain OAuth 2.0 provider may have no
 * keys, since it usually sends no ID token; an OpenID provider without keys is refused earlier.
 * @see docs/design/decisions.md 16
 */
function verification(
  provider: ResolvedOAuthProvider,
  keysUrl: string | undefined,
): 'keys' | 'secret' | 'nothing' {
  if (provider.signsWithSecret) return 'secret';
  return provider.type === 'oauth' && keysUrl === undefined ? 'nothing' : 'keys';
}

/** Returns the URLs in the form in which the library calls them. */
function urlsOf({
  token_endpoint: token,
  userinfo_endpoint: userinfo,
  jwks_uri: keys,
}: KnownServer) {
  return { token: hrefOf(token), userinfo: hrefOf(userinfo), keys: hrefOf(keys) };
}

function hrefOf(url: unknown): string | undefined {
  return typeof url === 'string' ? new URL(url).href : undefined;
}
