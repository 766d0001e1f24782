import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import type { OpenedToken } from '../../crypto/open-jwe.js';
import { SignOutError } from '../../errors/internal.errors.js';
import { toError } from '../../errors/to-error.js';
import { EventsService } from '../../events/events.service.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { FeaturesService } from '../../feature-port/features.service.js';
import { type MaybePromise, whenReady } from '../../model/maybe-promise.js';
import type { JWT } from '../../model/jwt.js';
import type { Session } from '../../model/session.js';
import type { SessionOwner } from '../records/listed-session.js';
import { hasSessionId, sessionIdOf, startOfSession } from '../records/session-id.js';
import { isOwnUser, userKeyOf } from '../token/own-user.js';
import { isDue } from '../token/token-life.js';
import { assertAccess } from '../strategy/access-ended.js';
import { JwtOpeningService } from './jwt-opening.service.js';
import { JwtRenewalService } from './jwt-renewal.service.js';
import { JwtRevocationService } from './jwt-revocation.service.js';
import { JwtViewService } from './jwt-view.service.js';
import { PresentedJwtService } from './presented-jwt.service.js';
import type {
  Audience,
  SessionStrategy,
  SessionUpdate,
  SignedIn,
} from '../strategy/session-strategy.port.js';
import { isOverFor, isUserGone } from './user-gone.js';

/**
 * Stateless sessions: the cookie contains the encrypted session.
 * @see docs/design/wire-contract.md 8.1; docs/design/decisions.md 7
 */
@Injectable()
export class JwtSessionStrategy implements SessionStrategy {
  constructor(
    private readonly presented: PresentedJwtService,
    private readonly opening: JwtOpeningService,
    private readonly renewal: JwtRenewalService,
    private readonly revocations: JwtRevocationService,
    private readonly view: JwtViewService,
    private readonly events: EventsService,
    private readonly features: FeaturesService,
  ) {}

  read(
    ctx: SessionContext,
    audience: Audience,
    update?: SessionUpdate,
  ): MaybePromise<Session | null> {
    return whenReady<OpenedToken | null, Session | null>(this.presented.find(ctx), (opened) => {
      if (!opened) return null;
      const { callbacks, session } = ctx.config;
      const isChecked = this.features.reads(ctx.config, { claims: opened.claims });
      const plain = !callbacks.jwt && !update && !session.revocation && !isChecked;
      return plain && !isDue(ctx.config, opened)
        ? this.view.show(ctx, opened.claims, { audience })
        : this.renewal.renew(ctx, opened, { audience, update });
    });
  }

  open(ctx: SessionContext, signedIn: SignedIn): Promise<string | undefined> {
    return this.opening.open(ctx, signedIn);
  }

  reissue(ctx: SessionContext): Promise<boolean> {
    return this.opening.reissue(ctx);
  }

  async assertAccess(ctx: SessionContext, user: AdapterUser): Promise<void> {
    assertAccess(ctx, user);
    await this.revocations.assertAccess(ctx, { sub: user.id });
  }

  async close(ctx: SessionContext): Promise<void> {
    if (ctx.carrier.present().names.length === 0) return;
    const opened = await this.presented.find(ctx);
    const all = await this.presented.findAll(ctx);
    try {
      for (const claims of all) await this.revocations.revoke(ctx, claims);
    } catch (thrown) {
      throw new SignOutError('the session could not be revoked', { err: toError(thrown) });
    }
    ctx.carrier.clear();
    if (opened && !ctx.carrier.present().isRepeated) ctx.carrier.clearFormer();
    const token = opened?.claims ?? all[0] ?? null;
    ctx.logger.info('signed out', { userId: token?.sub });
    await this.events.emit(ctx, 'signOut', { token: structuredClone(token) });
  }

  async currentUser(ctx: SessionContext): Promise<AdapterUser | null> {
    const opened = await this.presented.find(ctx);
    const sub = opened?.claims.sub;
    if (!opened || !ctx.config.adapter || typeof sub !== 'string' || sub === '') return null;
    if (isOwnUser(opened.claims)) return null;
    if (await this.revocations.isRevoked(ctx, opened.claims)) return null;
    const user = await ctx.config.adapter.getUser(sub);
    return user && !isOverFor(opened.claims, user) ? user : null;
  }

  async currentUserId(ctx: SessionContext): Promise<string | null> {
    const opened = await this.presented.find(ctx);
    if (!opened || (await this.isOver(ctx, opened.claims))) return null;
    return userKeyOf(opened.claims) ?? null;
  }

  /** The key is the session's id in the registry. */
  async owner(ctx: SessionContext): Promise<SessionOwner | null> {
    const opened = await this.presented.find(ctx);
    const claims = opened?.claims ?? {};
    const userId = userKeyOf(claims);
    const key = sessionIdOf(claims);
    if (!opened || userId === undefined || key === undefined) return null;
    if (await this.isOver(ctx, opened.claims)) return null;
    const startedAt = startOfSession(claims);
    return { userId, key, startedAt, ...(!hasSessionId(claims) && { startMoves: true }) };
  }

  async overUserId(ctx: SessionContext): Promise<string | null> {
    const opened = await this.presented.find(ctx);
    if (!opened || !(await this.isOver(ctx, opened.claims))) return null;
    return userKeyOf(opened.claims) ?? null;
  }

  private async isOver(ctx: SessionContext, claims: JWT): Promise<boolean> {
    return (await this.revocations.isRevoked(ctx, claims)) || isUserGone(ctx, claims);
  }
}
