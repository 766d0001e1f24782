import { Injectable } from '@nestjs/common';
import { constantTimeEqual } from '../crypto/digests.js';
import { InvalidCheck } from '../errors/internal.errors.js';
import type { SessionContext } from '../request/context/session-context.js';
import { SealedCookieService } from '../request/context/sealed-cookie.service.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import type { Attempt } from './attempt.js';
import { checkCookie } from './attempt-cookies.js';

const KEYS = ['state', 'pkceCodeVerifier', 'nonce'] as const;
type CheckKey = (typeof KEYS)[number];

/**
 * Reads and writes the check cookies of Auth.js. They belong to the newest attempt, and are the
 * only cookies of a sign-in that another application with the same secret started.
 * @see docs/design/wire-contract.md 3.1, 3.2; docs/design/decisions.md 10
 */
@Injectable()
export class SharedChecksService {
  constructor(private readonly sealed: SealedCookieService) {}

  /**
   * Writes the cookies that the `checks` of the provider require.
   * @param name - of the attempt
   */
  async write(
    ctx: SessionContext,
    provider: ResolvedOAuthProvider,
    { state, attempt, name }: { state: string; attempt: Attempt; name: string },
  ): Promise<void> {
    const values: Record<CheckKey, string | undefined> = {
      state: provider.checks.has('state') ? state : undefined,
      pkceCodeVerifier: attempt.verifier,
      nonce: attempt.nonce,
    };
    for (const key of KEYS) {
      const value = values[key];
      if (value === undefined) continue;
      const sealed = { value, provider: provider.id, attempt: name };
      await this.sealed.write(ctx, checkCookie(ctx, provider, key), sealed);
    }
  }

  /**
   * Reads the cookies of a sign-in that another application started. It is unknown which user was
   * signed in then, so nothing is linked.
   * @throws {InvalidCheck} when a cookie is missing, or belongs to another provider or attempt
   */
  take(ctx: SessionContext, provider: ResolvedOAuthProvider, state: string | undefined): Attempt {
    const { checks, id } = provider;
    if (checks.size === 0) {
      throw new InvalidCheck('no sign-in with this provider is in progress in this browser');
    }
    if (checks.has('state')) {
      this.assertForeign(ctx, 'state');
      const expected = this.sealed.take(ctx, checkCookie(ctx, provider, 'state'), id);
      if (state === undefined || !constantTimeEqual(expected, state)) {
        throw new InvalidCheck('the state does not belong to a sign-in of this browser');
      }
    }
    const take = (key: CheckKey): string => {
      this.assertForeign(ctx, key);
      return this.sealed.take(ctx, checkCookie(ctx, provider, key), id);
    };
    return {
      verifier: checks.has('pkce') ? take('pkceCodeVerifier') : undefined,
      nonce: checks.has('nonce') ? take('nonce') : undefined,
      startedBy: null,
    };
  }

  /** Deletes the check cookies that the browser sent. */
  clear(ctx: SessionContext, provider: ResolvedOAuthProvider): void {
    for (const key of KEYS) {
      const cookie = checkCookie(ctx, provider, key);
      if (ctx.cookies.get(cookie.name) !== undefined) ctx.cookies.delete(cookie);
    }
  }

  /**
   * Refuses a cookie of one of our own attempts, which names it: Auth.js's do not. An attempt of
   * ours has a cookie of its own. If that is gone, so is what else must be checked, such as
   * `max_age`.
   * @see docs/design/security-bar.md ID7
   */
  private assertForeign(ctx: SessionContext, key: CheckKey): void {
    const { name } = ctx.cookieDefinitions[key];
    const attempt = this.sealed.open(ctx, name, ctx.cookies.get(name) ?? '')?.['attempt'];
    if (attempt === undefined) return;
    throw new InvalidCheck('the cookie of this sign-in is missing, or has been used');
  }
}
