import { InvalidCheck } from '../errors/internal.errors.js';
import { Injectable } from '@nestjs/common';
import { originOfHost } from '../model/hosts.js';
import { randomToken } from '../crypto/random-token.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { SealedCookieService } from '../exchange/sealed-cookie.service.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { CurrentSessionService } from '../session/current-session.service.js';
import type { Attempt } from './attempt.js';
import { AttemptsService } from './attempts.service.js';
import { loadOAuthLibrary } from '../oauth-client/oauth-library.js';
import { SharedChecksService } from './shared-checks.service.js';

/** Salt for sealing the `state` parameter. @see docs/design/wire-contract.md 4 */
export const STATE_SALT = 'encodedState';
/** Longest target that an attempt stores, in characters: a request must fit three attempts. */
const MAX_TARGET = 512;

/** The URLs for the return from the provider. */
export interface Route {
  readonly redirectUri: string;
  /** Our own callback URL; absent if no redirect proxy is used. */
  readonly origin?: string;
}

/**
 * Ties a callback to the browser, the provider, the sign-in and the user that it belongs to.
 * @see docs/design/decisions.md 10; RFC 6749 section 10.12; RFC 7636;
 *   OpenID Connect Core section 15.5.2
 */
@Injectable()
export class OAuthChecksService {
  constructor(
    private readonly sealed: SealedCookieService,
    private readonly attempts: AttemptsService,
    private readonly shared: SharedChecksService,
    private readonly sessions: CurrentSessionService,
  ) {}

  /**
   * Starts an attempt.
   * @param request - where the provider redirects to, and what to store of the request
   * @returns the parameters to add to the authorization URL
   */
  async begin(
    ctx: AuthContext,
    provider: ResolvedOAuthProvider,
    { redirectUri, origin, ...stored }: Route & Pick<Attempt, 'scope' | 'signedInSince'>,
  ): Promise<Record<string, string>> {
    const claims = { random: randomToken('base64url'), ...placesIn(ctx, origin) };
    const client = await loadOAuthLibrary();
    const state = await this.sealed.seal(ctx, STATE_SALT, claims);
    const verifier = provider.checks.has('pkce') ? client.randomPKCECodeVerifier() : undefined;
    const nonce = provider.checks.has('nonce') ? client.randomNonce() : undefined;
    const startedBy = await this.startedBy(ctx);
    const attempt = { nonce, verifier, redirectUri, target: targetOf(ctx), startedBy, ...stored };
    const name = await this.attempts.keep(ctx, provider, { state, attempt });
    await this.shared.write(ctx, provider, { state, attempt, name });
    return {
      state,
      ...(nonce !== undefined && { nonce }),
      ...(verifier !== undefined && {
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    };
  }

  /**
   * Ends an attempt. Its cookies are cleared even if the check fails.
   * @param state - as received from the provider; untrusted
   * @throws {InvalidCheck} when the callback does not belong to a sign-in that this browser started
   *   with this provider
   */
  take(ctx: AuthContext, provider: ResolvedOAuthProvider, state: string | undefined): Attempt {
    let isOurs = true;
    try {
      const own = state === undefined ? undefined : this.attempts.take(ctx, provider, state);
      isOurs = own !== undefined;
      return own?.attempt ?? this.shared.take(ctx, provider, state);
    } catch (thrown) {
      if (!(thrown instanceof InvalidCheck) || hasCheckCookies(ctx)) throw thrown;
      throw new InvalidCheck(`${thrown.message}: ${this.placesOf(ctx, state)}`);
    } finally {
      // The Auth.js cookies may belong to a newer attempt in another tab by now.
      if (!isOurs || !this.attempts.hasOthers(ctx)) this.shared.clear(ctx, provider);
    }
  }

  /** Compares the host of the start with that of the callback: cookies are not shared by hosts. */
  private placesOf(ctx: AuthContext, state: string | undefined): string {
    const here = placeOf(ctx);
    const claims = state === undefined ? null : this.sealed.open(ctx, STATE_SALT, state);
    const from = claims && startOf(claims);
    if (typeof from !== 'string') {
      return `the callback arrived at ${here}, but no sign-in began there in this browser in the last 15 minutes`;
    }
    return from === here
      ? `the sign-in began at ${here}, and the callback arrived there too, so either the browser did not keep the cookie, or the callback was opened in another browser`
      : `the sign-in began at ${from}, but the callback arrived at ${here}, where the browser does not send the cookies of ${from}; open the application at the address that the provider redirects to`;
  }

  /**
   * Returns the id of the signed-in user, null if nobody is signed in; undefined if users are not
   * stored, since nothing is linked then.
   * @see docs/design/security-bar.md C13
   */
  private async startedBy(ctx: AuthContext): Promise<string | null | undefined> {
    if (!ctx.config.adapter) return undefined;
    return this.sessions.currentUserId(ctx);
  }
}

function targetOf({ callbackUrl, origin }: AuthContext): string | undefined {
  const target = callbackUrl.startsWith(`${origin}/`)
    ? callbackUrl.slice(origin.length)
    : callbackUrl;
  return target.length <= MAX_TARGET ? target : undefined;
}

/** Returns the origin that the browser uses, regardless of `AUTH_URL`: its cookies depend on it. */
function placeOf({ request: { protocol, host } }: AuthContext): string {
  return originOfHost(protocol, host) ?? 'an unknown host';
}

/**
 * Returns the places in a state: where the sign-in began, and our callback for a redirect proxy.
 * If both are the same origin it is sent once, since X accepts at most 500 characters.
 */
function placesIn(
  ctx: AuthContext,
  origin: string | undefined,
): { readonly from?: string; readonly origin?: string } {
  const from = placeOf(ctx);
  if (origin === undefined) return { from };
  return new URL(origin).origin === from ? { origin } : { from, origin };
}

function startOf({ from, origin }: Readonly<Record<string, unknown>>): unknown {
  return from ?? (typeof origin === 'string' ? new URL(origin).origin : undefined);
}

function hasCheckCookies({ cookies, cookieDefinitions }: AuthContext): boolean {
  const { state, pkceCodeVerifier, nonce } = cookieDefinitions;
  return [state, pkceCodeVerifier, nonce].some(({ name }) => cookies.find(name).length > 0);
}
