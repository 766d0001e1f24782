import { Injectable, NotFoundException, UnauthorizedException } from '@nestjs/common';
import { AuthConfigService } from './config/auth-config.service.js';
import { AuthError } from './errors/auth.error.js';
import { AuthContextService } from './exchange/auth-context.service.js';
import type { PlatformRequest } from './exchange/platform-request.js';
import type { PlatformResponse } from './exchange/platform-response.js';
import type { SessionSummary } from './session-records/session-summary.js';
import { type Asker, UserSessionsService } from './session/user-sessions.service.js';

/** Whose sessions: those of who is signed in, or for administrators those of any user. */
export type SessionsOf = PlatformRequest | { readonly userId: string };

/**
 * Where a person is signed in, and the end of it. For database sessions, and for stateless ones with a
 * registry at `session.revocation`.
 * An id of somebody else's session is not found, as one that does not exist.
 * @throws {UnauthorizedException} from every method when a request has no session
 * @throws {UnsupportedStrategy} from every method for stateless sessions without a registry
 * @throws {MissingAdapterMethods} without `listSessionsByUserId` and `deleteSessionsByUserId`
 * @throws {AdapterError} when the store fails: no page may then say that a session has ended
 */
@Injectable()
export class SessionService {
  constructor(
    private readonly contexts: AuthContextService,
    private readonly sessions: UserSessionsService,
    private readonly configs: AuthConfigService,
  ) {}

  /** Those that have not ended, the newest sign-in first. */
  async list(who: SessionsOf): Promise<SessionSummary[]> {
    return this.sessions.list(await this.open(who));
  }

  /**
   * Ends one session, for every instance at its next request.
   * @param id - as {@link list} shows it
   * @throws {NotFoundException} when the person has no such session
   */
  async revoke(who: SessionsOf, id: string): Promise<void> {
    const isThere = await this.sessions.revoke(await this.open(who), id);
    if (!isThere) throw new NotFoundException('there is no such session');
  }

  /**
   * Ends all sessions but that of the request.
   * @param response - of a stateless session, which goes on in a new cookie
   * @returns how many ended
   * @throws {AuthError} without it where sessions are stateless
   */
  async revokeOthers(request: PlatformRequest, response?: PlatformResponse): Promise<number> {
    const asker = await this.openRequest(request);
    if (asker.config.session.strategy === 'jwt' && response === undefined) {
      throw new AuthError(
        'SessionService.revokeOthers: pass the response too; a stateless session goes on in a new cookie',
      );
    }
    const count = await this.sessions.revokeOthers(asker);
    if (response) this.contexts.send(request, response, asker.ctx?.cookies.changed() ?? []);
    return count;
  }

  /**
   * Ends all sessions, that of the request too, in one statement.
   * @returns how many ended
   */
  async revokeAll(who: SessionsOf): Promise<number> {
    return this.sessions.revokeAll(await this.open(who));
  }

  /**
   * Has the next read of each session show the user as stored: stateless ones ask the `jwt` callback
   * with `trigger: 'update'` and the stored `user`. Database sessions do so at every read.
   */
  async refresh(who: { readonly userId: string }): Promise<void> {
    return this.sessions.refresh(await this.open(who));
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
    const asker = await this.sessions.askerOf(await this.contexts.openRoute(request));
    if (!asker) throw new UnauthorizedException();
    return asker;
  }
}

function idOf({ userId }: { readonly userId: unknown }): string {
  if (typeof userId === 'string' && userId !== '') return userId;
  throw new AuthError('SessionService: `userId` must be the id of a user, a string');
}
