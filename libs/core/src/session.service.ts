import { Injectable, NotFoundException, UnauthorizedException } from '@nestjs/common';
import { AuthConfigService } from './config/auth-config.service.js';
import { AuthError } from './errors/auth.error.js';
import { AuthContextService } from './exchange/auth-context.service.js';
import type { PlatformRequest } from './exchange/platform-request.js';
import type { PlatformResponse } from './exchange/platform-response.js';
import type { SessionSummary } from './session-records/session-summary.js';
import { type Asker, UserSessionsService } from './session-list/user-sessions.service.js';

/** The owner of sessions: the user who is signed in, or for administrators any user. */
export type SessionsOf = PlatformRequest | { readonly userId: string };

/**
 * Lists and ends the sessions of a person. For database sessions, and for stateless ones with a
 * registry at `session.revocation`.
 * An id of another user's session gets the same result as one that does not exist.
 * @throws {UnauthorizedException} from every method when a request has no session
 * @throws {UnsupportedStrategy} from every method for stateless sessions without a registry
 * @throws {MissingAdapterMethods} without `listSessionsByUserId` and `deleteSessionsByUserId`
 * @throws {AdapterError} when the store fails: no page may then report that a session has ended
 */
@Injectable()
export class SessionService {
  constructor(
    private readonly contexts: AuthContextService,
    private readonly sessions: UserSessionsService,
    private readonly configs: AuthConfigService,
  ) {}

  /** The sessions that have not ended, the newest sign-in first. */
  async list(who: SessionsOf): Promise<SessionSummary[]> {
    return this.sessions.list(await this.open(who));
  }

  /**
   * Ends one session. Every instance refuses its next request.
   * @param id - as {@link list} returns it
   * @throws {NotFoundException} when the person has no such session
   */
  async revoke(who: SessionsOf, id: string): Promise<void> {
    const isThere = await this.sessions.revoke(await this.open(who), id);
    if (!isThere) throw new NotFoundException('there is no such session');
  }

  /**
   * Ends all sessions but that of the request.
   * @param response - required for a stateless session, which continues in a new cookie
   * @returns how many ended
   * @throws {AuthError} without `response` where sessions are stateless
   */
  async revokeOthers(request: PlatformRequest, response?: PlatformResponse): Promise<number> {
    const asker = await this.openRequest(request);
    if (asker.config.session.strategy === 'jwt' && response === undefined) {
      throw new AuthError(
        'SessionService.revokeOthers: pass the response too; a stateless session continues in a new cookie',
      );
    }
    const count = await this.sessions.revokeOthers(asker);
    if (response) this.contexts.send(request, response, asker.ctx?.cookies.changed() ?? []);
    return count;
  }

  /**
   * Ends all sessions in one statement, including that of the request.
   * @returns how many ended
   */
  async revokeAll(who: SessionsOf): Promise<number> {
    return this.sessions.revokeAll(await this.open(who));
  }

  /**
   * Makes the next read of each session return the user as stored. Stateless sessions call the
   * `jwt` callback with `trigger: 'update'` and the stored `user`. Database sessions read the
   * stored user every time.
   */
  async refresh(who: { readonly userId: string }): Promise<void> {
    return this.sessions.refresh(await this.open(who));
  }

  private async open(who: SessionsOf): Promise<Asker> {
    // Middleware may have set `userId` on a request too; only a request has `headers`.
    if ('headers' in who) return this.openRequest(who);
    const config = this.configs.static;
    if (config) return { config, logger: config.logger, userId: idOf(who) };
    throw new AuthError(
      'SessionService: the configuration is a function of the request; pass the request in place of `{ userId }`',
    );
  }

  private async openRequest(request: PlatformRequest): Promise<Asker> {
    const asker = await this.sessions.askerOf(await this.contexts.openRoute(request));
    if (!asker) throw new UnauthorizedException();
    return asker;
  }
}

function idOf({ userId }: { readonly userId: unknown }): string {
  if (typeof userId === 'string' && userId !== '') return userId;
  throw new AuthError('SessionService: `userId` must be a string, the id of a user');
}
