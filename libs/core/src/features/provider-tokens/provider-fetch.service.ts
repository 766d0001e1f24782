import { Injectable } from '@nestjs/common';
import { StepUpRequired } from '../../errors/provider-token.errors.js';
import { AuthContextService } from '../../request/auth-context.service.js';
import { OAuthConfigurationService } from '../../oauth/client/oauth-configuration.service.js';
import { boundedFetch } from '../../oauth/client/outbound.js';
import { assertAudience, repeatableBody } from './provider-request.js';
import type { ProviderFetchInit, ProviderTokenOptions } from './provider-tokens.js';
import type { TokenPlace } from './refresh-rules.js';
import { isInvalidToken, requiredSignIn } from './resource-refusal.js';
import { StepUpPagesService } from './step-up-pages.service.js';

/** Returns a token for a request. A second call passes the token that was refused. */
type TokenSource = (options: ProviderTokenOptions) => Promise<{ readonly accessToken: string }>;

/** Sends requests with an access token, but only to the servers for which the token is meant. */
@Injectable()
export class ProviderFetchService {
  constructor(
    private readonly configurations: OAuthConfigurationService,
    private readonly contexts: AuthContextService,
    private readonly pages: StepUpPagesService,
  ) {}

  /**
   * @param getToken - called once, and once more after a 401 with `invalid_token`
   * @throws {ProviderTokenMissing} with the reason `audience`, before anything is sent
   * @throws {StepUpRequired} after a 401 with `insufficient_user_authentication`
   */
  async send(
    place: Omit<TokenPlace, 'rows'>,
    { url, init }: { readonly url: string | URL; readonly init: ProviderFetchInit },
    getToken: TokenSource,
  ): Promise<Response> {
    const { providerAccountId, scopes, refused, request, signal, ...own } = init;
    const origins = await this.originsOf(place);
    const target = assertAudience(url, { provider: place.provider.id, origins });
    const options = { providerAccountId, scopes, refused, request, signal };
    const first = await getToken(options);
    const over = signal ?? AbortSignal.timeout(place.config.timeoutMs);
    const { body, isRepeatable } = await repeatableBody(own.body, over);
    const send = ({ accessToken }: { readonly accessToken: string }): Promise<Response> => {
      const headers = new Headers(own.headers);
      headers.set('authorization', `Bearer ${accessToken}`);
      const sent = { ...own, headers, body, duplex: 'half', redirect: 'manual' } as const;
      return this.fetchOf(place, signal)(target, sent as RequestInit);
    };
    const response = await send(first);
    if (!isInvalidToken(response) || !isRepeatable) return this.accepted(place, response);
    await response.body?.cancel();
    const again = await getToken({ ...options, refused: first.accessToken });
    return this.accepted(place, await send(again));
  }

  /** Returns the response, unless it requires another sign-in. @see RFC 9470 */
  private async accepted(
    { provider }: Omit<TokenPlace, 'rows'>,
    response: Response,
  ): Promise<Response> {
    const required = requiredSignIn(response);
    if (!required) return response;
    await response.body?.cancel();
    throw this.pages.remember(new StepUpRequired(provider.id, required), this.contexts);
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
