import { Injectable } from '@nestjs/common';
import { InvalidCheck } from '../errors/internal.errors.js';
import { actionUrl } from '../exchange/request-urls.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { SealedCookieService } from '../exchange/sealed-cookie.service.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { type Route, STATE_SALT } from './oauth-checks.service.js';

/**
 * The redirect proxy: one stable deployment, whose callback is registered at the provider, sends
 * callbacks on to deployments that are not. Both roles are played here; the secret is shared.
 * @see docs/design/wire-contract.md 7.1 step 2, 7.2 step 2, PRV-4
 */
@Injectable()
export class RedirectProxyService {
  constructor(private readonly sealed: SealedCookieService) {}

  /** Where the provider sends the browser to, and where it goes on to from there. */
  route(ctx: AuthContext, provider: ResolvedOAuthProvider): Route {
    // As the OAuth library writes it later, so that both requests have the same one.
    const own = new URL(actionUrl(ctx, 'callback', provider.id)).href;
    const { redirectProxyUrl } = provider;
    if (redirectProxyUrl === undefined || isProxy(ctx, redirectProxyUrl)) {
      return { redirectUri: own };
    }
    return { redirectUri: new URL(redirectProxyUrl).href, origin: own };
  }

  /**
   * At the proxy: where a callback goes on to, undefined where it is one of our own.
   * @param params - of the callback; untrusted, all of them go on
   * @throws {InvalidCheck} when the state is not one of ours, or names a deployment that is not allowed
   * @see RFC 9700 section 4.11.1
   */
  onward(
    ctx: AuthContext,
    { id, redirectProxyUrl }: ResolvedOAuthProvider,
    params: URLSearchParams,
  ): string | undefined {
    const state = params.get('state');
    if (redirectProxyUrl === undefined || !isProxy(ctx, redirectProxyUrl) || state === null) {
      return undefined;
    }
    const claims = this.sealed.open(ctx, STATE_SALT, state);
    if (!claims)
      throw new InvalidCheck('the state was not made with a secret of ours, or is too old');
    const { origin } = claims;
    if (typeof origin !== 'string') return undefined;
    const target = new URL(origin);
    if (target.origin === ctx.origin) return undefined;
    // The secret alone does not do: a Host header of choice can name any origin in a state.
    if (
      !ctx.config.trustedOrigins.has(target.origin) ||
      !target.pathname.endsWith(`/callback/${id}`)
    ) {
      throw new InvalidCheck(
        `the state names ${target.origin}; if that is a deployment of yours, add it to \`trustedOrigins\``,
      );
    }
    target.search = params.toString();
    return target.href;
  }
}

function isProxy({ origin }: AuthContext, redirectProxyUrl: string): boolean {
  return new URL(redirectProxyUrl).origin === origin;
}
