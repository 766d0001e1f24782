import { Injectable, NotFoundException, UnauthorizedException } from '@nestjs/common';
import type { AdapterSession } from './adapter/adapter.port.js';
import { AuthConfigService } from './config/auth-config.service.js';
import { AuthError } from './errors/auth.error.js';
import { type EventContext, EventsService } from './events/events.service.js';
import { AuthContextService } from './exchange/auth-context.service.js';
import type { PlatformRequest } from './exchange/platform-request.js';
import { CurrentSessionService } from './session/current-session.service.js';
import {
  publicSessionId,
  type SessionSummary,
  toSessionSummary,
} from './session/session-summary.js';
import { listingAdapter, liveSessions } from './session/sessions-of-user.js';

/** Whose sessions: those of who is signed in, or for administrators those of any user. */
export type SessionsOf = PlatformRequest | { readonly userId: string };

/** Whose sessions they are, and the id of the one that asks. */
interface Asker extends EventContext {
  readonly userId: string;
  readonly current?: string;
}

/**
 * Where a person is signed in, and the end of it. For database sessions.
 * An id of somebody else's session is not found, as one that does not exist.
 * @throws {UnauthorizedException} from every method when a request has no session
 * @throws {UnsupportedStrategy} from every method for stateless sessions
 * @throws {MissingAdapterMethods} without `listSessionsByUserId` and `deleteSessionsByUserId`
 * @throws {AdapterError} when the store fails: nobody may be told then that a session has ended
 */
@Injectable()
export class SessionService {
  constructor(
    private readonly contexts: AuthContextService,
    private readonly sessions: CurrentSessionService,
    private readonly configs: AuthConfigService,
    private readonly events: EventsService,
  ) {}

  /** Those that have not ended, the newest sign-in first. */
  async list(who: SessionsOf): Promise<SessionSummary[]> {
    const { config, userId, current } = await this.open(who);
    const live = await liveSessions(config, userId);
    return live.map((session) => toSessionSummary(session, current));
  }

  /**
   * Ends one session, for every instance at its next request.
   * @param id - as {@link list} shows it
   * @throws {NotFoundException} when the person has no such session
   */
  async revoke(who: SessionsOf, id: string): Promise<void> {
    const asker = await this.open(who);
    const live = await liveSessions(asker.config, asker.userId);
    const session = live.find((own) => publicSessionId(own) === id);
    if (!session) throw new NotFoundException('there is no such session');
    await this.end(asker, [session]);
  }

  /**
   * Ends all sessions but that of the request.
   * @returns how many ended
   */
  async revokeOthers(request: PlatformRequest): Promise<number> {
    const asker = await this.open(request);
    const live = await liveSessions(asker.config, asker.userId);
    return this.end(
      asker,
      live.filter((own) => publicSessionId(own) !== asker.current),
    );
  }

  /**
   * Ends all sessions, that of the request too, in one statement.
   * @returns how many ended
   */
  async revokeAll(who: SessionsOf): Promise<number> {
    const asker = await this.open(who);
    const { config, userId } = asker;
    const live = await liveSessions(config, userId);
    await listingAdapter(config).deleteSessionsByUserId(userId);
    await this.report(asker, live.length, 'all');
    return live.length;
  }

  private async end(asker: Asker, sessions: readonly AdapterSession[]): Promise<number> {
    const adapter = listingAdapter(asker.config);
    for (const { sessionToken } of sessions) await adapter.deleteSession(sessionToken);
    const ids = sessions.map(publicSessionId);
    if (ids.length > 0) await this.report(asker, ids.length, ids);
    return ids.length;
  }

  private async report(asker: Asker, count: number, ids: readonly string[] | 'all'): Promise<void> {
    const { logger, userId } = asker;
    logger.info('sessions ended', { userId, count });
    await this.events.emit(asker, 'revokeSessions', { userId, ids });
  }

  private async open(who: SessionsOf): Promise<Asker> {
    // A request may have a `userId` too, which some middleware has set: headers tell them apart.
    if ('headers' in who) return this.openRequest(who);
    const config = this.configs.static;
    if (config) return { config, logger: config.logger, userId: idOf(who) };
    throw new AuthError(
      'SessionService: `{ userId }` needs a configuration that is the same for all requests; pass the request where it is a function of the request',
    );
  }

  private async openRequest(request: PlatformRequest): Promise<Asker> {
    const ctx = await this.contexts.openRoute(request);
    listingAdapter(ctx.config);
    const found = await this.sessions.stored(ctx);
    if (!found) throw new UnauthorizedException();
    const { config, logger } = ctx;
    return {
      config,
      logger,
      userId: found.user.id,
      current: publicSessionId({ sessionToken: found.stored }),
    };
  }
}

function idOf({ userId }: { readonly userId: unknown }): string {
  if (typeof userId === 'string' && userId !== '') return userId;
  throw new AuthError('SessionService: `userId` must be the id of a user, a string');
}
