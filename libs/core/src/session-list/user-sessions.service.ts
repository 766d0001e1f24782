import { Injectable } from '@nestjs/common';
import type { EventContext } from '../events/events.service.js';
import type { SessionContext } from '../exchange/session-context.js';
import { CurrentSessionService } from '../session/current-session.service.js';
import { refreshRecorded } from '../session-records/recorded-sessions.js';
import { RevokedSessionsService } from '../session-records/revoked-sessions.service.js';
import { sessionDirectory } from '../session-records/session-directory.js';
import {
  publicSessionId,
  type SessionSummary,
  toSessionSummaries,
} from '../session-records/session-summary.js';

/** The user whose sessions they are, and the key of the current one. */
export interface Asker extends EventContext {
  readonly userId: string;
  readonly current?: string;
  /** The request, if there is one. */
  readonly ctx?: SessionContext;
}

/**
 * The sessions of one person: list, and end.
 * @throws {UnsupportedStrategy} from every method for stateless sessions
 * @throws {MissingAdapterMethods} from every method where the adapter cannot list sessions
 * @throws {AdapterError} from every method when the store fails
 */
@Injectable()
export class UserSessionsService {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly revoked: RevokedSessionsService,
  ) {}

  /** The user who sends a request; null without a session. */
  async askerOf(ctx: SessionContext): Promise<Asker | null> {
    sessionDirectory(ctx.config);
    const owner = await this.sessions.owner(ctx);
    if (!owner) return null;
    const { config, logger } = ctx;
    return { ctx, config, logger, userId: owner.userId, current: owner.key };
  }

  /** Lists the sessions that have not ended, the newest sign-in first. */
  async list({ config, userId, current }: Asker): Promise<SessionSummary[]> {
    const live = await sessionDirectory(config).list(userId);
    return toSessionSummaries(live, current);
  }

  /** @returns false when the person has no such session */
  async revoke(asker: Asker, id: string): Promise<boolean> {
    const live = await sessionDirectory(asker.config).list(asker.userId);
    const session = live.find(({ key }) => publicSessionId(key) === id);
    if (session) await this.revoked.end(asker, asker.userId, [session]);
    return session !== undefined;
  }

  /**
   * Ends all sessions except that of the request. Stateless sessions end by a mark, which also ends
   * sessions that are not listed. The session of the request therefore continues under a new id,
   * and copies of it end.
   * @returns how many of the listed sessions ended
   */
  async revokeOthers(asker: Asker): Promise<number> {
    const { ctx, config, userId, current } = asker;
    const live = await sessionDirectory(config).list(userId);
    const others = live.filter(({ key }) => key !== current);
    if (config.session.strategy === 'database') return this.revoked.end(asker, userId, others);
    await sessionDirectory(config).endAll(userId);
    if (ctx) await this.sessions.reissue(ctx, live.find(({ key }) => key === current)?.provider);
    const ids = others.map(({ key }) => publicSessionId(key));
    if (ids.length > 0) await this.revoked.report(asker, userId, { count: ids.length, ids });
    return ids.length;
  }

  /** Ends all sessions, including that of the request. @returns how many ended */
  async revokeAll(asker: Asker): Promise<number> {
    const { config, userId } = asker;
    const directory = sessionDirectory(config);
    const { length: count } = await directory.list(userId);
    await directory.endAll(userId);
    await this.revoked.report(asker, userId, { count, ids: 'all' });
    return count;
  }

  /** Refreshes stateless sessions; database sessions show the stored user at each request. */
  async refresh({ config, userId }: Asker): Promise<void> {
    if (config.session.strategy === 'jwt') await refreshRecorded(config, userId);
  }
}
