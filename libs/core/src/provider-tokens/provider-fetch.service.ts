import { Injectable } from '@nestjs/common';
import { OAuthConfigurationService } from '../oauth-client/oauth-configuration.service.js';
import { boundedFetch } from '../oauth-client/outbound.js';
import { assertAudience, isInvalidToken, repeatableBody } from './provider-request.js';
import type { ProviderFetchInit, ProviderTokenOptions } from './provider-tokens.js';
import type { TokenPlace } from './refresh-rules.js';

/** Returns a token for a request. A second call passes the token that was refused. */
type TokenSource = (options: ProviderTokenOptions) => Promise<{ readonly accessToken: string }>;

/** Sends requests with an access token, but only to the servers for which the token is meant. */
@Injectable()
export class ProviderFetchService {
  constructor(private readonly configurations: OAuthConfigurationService) {}

  /**
   * @param getToken - called once, and once more after a 401 with `invalid_token`
   * @throws {ProviderTokenMissing} with the reason `audience`, before anything is sent
   */
  async send(
    place: Omit<TokenPlace, 'rows'>,
    { url, init }: { readonly url: string | URL; readonly init: ProviderFetchInit },
    getToken: TokenSource,
  ): Promise<Response> {
    const { providerAccountId, scopes, refused, request, signal, ...own } = init;
    const origins = await this.originsOf(place);
    const target = assertAudience(url, { provider: place.provider.id, origins });
    const { body, isRepeatable } = await repeatableBody(own.body);
    const options = { providerAccountId, scopes, refused, request, signal };
    const first = await getToken(options);
    const send = ({ accessToken }: { readonly accessToken: string }): Promise<Response> => {
      const headers = new Headers(own.headers);
      headers.set('authorization', `Bearer ${accessToken}`);
      const sent = { ...own, headers, body, duplex: 'half', redirect: 'manual' } as const;
      return this.fetchOf(place, signal)(target, sent as RequestInit);
    };
    const response = await send(first);
    if (!isInvalidToken(response) || !isRepeatable) return response;
    const again = await getToken({ ...options, refused: first.accessToken });
    await response.body?.cancel();
    return send(again);
  }

  /** Applies the time limit of calls to a provider, unless the caller passes a signal. */
  private fetchOf(
    { config, provider }: Omit<TokenPlace, 'rows'>,
    signal: AbortSignal | undefined,
  ): typeof fetch {
    const base = provider.fetch ?? config.fetch;
    if (signal) return (input, init) => base(input, { ...init, signal });
    return boundedFetch(base, AbortSignal.timeout(config.timeoutMs));
  }

  private async originsOf({
    config,
    provider,
  }: Omit<TokenPlace, 'rows'>): Promise<readonly string[]> {
    if (provider.resourceServers) return provider.resourceServers;
    const configured = provider.userinfo.url;
    if (configured !== undefined) return [new URL(configured).origin];
    const { server } = await this.configurations.open({ config }, provider);
    const { userinfo_endpoint: endpoint } = server;
    return typeof endpoint === 'string' ? [new URL(endpoint).origin] : [];
  }
}
