import { Injectable } from '@nestjs/common';
import type { CookieDefinition } from '../config/cookie-definition.js';
import { CHECK_MAX_AGE } from '../config/default-cookies.js';
import { KeyringService } from '../crypto/keyring.service.js';
import { openJwe } from '../crypto/open-jwe.js';
import { sealJwe } from '../crypto/seal-jwe.js';
import { isCurrent } from '../crypto/token-times.js';
import { InvalidCheck } from '../errors/internal.errors.js';
import type { SessionContext } from './session-context.js';

/**
 * Cookies that carry a check from the start of a sign-in to its end. Their key is derived from the
 * cookie's name, so that one can never pass for another, nor for a session.
 * @see wire contract 3.2
 */
@Injectable()
export class SealedCookieService {
  constructor(private readonly keyrings: KeyringService) {}

  /** Seals claims under a purpose. @param life - seconds */
  seal(
    ctx: SessionContext,
    salt: string,
    claims: Record<string, unknown>,
    life = CHECK_MAX_AGE,
  ): Promise<string> {
    return sealJwe(claims, this.keyrings.get(ctx.config.jwt.secrets, salt), life);
  }

  /** @returns null for anything that was not sealed here for this purpose, or is too old */
  open(ctx: SessionContext, salt: string, sealed: string): Record<string, unknown> | null {
    const opened = openJwe(sealed, this.keyrings.get(ctx.config.jwt.secrets, salt));
    return opened && isCurrent(opened.claims, Math.floor(Date.now() / 1000)) ? opened.claims : null;
  }

  /** Writes a sealed cookie for one provider. @param claims - with what else is to be found in it */
  async write(
    ctx: SessionContext,
    definition: CookieDefinition,
    claims: { value: string; provider: string; attempt?: string },
  ): Promise<void> {
    const expires = new Date(Date.now() + CHECK_MAX_AGE * 1000);
    ctx.cookies.set(definition, await this.seal(ctx, definition.name, claims), { expires });
  }

  /**
   * Reads a sealed cookie, and clears it: a check is used once, whether it holds or not.
   * @throws {InvalidCheck} when it is missing, altered, too old or of another provider
   */
  take(ctx: SessionContext, definition: CookieDefinition, provider: string): string {
    const sealed = ctx.cookies.get(definition.name);
    if (sealed === undefined) throw new InvalidCheck('the check cookie is missing');
    ctx.cookies.delete(definition);
    const claims = this.open(ctx, definition.name, sealed);
    if (typeof claims?.['value'] !== 'string' || claims['value'] === '') {
      throw new InvalidCheck('the check cookie cannot be read');
    }
    if (claims['provider'] !== provider) {
      throw new InvalidCheck('the check cookie belongs to another provider');
    }
    return claims['value'];
  }
}
