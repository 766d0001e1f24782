import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../adapter/adapter.port.js';
import type { OpenedToken } from '../crypto/open-jwe.js';
import { SignOutError } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import { EventsService } from '../events/events.service.js';
import type { SessionContext } from '../exchange/session-context.js';
import type { JWT } from '../model/jwt.js';
import { type MaybePromise, whenReady } from '../model/maybe-promise.js';
import type { Session } from '../model/session.js';
import { ExpiryTexts } from './expiry-texts.js';
import { JwtCallbackService } from './jwt-callback.service.js';
import { JwtRevocationService } from './jwt-revocation.service.js';
import { factsIn, providerFacts, withFacts } from './provider-facts.js';
import { ProviderMarksService } from './provider-marks.service.js';
import { PresentedTokenService } from './presented-token.service.js';
import type { SessionOwner } from './listed-session.js';
import { Renewals, type SealedSession } from './renewals.js';
import { clearSessionCookie, findSessionCookie, writeSessionCookie } from './session-cookie.js';
import type {
  Audience,
  SessionStrategy,
  SessionUpdate,
  SignedIn,
} from './session-strategy.port.js';
import { newSessionId, sessionIdOf } from './session-id.js';
import { type Beginning, SessionRecordsService } from './session-records.service.js';
import { SessionTokenService } from './session-token.service.js';
import { viewSession } from './session-view.js';
import { tokenMembers } from './token-members.js';
import { isBeforeProof, isUnproven, withProofState } from './unproven-session.js';
import { endOfLife, isDue, nowSeconds, sessionEnd, withAuthTime } from './token-life.js';

/**
 * Stateless sessions: the cookie holds the session, encrypted.
 * @see docs/design/wire-contract.md 8.1; docs/design/decisions.md 7
 */
@Injectable()
export class JwtSessionStrategy implements SessionStrategy {
  private readonly expiryTexts = new ExpiryTexts();
  private readonly renewals = new Renewals();

  constructor(
    private readonly presented: PresentedTokenService,
    private readonly tokens: SessionTokenService,
    private readonly callback: JwtCallbackService,
    private readonly revocations: JwtRevocationService,
    private readonly records: SessionRecordsService,
    private readonly marks: ProviderMarksService,
    private readonly events: EventsService,
  ) {}

  read(
    ctx: SessionContext,
    audience: Audience,
    update?: SessionUpdate,
  ): MaybePromise<Session | null> {
    return whenReady<OpenedToken | null, Session | null>(this.presented.find(ctx), (opened) => {
      if (!opened) return null;
      const { callbacks, session } = ctx.config;
      const isMarked = ctx.config.providerNotices === 'on' && factsIn(opened.claims) !== undefined;
      const plain = !callbacks.jwt && !update && !session.revocation && !isMarked;
      if (plain && (ctx.readOnly || !isDue(ctx.config, opened))) {
        return this.show(ctx, opened.claims, {
          audience,
          expires: this.expiresAt(ctx, opened.claims),
        });
      }
      return this.renew(ctx, opened, { audience, update });
    });
  }

  async open(ctx: SessionContext, signedIn: SignedIn): Promise<string | undefined> {
    const { user, account, profile, isNewUser } = signedIn;
    const replaced = await this.presented.find(ctx);
    const token = tokenMembers(user);
    const trigger = isNewUser === true ? 'signUp' : 'signIn';
    const params = { user, account, profile, isNewUser, trigger } as const;
    const claims = await this.callback.atSignIn(ctx, { token, ...params });
    const facts = providerFacts(ctx.config, signedIn.idToken);
    await this.marks.assertAlive(ctx.config, facts);
    if (claims === null) clearSessionCookie(ctx);
    else {
      const { provider } = account;
      const begun = withFacts(await withProofState(ctx, claims, signedIn), facts);
      await this.begin(ctx, begun, { provider, replaced: replaced?.claims });
    }
    // Only now, so that a failure above leaves the browser with the session it had.
    if (replaced) await this.revocations.revoke(ctx, replaced.claims);
    return claims?.sub;
  }

  async close(ctx: SessionContext): Promise<void> {
    if (findSessionCookie(ctx).names.length === 0) return;
    const opened = await this.presented.find(ctx);
    try {
      if (opened) await this.revocations.revoke(ctx, opened.claims);
    } catch (thrown) {
      throw new SignOutError('the session could not be revoked', { err: toError(thrown) });
    }
    clearSessionCookie(ctx);
    ctx.logger.info('signed out', { userId: opened?.claims.sub });
    await this.events.emit(ctx, 'signOut', { token: structuredClone(opened?.claims ?? null) });
  }

  async currentUser(ctx: SessionContext): Promise<AdapterUser | null> {
    const opened = await this.presented.find(ctx);
    const sub = opened?.claims.sub;
    if (!opened || !ctx.config.adapter || typeof sub !== 'string' || sub === '') return null;
    if (await this.revocations.isRevoked(ctx, opened.claims)) return null;
    const user = await ctx.config.adapter.getUser(sub);
    return user && !isBeforeProof(opened.claims, user) ? user : null;
  }

  private async begin(ctx: SessionContext, claims: JWT, beginning: Beginning): Promise<void> {
    const identified = this.revocations.identify(ctx, withAuthTime(ctx.config, claims));
    const { value, expires } = await this.seal(ctx, identified);
    await this.records.begin(ctx, identified, { ...beginning, expires });
    writeSessionCookie(ctx, value, expires);
  }

  /** The registry names them by `sid`. */
  async owner(ctx: SessionContext): Promise<SessionOwner | null> {
    const opened = await this.presented.find(ctx);
    const { sub, ...claims } = opened?.claims ?? {};
    const key = sessionIdOf(claims);
    if (!opened || sub === undefined || key === undefined) return null;
    return (await this.revocations.isRevoked(ctx, opened.claims)) ? null : { userId: sub, key };
  }

  /** A session of another name: what ended all sessions until now has not ended this one. */
  async reissue(ctx: SessionContext, provider?: string | null): Promise<void> {
    const opened = await this.presented.find(ctx);
    // After the mark, which ends what began in its millisecond too.
    const sid = newSessionId(Date.now() + 1);
    if (!opened) return;
    await this.begin(ctx, { ...opened.claims, sid }, { provider, replaced: opened.claims });
  }

  async currentUserId(ctx: SessionContext): Promise<string | null> {
    const opened = await this.presented.find(ctx);
    // Its user is in the adapter, and may have become somebody else's.
    if (opened && isUnproven(opened.claims)) return (await this.currentUser(ctx))?.id ?? null;
    if (!opened || (await this.revocations.isRevoked(ctx, opened.claims))) return null;
    return opened.claims.sub ?? null;
  }

  private async renew(
    ctx: SessionContext,
    opened: OpenedToken,
    { audience, update }: { audience: Audience; update?: SessionUpdate },
  ): Promise<Session | null> {
    const state = await this.revocations.stateOf(ctx, opened.claims);
    if (state === 'revoked') return this.end(ctx);
    const due = state === 'stale' || isDue(ctx.config, opened);
    if (due && (await this.isUserGone(ctx, opened.claims))) return this.end(ctx);
    const claims = await this.callback.refresh(ctx, opened.claims, { update, state });
    if (claims === null) return this.end(ctx);
    const changed = this.callback.hasChanged(opened.claims, claims);
    // A token that is issued again before it is due would otherwise never be looked at.
    if (!due && changed && isUnproven(claims) && (await this.isUserGone(ctx, claims)))
      return this.end(ctx);
    if (ctx.readOnly || (!due && !changed)) {
      return this.show(ctx, claims, {
        audience,
        update,
        expires: this.expiresAt(ctx, opened.claims),
      });
    }
    const identified = this.revocations.identify(
      ctx,
      withAuthTime(ctx.config, claims, opened.claims),
      opened.claims,
    );
    // What the browser asked for must be kept; what only was due may wait.
    const renewed = update
      ? await this.seal(ctx, identified)
      : await this.renewals.attempt(ctx, () => this.seal(ctx, identified));
    const expires = renewed?.expires.toISOString() ?? this.expiresAt(ctx, opened.claims);
    const session = await this.show(ctx, identified, { audience, update, expires });
    // While callbacks ran the session may have ended. Its cookie is left alone: the sign-in that
    // ended it may have set another one since.
    if (await this.revocations.isRevoked(ctx, identified)) return null;
    if (!renewed) return session;
    if (due) await this.records.touch(ctx, identified, renewed.expires);
    writeSessionCookie(ctx, renewed.value, renewed.expires);
    return session;
  }

  /**
   * A session ends at the next refresh where the adapter no longer has its user, or where it began
   * before the owner of the address proved it.
   * @see docs/design/security-bar.md A26, A30
   */
  private async isUserGone({ config }: SessionContext, claims: JWT): Promise<boolean> {
    const { sub } = claims;
    if (!config.adapter || typeof sub !== 'string') return false;
    // With credentials the user may live elsewhere than in the adapter.
    const elsewhere = [...config.providers.values()].some(({ type }) => type === 'credentials');
    if (elsewhere && !isUnproven(claims)) return false;
    const user = await config.adapter.getUser(sub);
    return user === null || isBeforeProof(claims, user);
  }

  private end(ctx: SessionContext): null {
    clearSessionCookie(ctx);
    return null;
  }

  private expiresAt({ config }: SessionContext, claims: JWT): string {
    return this.expiryTexts.of(claims, sessionEnd(config, claims));
  }

  private async seal(ctx: SessionContext, claims: JWT): Promise<SealedSession> {
    const now = nowSeconds();
    const { tokenEnd } = endOfLife(ctx.config, claims, now);
    const value = await this.tokens.seal(ctx, claims, tokenEnd - now);
    return { value, expires: cookieEnd(ctx, claims, now) };
  }

  private show(
    ctx: SessionContext,
    claims: JWT,
    { audience, expires, update }: { audience: Audience; expires: string; update?: SessionUpdate },
  ): MaybePromise<Session> {
    const { sub, name, email, picture } = claims;
    const token = this.told(ctx, claims);
    const facts = {
      user: { id: sub, name, email, image: picture },
      expires,
      callback: update ? { token, newSession: update.data, trigger: 'update' as const } : { token },
    };
    return whenReady(viewSession(ctx, facts, audience), (session) =>
      whenReady(this.events.emit(ctx, 'session', { session, token }), () => session),
    );
  }

  /**
   * Claims that user code gets to see: its own copy, since they may come from a cache.
   * @see docs/design/decisions.md 14
   */
  private told(ctx: SessionContext, claims: JWT): JWT {
    const { jwt, session } = ctx.config.callbacks;
    // The `jwt` callback was given a copy, so what it answered is nobody else's.
    if (jwt || (!session && !this.events.isHeard(ctx, 'session'))) return claims;
    return structuredClone(claims);
  }
}

/** @param issued - seconds since the epoch */
function cookieEnd({ config }: SessionContext, claims: JWT, issued: number): Date {
  return new Date(endOfLife(config, claims, issued).sessionEnd * 1000);
}
