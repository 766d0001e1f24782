import { Injectable } from '@nestjs/common';
import { accessEnd } from '../../adapter/access-end.js';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import { SignOutError } from '../../errors/internal.errors.js';
import { toError } from '../../errors/to-error.js';
import { EventsService } from '../../events/events.service.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type { Session } from '../../model/session.js';
import type { SessionOwner } from '../records/listed-session.js';
import { isDate } from '../records/session-extension.js';
import { dueChange } from '../records/new-session-facts.js';
import { assertAccess } from '../strategy/access-ended.js';
import { DatabaseOpeningService } from './database-opening.service.js';
import { SharedExtensions } from './shared-extensions.js';
import { presentedTokens } from './presented-tokens.js';
import type {
  Audience,
  SessionStrategy,
  SessionUpdate,
  SignedIn,
} from '../strategy/session-strategy.port.js';
import { storedProof } from '../token/proof-claims.js';
import { viewSession } from '../strategy/session-view.js';
import {
  adapterOf,
  attempt,
  type StoredSession,
  StoredSessionService,
} from './stored-session.service.js';

/**
 * Database sessions: the cookie contains a random token, the table everything else.
 * @see docs/design/wire-contract.md D-9, 8.2; docs/design/decisions.md 2, 3, 6
 */
@Injectable()
export class DatabaseSessionStrategy implements SessionStrategy {
  private readonly extensions = new SharedExtensions();

  constructor(
    private readonly stored: StoredSessionService,
    private readonly opening: DatabaseOpeningService,
    private readonly events: EventsService,
  ) {}

  async read(
    ctx: SessionContext,
    audience: Audience,
    update?: SessionUpdate,
  ): Promise<Session | null> {
    const found = await this.stored.find(ctx);
    if (!found) return null;
    const expires = await this.extend(ctx, found);
    if (!expires) return null;
    const { user } = found;
    const callback = update
      ? { user, newSession: update.data, trigger: 'update' as const }
      : { user };
    const session = await viewSession(
      ctx,
      {
        user,
        expires: expires.toISOString(),
        key: found.stored,
        proof: () => storedProof(found.session),
        callback,
      },
      audience,
    );
    await this.events.emit(ctx, 'session', { session });
    return session;
  }

  open(ctx: SessionContext, signedIn: SignedIn): Promise<string> {
    return this.opening.open(ctx, signedIn);
  }

  async assertAccess(ctx: SessionContext, user: AdapterUser): Promise<void> {
    assertAccess(ctx, user);
  }

  async close(ctx: SessionContext): Promise<void> {
    if (ctx.carrier.present().names.length === 0) return;
    const tokens = presentedTokens(ctx);
    if (tokens.length === 0) return ctx.carrier.clear();
    try {
      const session = await this.stored.removeAll(ctx, tokens);
      ctx.carrier.clear();
      ctx.logger.info('signed out', { userId: session?.userId });
      await this.events.emit(ctx, 'signOut', { session });
    } catch (thrown) {
      // A sign-out must not be reported while the row still exists.
      // @see docs/design/security-bar.md D05
      throw new SignOutError('the session could not be deleted', { err: toError(thrown) });
    }
  }

  async currentUser(ctx: SessionContext): Promise<AdapterUser | null> {
    return (await this.stored.find(ctx))?.user ?? null;
  }

  async currentUserId(ctx: SessionContext): Promise<string | null> {
    return (await this.currentUser(ctx))?.id ?? null;
  }

  async owner(ctx: SessionContext): Promise<SessionOwner | null> {
    const found = await this.stored.find(ctx);
    if (!found) return null;
    const { createdAt } = found.session;
    const startedAt = isDate(createdAt) ? createdAt : undefined;
    return { userId: found.user.id, key: found.stored, startedAt };
  }

  /** Always null: a session that has ended looks like one that never existed. */
  async overUserId(): Promise<null> {
    return null;
  }

  /** Does nothing: the row that goes on was spared, or moved behind the end in the same step. */
  async reissue(): Promise<true> {
    return true;
  }

  /**
   * Extends a session that is due, and returns its end.
   * @returns null if the session ended during this request. Its cookie is not cleared, since a
   * sign-in that replaced the session may have set a new one.
   */
  private async extend(
    ctx: SessionContext,
    { token, stored, session, user }: StoredSession,
  ): Promise<Date | null> {
    const due = dueChange(ctx, session);
    if (!due || ctx.readOnly) return session.expires;
    // A start that is corrected must not end the session: all access may have ended by that clock.
    const ended = accessEnd(user);
    if (due.createdAt && due.createdAt.getTime() <= ended) due.createdAt = new Date(ended + 1);
    const adapter = adapterOf(ctx);
    const extending = this.extensions.run(adapter.origin, stored, async () => {
      const updated = await adapter.updateSession({ sessionToken: stored, ...due });
      return updated === null ? null : (due.expires ?? session.expires);
    });
    const end = await attempt(ctx, extending, 'the session was not extended');
    if (end === undefined) return session.expires;
    if (end && due.expires) ctx.carrier.write(token, end);
    return end;
  }
}
