import { Injectable } from '@nestjs/common';
import { InvalidCheck } from '../errors/internal.errors.js';
import { callbackUrlOf } from '../request/redirects/request-urls.js';
import type { ActionContext } from '../request/context/action-context.js';
import { SealedCookieService } from '../request/context/sealed-cookie.service.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import type { Route } from './oauth-checks.service.js';
import { STATE_SALT } from './states.service.js';

/**
 * The redirect proxy: a stable deployment, whose callback is registered with the provider, forwards
 * callbacks to deployments whose callbacks are not. This class implements both roles, which share
 * the secret.
 * @see docs/design/wire-contract.md 7.1 step 2, 7.2 step 2, PRV-4
 */
@Injectable()
export class RedirectProxyService {
  constructor(private readonly sealed: SealedCookieService) {}

  /** Returns the redirect URI for the provider, and our own callback if a proxy forwards to it. */
  route(ctx: ActionContext, provider: ResolvedOAuthProvider): Route {
    // Serialized as in the OAuth library, so that both requests send the same URI.
    const own = new URL(callbackUrlOf(ctx, provider)).href;
    const { redirectProxyUrl } = provider;
    if (redirectProxyUrl === undefined || isProxy(ctx, redirectProxyUrl)) {
      return { redirectUri: own };
    }
    return { redirectUri: new URL(redirectProxyUrl).href, origin: own };
  }

  /**
   * On the proxy, returns the URL to forward a callback to; undefined if the callback is our own.
   * @param params - the callback's parameters, untrusted; all of them are forwarded
   * @throws {InvalidCheck} when the state is not ours, or names a deployment that is not allowed
   * @see RFC 9700 section 4.11.1
   */
  onward(
    ctx: ActionContext,
    { id, redirectProxyUrl }: ResolvedOAuthProvider,
    params: URLSearchParams,
  ): string | undefined {
    const state = params.get('state');
    if (redirectProxyUrl === undefined || !isProxy(ctx, redirectProxyUrl) || state === null) {
      return undefined;
    }
    const claims = this.sealed.open(ctx, STATE_SALT, state);
    if (!claims)
      throw new InvalidCheck('the state was not created with one of our secrets, or has expired');
    const { origin } = claims;
    if (typeof origin !== 'string') return undefined;
    const target = new URL(origin);
    if (target.origin === ctx.origin) return undefined;
    // The secret alone is not enough: a forged Host header can put any origin into a state.
    if (
      !ctx.config.trustedOrigins.has(target.origin) ||
      !target.pathname.endsWith(`/callback/${id}`)
    ) {
      throw new InvalidCheck(
        `the state names ${target.origin}; if that is one of your deployments, add it to \`trustedOrigins\``,
      );
    }
    target.search = params.toString();
    return target.href;
  }
}

function isProxy({ origin }: ActionContext, redirectProxyUrl: string): boolean {
  return new URL(redirectProxyUrl).origin === origin;
}
