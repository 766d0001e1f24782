import { AuthError } from '../errors/auth.error.js';
import type { SessionContext } from '../request/context/session-context.js';
import { withTimeout } from '../model/with-timeout.js';
import type { AuthorizationContext } from '../provider/oauth-endpoint.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { browserUrl } from './client/browser-url.js';
import { handlerProvider } from './client/handler-provider.js';

/**
 * Returns the URL to which the provider's own handler redirects the browser.
 * @throws {AuthError} when the handler does not return a URL that a browser may be redirected to
 */
export async function authorizationFromHandler(
  ctx: SessionContext,
  provider: ResolvedOAuthProvider,
  context: Omit<AuthorizationContext, 'provider'>,
): Promise<URL> {
  const { request } = provider.authorization;
  const pending = request?.({ ...context, provider: handlerProvider(ctx, provider) });
  const { timeoutMs } = ctx.config;
  const result = await withTimeout(Promise.resolve(pending), timeoutMs, 'authorization.request');
  const target = browserUrl(result);
  if (target) return target;
  throw new AuthError('authorization.request must return an https URL (http only on localhost)');
}
