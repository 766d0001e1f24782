import { Injectable } from '@nestjs/common';
import * as client from 'openid-client';
import type { CookieDefinition } from '../config/cookie-definition.js';
import { CHECK_MAX_AGE } from '../config/default-cookies.js';
import { constantTimeEqual } from '../crypto/constant-time-equal.js';
import { randomToken } from '../crypto/random-token.js';
import { sha256Hex } from '../crypto/sha256.js';
import { InvalidCheck } from '../errors/internal.errors.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { SealedCookieService } from '../exchange/sealed-cookie.service.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';

/** What a callback must be checked against. */
export interface AttemptSecrets {
  readonly nonce?: string;
  readonly verifier?: string;
}

/** How many sign-ins one browser can have under way. @see design decision 10 */
const MAX_ATTEMPTS = 3;
/** Salt of the `state` parameter. @see wire contract 4 */
const STATE_SALT = 'encodedState';

/**
 * Ties a callback to the browser and the sign-in it belongs to. Each attempt has a sealed cookie of
 * its own, so that two tabs do not disturb each other; the newest also has the cookies of Auth.js.
 * @see design decision 10; RFC 6749 section 10.12; RFC 7636; OpenID Connect Core section 15.5.2
 */
@Injectable()
export class OAuthChecksService {
  constructor(private readonly sealed: SealedCookieService) {}

  /** Begins an attempt. @returns the parameters for the authorization URL */
  async begin(ctx: AuthContext, provider: ResolvedOAuthProvider): Promise<Record<string, string>> {
    const { checks, id } = provider;
    const state = await this.sealed.seal(ctx, STATE_SALT, { random: randomToken('base64url') });
    const verifier = checks.has('pkce') ? client.randomPKCECodeVerifier() : undefined;
    const nonce = checks.has('nonce') ? client.randomNonce() : undefined;
    this.dropOldest(ctx);
    const attempt = this.attemptCookie(ctx, state);
    const claims = { state: sha256Hex(state), nonce, verifier, provider: id };
    ctx.cookies.set(attempt, await this.sealed.seal(ctx, attempt.name, claims), {
      expires: new Date(Date.now() + CHECK_MAX_AGE * 1000),
    });
    const values = {
      state: checks.has('state') ? state : undefined,
      pkceCodeVerifier: verifier,
      nonce,
    };
    for (const key of ['state', 'pkceCodeVerifier', 'nonce'] as const) {
      const value = values[key];
      if (value !== undefined) {
        await this.sealed.write(ctx, ctx.cookieDefinitions[key], {
          value,
          provider: id,
          attempt: digestOf(state),
        });
      }
    }
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
   * Ends an attempt: its cookies are cleared, whatever comes of it.
   * @param state - as the provider sent it back; untrusted
   * @throws {InvalidCheck} when the callback does not belong to a sign-in of this browser and provider
   */
  take(
    ctx: AuthContext,
    provider: ResolvedOAuthProvider,
    state: string | undefined,
  ): AttemptSecrets {
    const own = state === undefined ? undefined : this.takeAttempt(ctx, state);
    // A newer attempt in another tab may own the cookies of Auth.js by now.
    if (!own || !this.hasOtherAttempts(ctx)) this.clearShared(ctx);
    if (!own || state === undefined) return this.takeShared(ctx, provider, state);
    if (own['provider'] !== provider.id) {
      throw new InvalidCheck('the sign-in was begun with another provider');
    }
    if (!constantTimeEqual(String(own['state']), sha256Hex(state))) {
      throw new InvalidCheck('the state does not belong to the attempt');
    }
    return { nonce: textOf(own['nonce']), verifier: textOf(own['verifier']) };
  }

  /** What the cookie of an attempt holds, which is cleared; undefined where there is none. */
  private takeAttempt(ctx: AuthContext, state: string): Record<string, unknown> | undefined {
    const definition = this.attemptCookie(ctx, state);
    const value = ctx.cookies.get(definition.name);
    if (value === undefined) return undefined;
    ctx.cookies.delete(definition);
    // One that cannot be read belongs to no provider.
    return this.sealed.open(ctx, definition.name, value) ?? {};
  }

  /** The cookies of Auth.js: the only ones of a sign-in that was begun there. */
  private takeShared(
    ctx: AuthContext,
    provider: ResolvedOAuthProvider,
    state: string | undefined,
  ): AttemptSecrets {
    const { state: stateCookie, pkceCodeVerifier, nonce } = ctx.cookieDefinitions;
    const { checks, id } = provider;
    if (checks.has('state')) {
      const expected = this.sealed.take(ctx, stateCookie, id);
      if (state === undefined || !constantTimeEqual(expected, state)) {
        throw new InvalidCheck('the state does not belong to a sign-in of this browser');
      }
    }
    const take = (definition: CookieDefinition): string => {
      this.assertSameAttempt(ctx, definition, state);
      return this.sealed.take(ctx, definition, id);
    };
    return {
      verifier: checks.has('pkce') ? take(pkceCodeVerifier) : undefined,
      nonce: checks.has('nonce') ? take(nonce) : undefined,
    };
  }

  /** A cookie of ours goes with one state; those of Auth.js do not say with which. */
  private assertSameAttempt(
    ctx: AuthContext,
    { name }: CookieDefinition,
    state: string | undefined,
  ): void {
    const attempt = this.sealed.open(ctx, name, ctx.cookies.get(name) ?? '')?.['attempt'];
    if (state !== undefined && attempt !== undefined && attempt !== digestOf(state)) {
      throw new InvalidCheck('the check belongs to another sign-in of this browser');
    }
  }

  private clearShared(ctx: AuthContext): void {
    const { state, pkceCodeVerifier, nonce } = ctx.cookieDefinitions;
    for (const definition of [state, pkceCodeVerifier, nonce]) {
      if (ctx.cookies.get(definition.name) !== undefined) ctx.cookies.delete(definition);
    }
  }

  private attemptCookie(ctx: AuthContext, state: string): CookieDefinition {
    const { name, options } = ctx.cookieDefinitions.state;
    return { name: `${name}.${digestOf(state)}`, options };
  }

  private attempts(ctx: AuthContext): { name: string; issued: number }[] {
    const { name } = ctx.cookieDefinitions.state;
    return ctx.cookies
      .find(name)
      .filter(({ suffix, value }) => /^\.[0-9a-f]{16}$/.test(suffix) && value !== '')
      .map(({ suffix, value }) => ({
        name: name + suffix,
        issued: Number(this.sealed.open(ctx, name + suffix, value)?.['iat'] ?? 0),
      }));
  }

  private hasOtherAttempts(ctx: AuthContext): boolean {
    const cleared = new Set(ctx.cookies.deleted().map(({ name }) => name));
    return this.attempts(ctx).some(({ name }) => !cleared.has(name));
  }

  private dropOldest(ctx: AuthContext): void {
    // Browsers send older cookies first, which decides among attempts of the same second.
    const byAge = this.attempts(ctx)
      .reverse()
      .sort((a, b) => b.issued - a.issued);
    for (const { name } of byAge.slice(MAX_ATTEMPTS - 1)) {
      ctx.cookies.delete({ ...ctx.cookieDefinitions.state, name });
    }
  }
}

/** Names an attempt without telling its state. */
function digestOf(state: string): string {
  return sha256Hex(state).slice(0, 16);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
