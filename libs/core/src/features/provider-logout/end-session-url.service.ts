import { Injectable } from '@nestjs/common';
import { AuthError } from '../../errors/auth.error.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { withTimeout } from '../../model/with-timeout.js';
import { browserUrl } from '../../oauth/client/browser-url.js';
import { clientSecretOf } from '../../oauth/client/client-secret.js';
import { loadOAuthLibrary } from '../../oauth/client/oauth-library.js';
import { handlerProvider } from '../../oauth/client/handler-provider.js';
import { boundedFetch, type Outbound } from '../../oauth/client/outbound.js';
import { ProviderMetadataService } from '../../oauth/client/provider-metadata.service.js';
import { setParams } from '../../oauth/client/set-params.js';
import { type ResolvedLogout, RETURN_PARAMETER } from '../../provider/provider-logout.js';
import type { ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import type { KeptHint } from './kept-hint.js';

/** A provider that has a logout. */
export type LogoutProvider = ResolvedOAuthProvider & { readonly logout: ResolvedLogout };

/** The data that one sign-out sends to the provider. */
export interface LogoutRequest {
  readonly hint: KeptHint;
  /** The URL to which the provider redirects the browser afterwards. */
  readonly returnTo: string;
  readonly state: string;
}

/**
 * Creates the URL to which a browser is redirected to end its session at the provider.
 * @see OpenID Connect RP-Initiated Logout 1.0 section 2
 */
@Injectable()
export class EndSessionUrlService {
  constructor(private readonly metadata: ProviderMetadataService) {}

  /**
   * @returns undefined if the handler decides that the session ends only here
   * @throws {AuthError} when the provider has no such endpoint, or its metadata or handler fails
   */
  async get(
    ctx: SessionContext,
    provider: LogoutProvider,
    request: LogoutRequest,
  ): Promise<URL | undefined> {
    const { timeoutMs } = ctx.config;
    const outbound = { fetch: provider.fetch ?? ctx.config.fetch, timeoutMs };
    const params = paramsOf(provider.logout, request);
    const endpoint = await this.endpoint(outbound, provider);
    const url =
      endpoint === undefined ? undefined : await endSessionUrl(provider, endpoint, params);
    if (provider.logout.request)
      return urlFromHandler(ctx, provider, { url, params, request, outbound });
    if (!url) throw new AuthError('the provider metadata contains no `end_session_endpoint`');
    return url;
  }

  private async endpoint(
    outbound: Outbound,
    provider: LogoutProvider,
  ): Promise<string | undefined> {
    const { logout, issuer, wellKnown } = provider;
    if (logout.url !== undefined) return logout.url;
    if (issuer === undefined && wellKnown === undefined) return undefined;
    return this.metadata.endpoint(outbound, provider, 'end_session_endpoint');
  }
}

function paramsOf(
  { params, redirectParam, hint: kind }: ResolvedLogout,
  { hint, returnTo, state }: LogoutRequest,
): Record<string, string> {
  const { idToken, hint: claim } = hint;
  const hints: Record<string, string> =
    idToken !== undefined
      ? { id_token_hint: idToken }
      : claim !== undefined && kind !== 'none'
        ? { logout_hint: claim }
        : {};
  const states: Record<string, string> = redirectParam === RETURN_PARAMETER ? { state } : {};
  return { ...params, ...hints, [redirectParam]: returnTo, ...states };
}

async function endSessionUrl(
  { clientId }: LogoutProvider,
  endpoint: string,
  params: Record<string, string>,
): Promise<URL> {
  const client = await loadOAuthLibrary();
  const server = { issuer: new URL(endpoint).origin, end_session_endpoint: endpoint };
  const configuration = new client.Configuration(server, clientId);
  // The endpoint was checked before: plain http is allowed only on this machine.
  if (endpoint.startsWith('http:')) client.allowInsecureRequests(configuration);
  const all = { ...params, client_id: params['client_id'] ?? clientId };
  return setParams(client.buildEndSessionUrl(configuration, all), all);
}

interface HandlerInput {
  readonly url: URL | undefined;
  readonly params: Record<string, string>;
  readonly request: LogoutRequest;
  readonly outbound: Outbound;
}

async function urlFromHandler(
  ctx: SessionContext,
  provider: LogoutProvider,
  { url, params, request, outbound }: HandlerInput,
): Promise<URL | undefined> {
  const { timeoutMs } = outbound;
  const secret = await clientSecretOf(provider, timeoutMs);
  const pending = provider.logout.request?.({
    provider: handlerProvider(ctx, provider, secret),
    fetch: boundedFetch(outbound.fetch, AbortSignal.timeout(timeoutMs)),
    url,
    idToken: request.hint.idToken,
    params,
    returnTo: request.returnTo,
    state: request.state,
  });
  const result = await withTimeout(Promise.resolve(pending), timeoutMs, 'logout.request');
  if (result === null) return undefined;
  const target = browserUrl(result);
  if (target) return target;
  throw new AuthError('logout.request must return an https URL (http only on localhost) or null');
}
