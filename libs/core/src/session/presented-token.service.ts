import { Injectable } from '@nestjs/common';
import type { OpenedToken } from '../crypto/open-jwe.js';
import type { SessionContext } from '../exchange/session-context.js';
import { type MaybePromise, whenReady } from '../model/maybe-promise.js';
import { newerClaims } from '../session-token/newer-claims.js';
import {
  clearOthers,
  clearSessionCookie,
  findSessionCookie,
  type PresentedSession,
} from './session-cookie.js';
import { SessionTokenService } from '../session-token/session-token.service.js';
import { isOver } from '../session-token/token-life.js';

/**
 * Finds the stateless session in a request, whether in one cookie or in parts.
 * @see docs/design/wire-contract.md 8.1
 */
@Injectable()
export class PresentedTokenService {
  constructor(private readonly tokens: SessionTokenService) {}

  /** Returns the token of the request, and clears the cookies of an ended session. */
  find(ctx: SessionContext): MaybePromise<OpenedToken | null> {
    const presented = findSessionCookie(ctx);
    if (presented.names.length === 0) return null;
    const [first, second] = presented.forms;
    if (!first) return choose(ctx, presented, [null, null]);
    return whenReady(this.tokens.open(ctx, first.value), (one) =>
      second
        ? whenReady(this.tokens.open(ctx, second.value), (other) =>
            choose(ctx, presented, [one, other]),
          )
        : choose(ctx, presented, [one, null]),
    );
  }
}

/** Chooses between the whole cookie and the one in parts. */
function choose(
  ctx: SessionContext,
  { forms: [first, second], names }: PresentedSession,
  [one, other]: readonly [OpenedToken | null, OpenedToken | null],
): OpenedToken | null {
  // It may belong to another realm: on a shared host, clearing it would sign the user out there.
  if (first && !one && !other && ctx.config.realm !== '') return null;
  const claims = other ? newerClaims(one?.claims ?? null, other.claims) : (one?.claims ?? null);
  const chosen = claims && claims === one?.claims ? one : claims && other;
  if (!chosen || isOver(ctx.config, chosen.claims)) {
    clearSessionCookie(ctx);
    return null;
  }
  if (names.length > 1) {
    const kept = chosen === one ? first : second;
    clearOthers(ctx, ctx.cookieDefinitions.sessionToken, new Set(kept?.names));
  }
  return chosen;
}
