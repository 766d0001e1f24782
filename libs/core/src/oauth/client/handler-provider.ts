import { callbackUrlOf, postUrl } from '../../request/redirects/request-urls.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type {
  HandlerProvider,
  OAuthEndpoint,
  RequestlessProvider,
} from '../../provider/oauth-endpoint.js';
import type { ResolvedEndpoint, ResolvedOAuthProvider } from '../../provider/resolved-provider.js';
import { withOwnParams } from './server-metadata.js';

/** Returns the provider for the handlers of its endpoints: a copy, which they may change. */
export function handlerProvider(
  ctx: SessionContext,
  provider: ResolvedOAuthProvider,
  clientSecret?: string,
): HandlerProvider {
  return {
    ...requestlessProvider(provider, clientSecret),
    signinUrl: postUrl(ctx, 'signin', provider.id),
    callbackUrl: callbackUrlOf(ctx, provider),
  };
}

/** Returns the provider for a handler outside of a request, when our own origin is unknown. */
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

/** Returns an endpoint whose URL includes its parameters, so that a handler can call it as is. */
function endpointOf({ url, params }: ResolvedEndpoint): OAuthEndpoint {
  return { url: url && withOwnParams({ url, params }), params: { ...params } };
}
