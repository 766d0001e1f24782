import { Injectable } from '@nestjs/common';
import { ownUserProviders } from '../config/own-users.js';
import type { EventContext } from '../events/events.service.js';
import type { SessionContext } from '../exchange/session-context.js';
import { CurrentSessionService } from '../session/current-session.service.js';
import { type ListedSession, newestFirst } from '../session-records/listed-session.js';
import { refreshRecorded } from '../session-records/recorded-sessions.js';
import { RevokedSessionsService } from '../session-records/revoked-sessions.service.js';
import { sessionDirectory } from '../session-records/session-directory.js';
import {
  publicSessionId,
  type SessionSummary,
  toSessionSummaries,
} from '../session-records/session-summary.js';
import { ownUserKey } from '../session-token/own-user.js';

/** The user whose sessions are listed or ended, and the key of the current session. */
export interface Asker extends EventContext {
  readonly userId: string;
  readonly current?: string;
  /** When the current session began, if its store compares it with the end of all sessions. */
  readonly startedAt?: Date;
  /** The request, if there is one. */
  readonly ctx?: SessionContext;
}

/**
 * Lists and ends the sessions of one user.
 * @throws {UnsupportedStrategy} from every method if sessions are stateless, without a registry
 * @throws {MissingAdapterMethods} if the adapter cannot list database sessions
 * @throws {AdapterError} from every method if the store fails
 */
@Injectable()
export class UserSessionsService {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly revoked: RevokedSessionsService,
  ) {}

  /** Returns the user of a request; null if it has no session. */
  async askerOf(ctx: SessionContext): Promise<Asker | null> {
    sessionDirectory(ctx.config);
    const owner = await this.sessions.owner(ctx);
    if (!owner) return null;
    const { config, logger } = ctx;
    const { userId, key: current, startedAt } = owner;
    return { ctx, config, logger, userId, current, startedAt };
  }

  /** Lists the sessions that have not ended, newest sign-in first. */
  async list(asker: Asker): Promise<SessionSummary[]> {
    return toSessionSummaries(newestFirst(await liveOf(asker)), asker.current);
  }

  /** Ends one session. @returns false if the user has no such session */
  async revoke(asker: Asker, id: string): Promise<boolean> {
    const live = await liveOf(asker);
    const session = live.find(({ key }) => publicSessionId(key) === id);
    if (session) await this.revoked.end(asker, asker.userId, [session]);
    return session !== undefined;
  }

  /**
   * Ends all sessions except that of the request. Stateless sessions are ended by one entry for the
   * user, which includes sessions that are not listed. The session of the request therefore
   * continues with a new id, and copies of its old token are refused.
   * @returns the number of listed sessions that ended; null, having ended none, if the session of
   * the request ended meanwhile
   */
  async revokeOthers(asker: Asker): Promise<number | null> {
    const { ctx, config, userId, current, startedAt } = asker;
    const live = await sessionDirectory(config).list(userId);
    const others = live.filter(({ key }) => key !== current);
    if (config.session.strategy === 'database') return this.revoked.end(asker, userId, others);
    const end = await sessionDirectory(config).endAll(userId, live, startedAt);
    if (end === null) return null;
    ctx?.startAfter(end);
    if (ctx) await this.sessions.reissue(ctx, live.find(({ key }) => key === current)?.provider);
    const ids = others.map(({ key }) => publicSessionId(key));
    if (ids.length > 0) await this.revoked.report(asker, userId, { count: ids.length, ids });
    return ids.length;
  }

  /** Ends all sessions, including that of the request. @returns the number of listed sessions */
  async revokeAll(asker: Asker): Promise<number> {
    const { config, userId } = asker;
    const directory = sessionDirectory(config);
    let count = 0;
    for (const key of keysOf(asker)) {
      const live = await directory.list(key);
      await directory.endAll(key, live);
      count += live.length;
    }
    await this.revoked.report(asker, userId, { count, ids: 'all' });
    return count;
  }

  /** Refreshes stateless sessions; database sessions read the stored user on each request. */
  async refresh(asker: Asker): Promise<void> {
    if (asker.config.session.strategy !== 'jwt') return;
    for (const key of keysOf(asker)) await refreshRecorded(asker.config, key);
  }
}

/**
 * Returns the keys of a user. A request has one. An id from the application may be that of a user
 * of the adapter or of its own list, and whoever it is must be signed out.
 */
function keysOf({ ctx, config, userId }: Asker): string[] {
  const isOne = ctx || config.session.strategy === 'database' || !ownUserProviders(config).length;
  return isOne ? [userId] : [userId, ownUserKey(userId)];
}

async function liveOf(asker: Asker): Promise<ListedSession[]> {
  const directory = sessionDirectory(asker.config);
  const lists: ListedSession[] = [];
  for (const key of keysOf(asker)) lists.push(...(await directory.list(key)));
  return lists;
}
