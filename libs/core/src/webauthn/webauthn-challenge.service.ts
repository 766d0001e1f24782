import { Injectable } from '@nestjs/common';
import { CHECK_MAX_AGE } from '../cookies/default-cookies.js';
import { randomToken } from '../crypto/random-token.js';
import { InvalidCheck } from '../errors/internal.errors.js';
import type { SessionContext } from '../request/context/session-context.js';
import { SealedCookieService } from '../request/context/sealed-cookie.service.js';
import { adapterOf } from './call-options.js';

/** Salt for sealing the cookie value. @see docs/design/wire-contract.md 4, 7.5 */
const SALT = 'encodedWebauthnChallenge';

/** A user who is not stored yet. */
export interface NewUser {
  readonly email: string;
  readonly name?: string | null;
  readonly image?: string | null;
}

/** The user to register. */
export interface RegisterData extends Partial<NewUser> {
  /** Id of the session's user, or else the id for a new user. */
  readonly id: string;
}

/** The data that is stored with a challenge. */
export interface ChallengeFacts {
  /** For a registration only. */
  readonly registerData?: RegisterData;
  /** Whether `registerData` is the user of the session or a new one. */
  readonly registers?: 'session' | 'new';
  /** SHA-256 of the id of the user whose credentials are accepted; absent if any user's are. */
  readonly allowed?: string;
}

/** An issued challenge in base64url, and its data. */
export interface Challenge extends ChallengeFacts {
  readonly challenge: string;
}

/**
 * Issues challenges: 32 random bytes in a sealed cookie. Each can be used once, across all
 * instances if the adapter has `spendOnce`.
 * @see WebAuthn section 13.4.3
 */
@Injectable()
export class WebAuthnChallengeService {
  constructor(private readonly sealed: SealedCookieService) {}

  /** Replaces the challenge that the browser has, if any. */
  async issue(ctx: SessionContext, provider: string, facts: ChallengeFacts): Promise<string> {
    const challenge = randomToken('base64url');
    const value = await this.sealed.seal(ctx, SALT, { challenge, ...facts });
    await this.sealed.write(ctx, ctx.cookieDefinitions.webauthnChallenge, { value, provider });
    return challenge;
  }

  /**
   * Reads the browser's challenge, and clears its cookie in any case.
   * @throws {InvalidCheck} when this provider has no challenge that can be read
   */
  take(ctx: SessionContext, provider: string): Challenge {
    const value = this.sealed.take(ctx, ctx.cookieDefinitions.webauthnChallenge, provider);
    const claims = this.sealed.open(ctx, SALT, value);
    if (!isChallenge(claims))
      throw new InvalidCheck('the cookie of the challenge is missing, expired or invalid');
    return claims;
  }

  /**
   * Marks the challenge as used. Call this only after a response was verified, so that wrong
   * responses do not fill the table.
   * @throws {InvalidCheck} when the challenge was used before
   */
  async spend(ctx: SessionContext, { challenge }: Challenge): Promise<void> {
    const adapter = adapterOf(ctx);
    if (!adapter.has('spendOnce')) return;
    const expires = new Date(Date.now() + CHECK_MAX_AGE * 1000);
    if (await adapter.spendOnce({ key: `webauthn:${challenge}`, expires })) return;
    throw new InvalidCheck('the challenge was used before');
  }
}

/** Whether it is a challenge. It was sealed by us, so its other members need no check. */
function isChallenge(claims: object | null): claims is Challenge {
  return claims !== null && 'challenge' in claims && typeof claims.challenge === 'string';
}
