import { actionUrl } from '../exchange/request-urls.js';
import type { SessionContext } from '../exchange/session-context.js';
import type {
  HandlerProvider,
  OAuthEndpoint,
  RequestlessProvider,
} from '../provider/oauth-endpoint.js';
import type { ResolvedEndpoint, ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { withOwnParams } from './server-metadata.js';

/** A provider as the handlers of its endpoints see it: a copy, which they may change. */
export function handlerProvider(
  ctx: SessionContext,
  provider: ResolvedOAuthProvider,
  clientSecret?: string,
): HandlerProvider {
  const { id } = provider;
  return {
    ...requestlessProvider(provider, clientSecret),
    signinUrl: actionUrl(ctx, 'signin', id),
    callbackUrl: actionUrl(ctx, 'callback', id),
  };
}

/** The provider for a handler outside of a request, where the application's origin is unknown. */
export function requestlessProvider(
  provider: ResolvedOAuthProvider,
  clientSecret?: string,
): RequestlessProvider {
  const { id, name, type, clientId, issuer, authorization, token, userinfo } = provider;
  return {
    id,
    name,
    type,
    clientId,
    clientSecret,
    issuer,
    authorization: endpointOf(authorization),
    token: endpointOf(token),
    userinfo: endpointOf(userinfo),
  };
}

/** The URL carries its own parameters, so that a handler can call it as it is. */
function endpointOf({ url, params }: ResolvedEndpoint): OAuthEndpoint {
  return { url: url && withOwnParams({ url, params }), params: { ...params } };
}
