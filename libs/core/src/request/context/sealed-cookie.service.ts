import { Injectable } from '@nestjs/common';
import type { CookieDefinition } from '../../cookies/cookie-definition.js';
import { CHECK_MAX_AGE } from '../../cookies/default-cookies.js';
import { KeyringService } from '../../crypto/keyring.service.js';
import { openJwe } from '../../crypto/open-jwe.js';
import { sealJwe } from '../../crypto/seal-jwe.js';
import { isCurrent, isFromFuture } from '../../crypto/token-times.js';
import { InvalidCheck } from '../../errors/internal.errors.js';
import { reportMismatch, reportUnopened } from '../../logging/other-instances.js';
import type { SessionContext } from './session-context.js';

/** One of several cookies of a kind, as returned by {@link SealedCookieService.newest}. */
export interface NamedCookie {
  readonly name: string;
  /** Null if the cookie was not sealed by us for this name, is too old, or was not opened. */
  readonly claims: Record<string, unknown> | null;
}

/** Maximum number of cookies that are opened, since any site can plant hundreds of them. */
const LOOKED_AT = 6;
/** The part of such a cookie's name after the kind. */
const NAMED = /^\.[0-9a-f]{16}$/;

/**
 * Cookies that carry a check value from the start of a sign-in to its end. If a kind has a single
 * cookie, its key is derived from the cookie's name, so that it never opens as another cookie or a
 * session. If a kind has several, they share one key and contain their names, so that no key is
 * derived from a name that a client chose.
 * @see docs/design/wire-contract.md 3.2
 */
@Injectable()
export class SealedCookieService {
  constructor(private readonly keyrings: KeyringService) {}

  /** Seals claims for a purpose. @param life - in seconds */
  seal(
    ctx: SessionContext,
    salt: string,
    claims: Record<string, unknown>,
    life = CHECK_MAX_AGE,
  ): Promise<string> {
    return sealJwe(claims, this.keyrings.get(ctx.config.jwt.secrets, salt), life);
  }

  /** @returns null if the value was not sealed by us for this purpose, or is too old */
  open(ctx: SessionContext, salt: string, sealed: string): Record<string, unknown> | null {
    const keyring = this.keyrings.get(ctx.config.jwt.secrets, salt);
    const opened = openJwe(sealed, keyring);
    const now = Math.floor(Date.now() / 1000);
    if (opened && isCurrent(opened.claims, now)) return opened.claims;
    if (!opened) reportUnopened(ctx.config, sealed, keyring);
    else if (isFromFuture(opened.claims, now)) reportMismatch(ctx.config, 'clock-behind');
    return null;
  }

  /**
   * Seals the claims of one of several cookies of a kind.
   * @param kind - the common prefix of their names
   */
  sealNamed(
    ctx: SessionContext,
    { kind, name }: { kind: string; name: string },
    claims: Record<string, unknown>,
  ): Promise<string> {
    return this.seal(ctx, saltOf(kind), { ...claims, id: idOf(kind, name) });
  }

  /** @returns null if {@link sealNamed} did not seal the value for this name, or it is too old */
  openNamed(
    ctx: SessionContext,
    { kind, name }: { kind: string; name: string },
    sealed: string,
  ): Record<string, unknown> | null {
    const claims = this.open(ctx, saltOf(kind), sealed);
    return claims?.['id'] === idOf(kind, name) ? claims : null;
  }

  /**
   * Returns the cookies of a kind, newest first; browsers send them in the reverse order. Only the
   * newest few are opened.
   */
  newest(ctx: SessionContext, kind: string): NamedCookie[] {
    return ctx.cookies
      .find(kind)
      .filter(({ suffix, value }) => NAMED.test(suffix) && value !== '')
      .reverse()
      .map(({ suffix, value }, index) => {
        const name = kind + suffix;
        const claims = index < LOOKED_AT ? this.openNamed(ctx, { kind, name }, value) : null;
        return { name, claims };
      });
  }

  /** Writes a sealed cookie for one provider. @param claims - the whole content of the cookie */
  async write(
    ctx: SessionContext,
    definition: CookieDefinition,
    claims: { value: string; provider: string; attempt?: string },
  ): Promise<void> {
    const expires = new Date(Date.now() + CHECK_MAX_AGE * 1000);
    ctx.cookies.set(definition, await this.seal(ctx, definition.name, claims), { expires });
  }

  /**
   * Reads a sealed cookie, and clears it: a check is used once, whether it succeeds or not.
   * @throws {InvalidCheck} if the cookie is missing, altered, too old, or for another provider
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

/** No cookie has this name, so a cookie sealed for its own name does not open as one of these. */
function saltOf(kind: string): string {
  return `${kind}.*`;
}

/** The part of a name after the kind. The kind is already in the salt; cookies must be small. */
function idOf(kind: string, name: string): string {
  return name.slice(kind.length + 1);
}
