import {
  BadRequestException,
  Injectable,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import { AuthConfigService } from './config/auth-config.service.js';
import type { ResolvedAuthConfig } from './config/resolved-auth-config.js';
import { AuthError } from './errors/auth.error.js';
import { AuthContextService } from './request/auth-context.service.js';
import { openingOf } from './request/context/opening-requests.js';
import type { PlatformRequest } from './request/platform/platform-request.js';
import type { PlatformResponse } from './request/platform/platform-response.js';
import { parseCursor } from './features/session-list/session-cursor.js';
import {
  type Asker,
  type SessionList,
  UserSessionsService,
} from './features/session-list/user-sessions.service.js';

/** Whose sessions to use: those of the request's user or, for administrators, of any user. */
export type SessionsOf = PlatformRequest | { readonly userId: string };

/** The request that goes on when the access of a user ends. */
export interface GoingOn {
  readonly request?: PlatformRequest | Request;
  readonly response?: PlatformResponse;
}

/**
 * Lists and ends the sessions of a user: database sessions, and stateless sessions if
 * `session.revocation` is a registry. The id of another user's session has the same result as an id
 * that does not exist.
 * @throws {UnauthorizedException} from every method that gets a request without a session
 * @throws {UnsupportedStrategy} from every method if sessions are stateless, without a registry
 * @throws {MissingAdapterMethods} if the adapter lacks `listSessionsByUserId` or
 * `deleteSessionsByUserId`
 * @throws {AdapterError} if the store fails; in that case, do not report that a session has ended
 */
@Injectable()
export class SessionService {
  constructor(
    private readonly contexts: AuthContextService,
    private readonly sessions: UserSessionsService,
    private readonly configs: AuthConfigService,
  ) {}

  /**
   * Returns up to a hundred of the sessions that have not ended, newest sign-in first.
   * @param after - `next` of the page before
   * @throws {BadRequestException} if `after` is anything else
   */
  async list(who: SessionsOf, after?: string): Promise<SessionList> {
    const cursor = after === undefined ? undefined : parseCursor(after);
    if (cursor === null) throw new BadRequestException('after: expected the `next` of a list');
    return this.sessions.list(await this.open(who), cursor);
  }

  /**
   * Ends one session. Every instance refuses the session's next request.
   * @param id - as returned by {@link list}
   * @throws {NotFoundException} if the user has no such session
   */
  async revoke(who: SessionsOf, id: string): Promise<void> {
    const isThere = await this.sessions.revoke(await this.open(who), id);
    if (!isThere) throw new NotFoundException('there is no such session');
  }

  /**
   * Ends all sessions of the user except that of the request.
   * @param response - required for a stateless session, which continues in a new cookie
   * @returns the number of sessions that ended
   * @throws {AuthError} if sessions are stateless and `response` is missing
   */
  async revokeOthers(request: PlatformRequest, response?: PlatformResponse): Promise<number> {
    const asker = await this.openRequest(request);
    if (asker.config.session.strategy === 'jwt' && response === undefined) {
      throw new AuthError(
        'SessionService.revokeOthers: pass the response too; a stateless session continues in a new cookie',
      );
    }
    const count = await this.sessions.revokeOthers(asker);
    if (count === null) throw new UnauthorizedException();
    if (response) this.contexts.send(request, response, asker.ctx?.cookies.changed() ?? []);
    return count;
  }

  /**
   * Ends all sessions of the user at once, including that of the request.
   * @returns the number of sessions that ended
   */
  async revokeAll(who: SessionsOf): Promise<number> {
    return this.sessions.revokeAll(await this.open(who));
  }

  /**
   * Ends all access of a user that began before: every session, and every sign-in in progress unless
   * what was verified is still right when it is verified again. Call it after a password was set,
   * changed or removed, or the address of a user changed.
   * @param going - the request whose session goes on, if it has one of this user, with the response
   * if sessions are stateless; or the web `Request` that `authorize` received, whose sign-in goes on
   * @throws {UnsupportedStrategy} if neither the adapter nor a registry can store the end
   * @throws {UnauthorizedException} if the stateless session of the request has ended meanwhile
   */
  async endAccess(userId: string, { request, response }: GoingOn = {}): Promise<void> {
    const id = idOf({ userId });
    const opening = request && openingOf(request);
    const isSigningIn = opening !== undefined;
    if (!isSigningIn && request?.headers instanceof Headers) {
      throw new AuthError(
        'SessionService.endAccess: pass the request that `authorize` received, not a copy of it',
      );
    }
    const ctx = opening ?? (request && (await this.contexts.openRoute(request as PlatformRequest)));
    const config = ctx?.config ?? this.staticConfig('pass `{ request }` too');
    if (ctx && !isSigningIn && config.session.strategy === 'jwt' && response === undefined) {
      throw new AuthError(
        'SessionService.endAccess: pass the response too; a stateless session continues in a new cookie',
      );
    }
    if (isSigningIn && this.configs.static && this.configs.static !== config) {
      throw new AuthError('SessionService.endAccess: the request is one of another AuthModule');
    }
    const asker = { config, logger: config.logger, userId: id };
    const isEnded = await this.sessions.endAccess(asker, ctx && { ctx, isSigningIn });
    if (!isEnded) throw new UnauthorizedException();
    if (ctx && response) {
      this.contexts.send(request as PlatformRequest, response, ctx.cookies.changed());
    }
  }

  /**
   * Makes the next read of each of the user's sessions return the stored user. For stateless
   * sessions, this read calls the `jwt` callback with `trigger: 'update'` and the stored `user`;
   * database sessions always read the stored user.
   */
  async refresh(who: { readonly userId: string }): Promise<void> {
    return this.sessions.refresh(await this.open(who));
  }

  private async open(who: SessionsOf): Promise<Asker> {
    // Middleware may have set `userId` on a request, but only a request has `headers`.
    if ('headers' in who) return this.openRequest(who);
    const config = this.staticConfig('pass the request in place of `{ userId }`');
    return { config, logger: config.logger, userId: idOf(who) };
  }

  private staticConfig(remedy: string): ResolvedAuthConfig {
    const { static: config } = this.configs;
    if (config) return config;
    throw new AuthError(
      `SessionService: the configuration is a function of the request; ${remedy}`,
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
