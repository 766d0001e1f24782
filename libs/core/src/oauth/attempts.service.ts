import { Injectable } from '@nestjs/common';
import type { CookieDefinition } from '../cookies/cookie-definition.js';
import { CHECK_MAX_AGE } from '../cookies/default-cookies.js';
import { digestsEqual, sha256Hex } from '../crypto/digests.js';
import { InvalidCheck } from '../errors/internal.errors.js';
import type { SessionContext } from '../request/context/session-context.js';
import { SealedCookieService } from '../request/context/sealed-cookie.service.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { type Attempt, attemptOf } from './attempt.js';
import { attemptCookie, attemptName } from './attempt-cookies.js';

/** Maximum number of sign-ins in progress in one browser. @see docs/design/decisions.md 10 */
const MAX_ATTEMPTS = 3;

/**
 * Stores sign-ins in progress, each in its own sealed cookie, so that tabs do not interfere.
 * @see docs/design/decisions.md 10
 */
@Injectable()
export class AttemptsService {
  constructor(private readonly sealed: SealedCookieService) {}

  /**
   * Stores an attempt, and drops the oldest if there are too many.
   * @returns the name of the attempt
   */
  async keep(
    ctx: SessionContext,
    provider: ResolvedOAuthProvider,
    { state, attempt }: { state: string; attempt: Attempt },
  ): Promise<string> {
    this.dropOldest(ctx);
    const digest = sha256Hex(state);
    const name = attemptName(digest);
    const cookie = attemptCookie(ctx, name);
    const claims = { ...attempt, state: digest, provider: provider.id };
    ctx.cookies.set(cookie, await this.sealed.sealNamed(ctx, named(ctx, cookie), claims), {
      expires: new Date(Date.now() + CHECK_MAX_AGE * 1000),
    });
    return name;
  }

  /**
   * Removes and returns the attempt for a state; undefined if there is none.
   * @throws {InvalidCheck} when it cannot be read, or belongs to another provider or state
   */
  take(
    ctx: SessionContext,
    provider: ResolvedOAuthProvider,
    state: string,
  ): { attempt: Attempt } | undefined {
    const digest = sha256Hex(state);
    const cookie = attemptCookie(ctx, attemptName(digest));
    const value = ctx.cookies.get(cookie.name);
    if (value === undefined) return undefined;
    ctx.cookies.delete(cookie);
    // A cookie that cannot be read belongs to no provider.
    const claims = this.sealed.openNamed(ctx, named(ctx, cookie), value) ?? {};
    if (claims['provider'] !== provider.id) {
      throw new InvalidCheck('the sign-in was started with another provider');
    }
    if (!digestsEqual(String(claims['state']), digest)) {
      throw new InvalidCheck('the state does not belong to the attempt');
    }
    return { attempt: attemptOf(claims) };
  }

  /** Whether the browser has attempts other than those that this request ended. */
  hasOthers(ctx: SessionContext): boolean {
    const cleared = new Set(ctx.cookies.deleted().map(({ name }) => name));
    return this.list(ctx).some(({ name }) => !cleared.has(name));
  }

  private list(ctx: SessionContext): { name: string; issued: number }[] {
    return this.sealed.newest(ctx, ctx.cookieDefinitions.state.name).map(({ name, claims }) => ({
      name,
      issued: Number(claims?.['iat'] ?? 0),
    }));
  }

  private dropOldest(ctx: SessionContext): void {
    // The sort is stable: attempts from the same second keep their order.
    const byAge = this.list(ctx).sort((a, b) => b.issued - a.issued);
    const dropped = byAge.slice(MAX_ATTEMPTS - 1).map(({ name }) => name);
    ctx.cookies.deleteAll(ctx.cookieDefinitions.state, dropped);
  }
}

/** Returns the kind and name with which the cookie of an attempt is sealed. */
function named(
  { cookieDefinitions }: SessionContext,
  { name }: CookieDefinition,
): { kind: string; name: string } {
  return { kind: cookieDefinitions.state.name, name };
}
