import { Injectable } from '@nestjs/common';
import type { SessionPage } from '../../adapter/adapter-inputs.js';
import { ownUserProviders } from '../../config/own-users.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { AuthError } from '../../errors/auth.error.js';
import { UnsupportedStrategy } from '../../errors/configuration.errors.js';
import { AdapterError } from '../../errors/internal.errors.js';
import type { EventContext } from '../../events/events.service.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { CurrentSessionService } from '../../session/current/current-session.service.js';
import { endAccess, type EndedSessions } from '../../session/records/end-access.js';
import { type ListedSession, type SessionOwner } from '../../session/records/listed-session.js';
import { refreshRecorded } from '../../session/records/registry-directory.js';
import { RevokedSessionsService } from '../../session/records/revoked-sessions.service.js';
import { sessionDirectory } from '../../session/records/session-directory.js';
import {
  publicSessionId,
  type SessionSummary,
  toSessionSummaries,
} from '../../session/records/session-summary.js';
import { storesAccessEnd } from '../../session/records/stores-access-end.js';
import { isOwnUserKey, ownUserKey } from '../../session/token/own-user.js';
import { readPage, type SessionCursor } from './session-cursor.js';

/** The most rounds of deleting sessions that change their token meanwhile. */
const MOST_ROUNDS = 10;

/** The most sessions in one list. */
const PAGE = 100;

/** A page of a list of sessions. */
export interface SessionList {
  readonly items: SessionSummary[];
  /** Pass it as `after` for the next page; absent on the last one. */
  readonly next?: string;
}

/** The user whose sessions are listed or ended, and the current session. */
export interface Asker extends EventContext {
  readonly userId: string;
  readonly session?: SessionOwner;
  /** Set if it is about a user of the adapter, whatever ids the list of the application has. */
  readonly isStored?: true;
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
    const session = await this.sessions.owner(ctx);
    const { config, logger } = ctx;
    return session && { ctx, config, logger, userId: session.userId, session };
  }

  /** Lists a page of the sessions that have not ended, newest sign-in first. */
  async list(asker: Asker, cursor?: SessionCursor): Promise<SessionList> {
    const { shown, next } = await readPage((page) => liveOf(asker, page), PAGE, cursor);
    const items = await toSessionSummaries(shown, asker.session?.key);
    return { items, ...(next !== undefined && { next }) };
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
   * @returns the number of listed sessions that ended; null if the session of the request ended
   * meanwhile
   */
  async revokeOthers(asker: Asker): Promise<number | null> {
    const { ctx, config, userId, session } = asker;
    if (config.session.strategy === 'database') return this.deleteOthers(asker);
    const ended = await endAccess(config, userId, session);
    if (!ended) return null;
    const others = ended.listed.filter(({ key }) => key !== session?.key);
    const ids = others.map(({ key }) => publicSessionId(key));
    if (ids.length > 0) await this.revoked.report(asker, userId, { count: ids.length, ids });
    // After the listeners, which take time: a sign-out meanwhile ends the session.
    return ctx && !(await this.goOn(ctx, ended)) ? null : ids.length;
  }

  /**
   * Deletes the other stored sessions, until none is found: a session that is being replaced by one
   * with a new token is stored again before it is deleted, and refused after it is.
   */
  private async deleteOthers(asker: Asker): Promise<number | null> {
    const { config, userId, session } = asker;
    for (let count = 0, round = 1; round <= MOST_ROUNDS; round += 1) {
      const live = await sessionDirectory(config).list(userId);
      const others = live.filter(({ key }) => key !== session?.key);
      if (others.length === live.length) return null;
      if (others.length === 0) return count;
      count += await this.revoked.end(asker, userId, others);
    }
    throw new AdapterError('sessions of the user are replaced faster than they can be ended');
  }

  /** Ends all sessions, including that of the request. @returns the number of listed sessions */
  async revokeAll(asker: Asker): Promise<number> {
    const { config, userId } = asker;
    const keys = keysOf(asker);
    if (!storesAccessEnd(config)) sessionDirectory(config);
    assertPlaces(config, keys);
    let count = 0;
    for (const key of keys) {
      count += (await endAccess(config, key))?.listed.length ?? 0;
    }
    await this.revoked.report(asker, userId, { count, ids: 'all' });
    return count;
  }

  /**
   * Ends all sessions, and every sign-in in progress unless it can be verified again.
   * @param going - the request whose session goes on, or that is about to open one
   * @throws {UnsupportedStrategy} if there is no place for it
   * @returns false if the session of the request ended meanwhile
   */
  async endAccess(
    { userId, ...asker }: Omit<Asker, 'ctx' | 'session'>,
    going?: { readonly ctx: SessionContext; readonly isSigningIn: boolean },
  ): Promise<boolean> {
    const { config } = asker;
    if (!storesAccessEnd(config) && !config.session.registry)
      throw new UnsupportedStrategy(NOWHERE);
    const keys = keysOf({ ...asker, userId });
    assertPlaces(config, keys);
    if (going && !going.isSigningIn) {
      const over = await this.sessions.overUserId(going.ctx);
      if (over !== null && keys.includes(over)) return false;
    }
    const current = going && !going.isSigningIn && (await this.sessions.owner(going.ctx));
    const session = current && keys.includes(current.userId) ? current : undefined;
    let latest: EndedSessions | undefined;
    for (const key of session ? [session.userId] : keys) {
      const ended = await endAccess(config, key, session);
      if (ended === null) return false;
      if (ended && !(latest && latest.end > ended.end)) latest = ended;
    }
    if (!latest) throw new AuthError('SessionService.endAccess: the adapter has no such user');
    await this.revoked.report(asker, userId, { ids: 'all' });
    if (session && going) return this.goOn(going.ctx, latest);
    if (going?.isSigningIn) going.ctx.startAfter(latest.end);
    return true;
  }

  /** Lets the session of a request start after the end of the others. @returns false if it ended */
  private goOn(ctx: SessionContext, { end }: EndedSessions): Promise<boolean> {
    ctx.startAfter(end);
    return this.sessions.reissue(ctx);
  }

  /** Refreshes stateless sessions; database sessions read the stored user on each request. */
  async refresh(asker: Asker): Promise<void> {
    if (asker.config.session.strategy !== 'jwt') return;
    for (const key of keysOf(asker)) await refreshRecorded(asker.config, key);
  }
}

const NOWHERE =
  'SessionService.endAccess: nothing can store when access ended: give the users of the adapter the ' +
  'column `accessEndedAt`, or set `session.revocation` to a registry such as TypeOrmSessionRegistry';

/** @throws {UnsupportedStrategy} if one of them is of a user whose end nothing can store */
function assertPlaces(config: ResolvedAuthConfig, keys: readonly string[]): void {
  const { strategy, registry } = config.session;
  if (strategy === 'database' || registry || !keys.some(isOwnUserKey)) return;
  throw new UnsupportedStrategy(
    'the id may be one of your own users (a Credentials provider without `usersOfAdapter`), whose stateless sessions can only be ended in a registry: set `session.revocation`',
  );
}

/**
 * Returns the keys of a user. A request has one. An id from the application may be that of a user
 * of the adapter or of its own list, and whoever it is must be signed out.
 */
function keysOf({ ctx, isStored, config, userId }: Asker): string[] {
  const { strategy, registry } = config.session;
  // Without a registry nothing ends sessions of the list, but those of the adapter's user must end.
  const isAlone = isStored && !registry;
  const isOne = ctx || isAlone || strategy === 'database' || !ownUserProviders(config).length;
  return isOne ? [userId] : [userId, ownUserKey(userId)];
}

async function liveOf(asker: Asker, page?: SessionPage): Promise<ListedSession[]> {
  const directory = sessionDirectory(asker.config);
  const lists: ListedSession[] = [];
  for (const key of keysOf(asker)) lists.push(...(await directory.list(key, page)));
  return lists;
}
