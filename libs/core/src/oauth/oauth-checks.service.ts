import { InvalidCheck } from '../errors/internal.errors.js';
import { Injectable } from '@nestjs/common';
import { originOfHost } from '../model/origin-of-host.js';
import { randomToken } from '../crypto/random-token.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { SealedCookieService } from '../exchange/sealed-cookie.service.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { CurrentSessionService } from '../session/current-session.service.js';
import type { Attempt } from './attempt.js';
import { AttemptsService } from './attempts.service.js';
import { loadOAuthLibrary } from '../oauth-client/oauth-library.js';
import { SharedChecksService } from './shared-checks.service.js';

/** Salt of the `state` parameter. @see docs/design/wire-contract.md 4 */
export const STATE_SALT = 'encodedState';
/** Longest target that an attempt keeps, characters: three attempts must fit into a request. */
const MAX_TARGET = 512;

/** The URLs that the provider sends the browser back to. */
export interface Route {
  readonly redirectUri: string;
  /** Our own callback; absent without a redirect proxy. */
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

  /** Begins an attempt. @returns the parameters for the authorization URL */
  async begin(
    ctx: AuthContext,
    provider: ResolvedOAuthProvider,
    { redirectUri, origin }: Route,
  ): Promise<Record<string, string>> {
    const claims = {
      random: randomToken('base64url'),
      from: placeOf(ctx),
      ...(origin !== undefined && { origin }),
    };
    const client = await loadOAuthLibrary();
    const state = await this.sealed.seal(ctx, STATE_SALT, claims);
    const verifier = provider.checks.has('pkce') ? client.randomPKCECodeVerifier() : undefined;
    const nonce = provider.checks.has('nonce') ? client.randomNonce() : undefined;
    const startedBy = await this.startedBy(ctx);
    const attempt = { nonce, verifier, redirectUri, target: targetOf(ctx), startedBy };
    await this.attempts.keep(ctx, provider, { state, attempt });
    await this.shared.write(ctx, provider, { state, attempt });
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
   * @param state - as the provider sent it back; untrusted
   * @throws {InvalidCheck} when the callback does not belong to a sign-in of this browser and provider
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
      // A newer attempt in another tab may own the cookies of Auth.js by now.
      if (!isOurs || !this.attempts.hasOthers(ctx)) this.shared.clear(ctx, provider);
    }
  }

  /** Where the sign-in began and where it came back: cookies of one host are not sent to another. */
  private placesOf(ctx: AuthContext, state: string | undefined): string {
    const here = placeOf(ctx);
    const from =
      state === undefined ? undefined : this.sealed.open(ctx, STATE_SALT, state)?.['from'];
    if (typeof from !== 'string') {
      return `the callback arrived at ${here}, but no sign-in began there in this browser in the last 15 minutes`;
    }
    return from === here
      ? `the sign-in began at ${here} and came back there, so the browser did not keep the cookie, or the callback was opened in another browser`
      : `the sign-in began at ${from} and came back to ${here}, which does not receive the cookies of the other; open the application at the address that the provider redirects to`;
  }

  /**
   * The user who is signed in; undefined if users are not stored, since nothing is linked then.
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

/** The origin that the browser sees, regardless of `AUTH_URL`: it keeps cookies by that one. */
function placeOf({ request: { protocol, host } }: AuthContext): string {
  return originOfHost(protocol, host) ?? 'an unknown host';
}

function hasCheckCookies({ cookies, cookieDefinitions }: AuthContext): boolean {
  const { state, pkceCodeVerifier, nonce } = cookieDefinitions;
  return [state, pkceCodeVerifier, nonce].some(({ name }) => cookies.find(name).length > 0);
}
