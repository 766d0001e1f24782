import { Injectable } from '@nestjs/common';
import { InvalidRequest, SignOutError } from '../../errors/internal.errors.js';
import { toError } from '../../errors/to-error.js';
import type { Action } from '../../request/context/action.port.js';
import type { ActionContext } from '../../request/context/action-context.js';
import type { ActionResult } from '../../request/context/auth-response.js';
import { CurrentSessionService } from '../../session/current/current-session.service.js';
import { LimitsService } from '../../limits/limits.service.js';
import { afterRevocation, signInFirst } from './sessions-response.js';
import { type Asker, UserSessionsService } from './user-sessions.service.js';

/** Base class of the endpoints that end sessions. */
@Injectable()
abstract class RevokeAction implements Action {
  constructor(
    protected readonly sessions: UserSessionsService,
    private readonly limits: LimitsService,
    private readonly current: CurrentSessionService,
  ) {}

  /**
   * @returns the number of sessions that ended; undefined if the user has no such session, null if
   * the session of the request ended meanwhile
   */
  protected abstract revoke(ctx: ActionContext, asker: Asker): Promise<number | null | undefined>;

  /** @throws {FreshAuthRequired} if `account.freshness.sessions` is set, and the proof is older */
  protected async assertAllowed(ctx: ActionContext): Promise<void> {
    const { sessions } = ctx.config.account.freshness;
    if (sessions > 0) await this.current.assertFresh(ctx, sessions);
  }

  async run(ctx: ActionContext): Promise<ActionResult> {
    const asker = await unlessDown(() => this.sessions.askerOf(ctx));
    if (!asker) return signInFirst(ctx);
    await this.assertAllowed(ctx);
    // Others who hold a session of the user must not keep the user from ending it.
    const everywhere = 'spare';
    await this.limits.count(ctx, { work: 'sessions', identifier: asker.userId, everywhere });
    const ended = await unlessDown(() => this.revoke(ctx, asker));
    return ended === null ? signInFirst(ctx) : afterRevocation(ctx, ended);
  }
}

/** POST sessions/revoke: ends one session of the user. */
@Injectable()
export class RevokeSessionAction extends RevokeAction {
  protected override async revoke(
    { request }: ActionContext,
    asker: Asker,
  ): Promise<number | undefined> {
    const id = request.body?.['id'];
    if (typeof id !== 'string') throw new InvalidRequest('id: expected a string');
    return (await this.sessions.revoke(asker, id)) ? 1 : undefined;
  }
}

/** POST sessions/revoke-others: ends all sessions except that of the request. */
@Injectable()
export class RevokeOtherSessionsAction extends RevokeAction {
  protected override revoke(_ctx: ActionContext, asker: Asker): Promise<number | null> {
    return this.sessions.revokeOthers(asker);
  }
}

/** POST sessions/revoke-all: ends all sessions of the user. */
@Injectable()
export class RevokeAllSessionsAction extends RevokeAction {
  /** Whoever can sign out may do so everywhere. */
  protected override async assertAllowed(): Promise<void> {}

  protected override async revoke(ctx: ActionContext, asker: Asker): Promise<number> {
    const count = await this.sessions.revokeAll(asker);
    ctx.carrier.clear();
    return count;
  }
}

/** Throws if the store fails, so that no page reports a session as ended while it continues. */
async function unlessDown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof InvalidRequest) throw thrown;
    throw new SignOutError('the sessions could not be ended', { err: toError(thrown) });
  }
}
