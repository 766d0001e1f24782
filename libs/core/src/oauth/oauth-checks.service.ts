import { InvalidCheck, NoAttempt } from '../errors/internal.errors.js';
import { Injectable } from '@nestjs/common';
import type { ActionContext } from '../request/context/action-context.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';
import type { Attempt } from './attempt.js';
import { AttemptsService } from './attempts.service.js';
import { loadOAuthLibrary } from './client/oauth-library.js';
import { SharedChecksService } from './shared-checks.service.js';
import { StatesService } from './states.service.js';

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
    private readonly states: StatesService,
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
    ctx: ActionContext,
    provider: ResolvedOAuthProvider,
    { redirectUri, origin, ...stored }: Route & Pick<Attempt, 'scope' | 'signedInSince'>,
  ): Promise<Record<string, string>> {
    const client = await loadOAuthLibrary();
    const state = await this.states.create(ctx, provider, origin);
    const verifier = provider.checks.has('pkce') ? client.randomPKCECodeVerifier() : undefined;
    const nonce = provider.checks.has('nonce') ? client.randomNonce() : undefined;
    const starter = await this.starter(ctx);
    const purpose = ctx.isProof && { isProof: true };
    const target = targetOf(ctx);
    const attempt = { nonce, verifier, redirectUri, target, ...starter, ...purpose, ...stored };
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
  take(ctx: ActionContext, provider: ResolvedOAuthProvider, state: string | undefined): Attempt {
    let isOurs = true;
    try {
      const own = state === undefined ? undefined : this.attempts.take(ctx, provider, state);
      isOurs = own !== undefined;
      return own?.attempt ?? this.shared.take(ctx, provider, state);
    } catch (thrown) {
      if (!(thrown instanceof InvalidCheck) || hasCheckCookies(ctx)) throw thrown;
      throw new NoAttempt(
        `this browser has no sign-in in progress: ${this.states.explain(ctx, state)}`,
      );
    } finally {
      // The Auth.js cookies may belong to a newer attempt in another tab by now.
      if (!isOurs || !this.attempts.hasOthers(ctx)) this.shared.clear(ctx, provider);
    }
  }

  /**
   * Returns who is signed in, and since when. Returns nothing if users are not stored, since nothing
   * is linked then.
   * @see docs/design/security-bar.md C13, ID29
   */
  private async starter(ctx: ActionContext): Promise<Pick<Attempt, 'startedBy' | 'sessionStart'>> {
    if (!ctx.config.adapter) return {};
    const startedBy = await this.sessions.currentUserId(ctx);
    const owner = startedBy === null ? null : await this.sessions.owner(ctx);
    const start = owner?.startMoves ? undefined : owner?.startedAt;
    return { startedBy, sessionStart: start?.getTime() };
  }
}

function targetOf({ callbackUrl, origin }: ActionContext): string | undefined {
  const target = callbackUrl.startsWith(`${origin}/`)
    ? callbackUrl.slice(origin.length)
    : callbackUrl;
  return target.length <= MAX_TARGET ? target : undefined;
}

function hasCheckCookies({ cookies, cookieDefinitions }: ActionContext): boolean {
  const { state, pkceCodeVerifier, nonce } = cookieDefinitions;
  return [state, pkceCodeVerifier, nonce].some(({ name }) => cookies.find(name).length > 0);
}
