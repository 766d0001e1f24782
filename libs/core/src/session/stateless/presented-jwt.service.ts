import { Injectable } from '@nestjs/common';
import type { OpenedToken } from '../../crypto/open-jwe.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { type MaybePromise, whenReady } from '../../model/maybe-promise.js';
import type { JWT } from '../../model/jwt.js';
import { newestClaims } from '../token/newest-claims.js';
import { RepeatedCookieService } from '../strategy/repeated-cookie.service.js';
import type {
  PresentedSession,
  SessionCookieForm,
} from '../../request/carrier/session-carrier.port.js';
import { SessionTokenService } from '../token/session-token.service.js';
import { isOver } from '../token/token-life.js';

/**
 * Finds the stateless session in a request, whether in one cookie or in parts.
 * @see docs/design/wire-contract.md 8.1
 */
@Injectable()
export class PresentedJwtService {
  constructor(
    private readonly tokens: SessionTokenService,
    private readonly repeated: RepeatedCookieService,
  ) {}

  /** Returns the token of the request, and clears the cookies of an ended session. */
  find(ctx: SessionContext): MaybePromise<OpenedToken | null> {
    const presented = ctx.carrier.present();
    if (presented.names.length === 0) return null;
    const [first, ...others] = presented.forms;
    if (!first) return this.choose(ctx, presented, []);
    const opening = this.tokens.open(ctx, first.value);
    if (others.length === 0) return whenReady(opening, (one) => this.choose(ctx, presented, [one]));
    return this.openAll(ctx, presented.forms).then((all) => this.choose(ctx, presented, all));
  }

  /** Returns the claims of every session in the request, to end them all. */
  async findAll(ctx: SessionContext): Promise<JWT[]> {
    const opened = await this.openAll(ctx, ctx.carrier.presentAll());
    const claims = opened.flatMap((one) => (one ? [one.claims] : []));
    return claims.filter((one) => !isOver(ctx.config, one));
  }

  private async openAll(
    ctx: SessionContext,
    forms: readonly SessionCookieForm[],
  ): Promise<(OpenedToken | null)[]> {
    const opened: (OpenedToken | null)[] = [];
    for (const { value } of forms) opened.push(await this.tokens.open(ctx, value));
    return opened;
  }

  /** Chooses between the whole cookie and the one in parts, or values under one name. */
  private choose(
    ctx: SessionContext,
    { forms, names, isRepeated }: PresentedSession,
    all: readonly (OpenedToken | null)[],
  ): OpenedToken | null {
    const opened = all.filter((one) => one !== null);
    // It may belong to another realm: on a shared host, clearing it would sign the user out there.
    if (forms.length > 0 && opened.length === 0 && ctx.config.realm !== '') return null;
    if (isRepeated && opened.length > 0) this.repeated.report(ctx, opened.length);
    const newest = newestClaims(opened.map(({ claims }) => claims));
    const chosen = opened.find(({ claims }) => claims === newest);
    if (!chosen || isOver(ctx.config, chosen.claims)) {
      ctx.carrier.clear();
      return null;
    }
    if (names.length > 1) {
      const kept = forms[all.indexOf(chosen)];
      ctx.carrier.clear(new Set(kept?.names));
    }
    return chosen;
  }
}
