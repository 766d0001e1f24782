import { Injectable } from '@nestjs/common';
import { ownUserProviders } from '../../config/own-users.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { cookiesAfter } from '../../cookies/cookies-after.js';
import { AuthError } from '../../errors/auth.error.js';
import type { AuthRequest } from '../../request/context/auth-request.js';
import { SessionContext } from '../../request/context/session-context.js';
import type { PlatformResponse } from '../../request/platform/platform-response.js';
import { CurrentSessionService } from '../../session/current/current-session.service.js';
import { RevokedSessionsService } from '../../session/records/revoked-sessions.service.js';
import { canListSessions, sessionDirectory } from '../../session/records/session-directory.js';
import { storesAccessEnd } from '../../session/records/stores-access-end.js';
import type { Removal } from '../../sign-in/way-in.js';
import { UserSessionsService } from './user-sessions.service.js';

/** Ends the sessions of a user except that of the request, after a way to sign in has changed. */
@Injectable()
export class OtherSessionsService {
  constructor(
    private readonly sessions: UserSessionsService,
    private readonly current: CurrentSessionService,
    private readonly revoked: RevokedSessionsService,
  ) {}

  /**
   * After a way was added, ends those that are listed: the session of the request keeps its start,
   * and with it its absolute end. After one was removed, ends all access: somebody may be signing in
   * with it. If the session of the request has ended meanwhile, nothing goes on after a removal, and
   * nothing ends after an addition. Does nothing if sessions cannot be ended, or after an addition
   * not be listed.
   * @param userId - of a stored user
   * @see docs/design/security-bar.md D07, BT10
   */
  async end(ctx: SessionContext, userId: string, done: 'added' | 'removed'): Promise<void> {
    if (!canEnd(ctx.config)) return;
    const next = nextOf(ctx);
    const isSignedIn = (await this.current.currentUserId(next)) === userId;
    const goesOn = isSignedIn && (await this.endBut(next, userId, done));
    if (!goesOn && done === 'removed') await this.endAll(ctx, userId);
    for (const { name, value, options } of next.cookies.changed()) {
      ctx.cookies.set({ name, options }, value);
    }
  }

  /**
   * {@link end} after a removal. If the sessions cannot be ended, the way comes back, and can be removed
   * again: otherwise a thief's session would seem to be over.
   */
  async endOrRestore(ctx: SessionContext, userId: string, removal: Removal): Promise<void> {
    try {
      await this.end(ctx, userId, 'removed');
    } catch (thrown) {
      await removal.restore();
      throw thrown;
    }
  }

  /** @returns false, having ended none, if the session of the request is over */
  private async endBut(
    ctx: SessionContext,
    userId: string,
    done: 'added' | 'removed',
  ): Promise<boolean> {
    const { config, logger } = ctx;
    const canList = canListSessions(config);
    if (canList && (done === 'added' || !canEndAccess(config))) return this.endListed(ctx);
    // Ending all access would end what the user began in another tab too.
    if (done === 'added') return true;
    return this.sessions.endAccess({ config, logger, userId }, { ctx, isSigningIn: false });
  }

  private async endAll({ config, logger }: SessionContext, userId: string): Promise<void> {
    if (canEndAccess(config)) await this.sessions.endAccess({ config, logger, userId });
    else await this.sessions.revokeAll({ config, logger, userId });
  }

  private async endListed(ctx: SessionContext): Promise<boolean> {
    const asker = await this.sessions.askerOf(ctx);
    if (!asker) return false;
    const { config, userId, session } = asker;
    if (config.session.strategy === 'database') {
      return (await this.sessions.revokeOthers(asker)) !== null;
    }
    const listed = await sessionDirectory(config).list(userId);
    const others = listed.filter(({ key }) => key !== session?.key);
    if (others.length > 0) await this.revoked.end(asker, userId, others);
    return true;
  }
}

/**
 * Checks that a session can continue after others end.
 * @throws {AuthError} if that needs a response that is missing
 */
export function assertContinues(
  { config }: SessionContext,
  response: PlatformResponse | undefined,
  method: string,
): void {
  if (response || config.session.strategy === 'database' || !canEnd(config)) return;
  throw new AuthError(
    `${method}: pass the response too; a stateless session continues in a new cookie`,
  );
}

/** Returns the request that the browser would send after the cookies that this one has set. */
function nextOf(ctx: SessionContext): SessionContext {
  const { request, config, cookies } = ctx;
  const before = [request.headers['cookie'] ?? []].flat().join('; ');
  const headers = { ...request.headers, cookie: cookiesAfter(before, cookies.changed()) };
  const next = Object.create(request, { headers: { value: headers } }) as AuthRequest;
  return new SessionContext(next, config);
}

function canEnd(config: ResolvedAuthConfig): boolean {
  return canEndAccess(config) || canListSessions(config);
}

/** An id may be one of a list of the application, whose sessions only a registry can end. */
function canEndAccess(config: ResolvedAuthConfig): boolean {
  const { registry, strategy } = config.session;
  if (registry !== undefined) return true;
  const isKnown = strategy === 'database' || ownUserProviders(config).length === 0;
  return isKnown && storesAccessEnd(config);
}
