import { Injectable } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { FeaturesService } from '../../feature-port/features.service.js';
import { reportMismatch } from '../../logging/other-instances.js';
import { callStore } from '../../model/call-store.js';
import type { JWT } from '../../model/jwt.js';
import { SessionEndNotifierService } from '../records/session-end-notifier.service.js';
import { storesAccessEnd } from '../records/stores-access-end.js';
import {
  adoptedSessionId,
  hasSessionId,
  newSessionId,
  sessionIdOf,
  startOfSession,
} from '../records/session-id.js';
import { isOwnUser } from '../token/own-user.js';
import { AccessEnded } from '../strategy/access-ended.js';
import type { SessionState } from '../strategy/session-strategy.port.js';
import { askAbout, endOf, longestEnd } from '../records/registry-questions.js';

/**
 * Ends stateless sessions early, if `session.revocation` is configured.
 * @see docs/design/security-bar.md D04
 */
@Injectable()
export class JwtRevocationService {
  private readonly startedAt = Date.now();

  constructor(
    private readonly features: FeaturesService,
    private readonly notifier: SessionEndNotifierService,
  ) {}

  /**
   * Gives a session an id that stays the same when its token is reissued and contains its start, if
   * it can be ended early.
   */
  identify({ config, start }: SessionContext, claims: JWT, before?: JWT): JWT {
    if (!isCompared(config, claims)) return claims;
    if (hasSessionId(claims)) return claims;
    return { ...claims, sid: before ? adoptedSessionId(before) : newSessionId(start) };
  }

  /** Gives a session that continues a new id with the same start. */
  rename({ config }: SessionContext, claims: JWT, before: JWT): JWT {
    if (!isCompared(config, claims)) return claims;
    return { ...claims, sid: newSessionId(startOfSession(before).getTime()) };
  }

  /**
   * Checks whether all sessions of the user ended after the request that opens one arrived.
   * @param claims - the user, as in the token
   * @throws {AccessEnded} if they did
   */
  async assertAccess({ config, start }: SessionContext, claims: JWT): Promise<void> {
    if (!config.session.registry) return;
    const answer = await this.ask(config, { ...claims, sid: newSessionId(start) });
    if (answer === false || answer === 'stale') return;
    throw new AccessEnded(answer === true ? undefined : answer);
  }

  /** Checks whether the session was ended here or is over for a feature: at most one look-up each. */
  async stateOf(ctx: SessionContext, claims: JWT): Promise<SessionState> {
    if (!(await this.features.isAlive(ctx, { claims }))) return 'revoked';
    const answer = await this.ask(ctx.config, claims);
    if (answer === 'stale') return 'stale';
    return answer ? 'revoked' : 'live';
  }

  async isRevoked(ctx: SessionContext, claims: JWT): Promise<boolean> {
    return (await this.stateOf(ctx, claims)) === 'revoked';
  }

  private async ask(config: ResolvedAuthConfig, claims: JWT): Promise<boolean | 'stale' | Date> {
    const id = sessionIdOf(claims);
    const { revocation } = config.session;
    if (!revocation || id === undefined) return false;
    // Sessions that begin here have one.
    if (!hasSessionId(claims) && (claims.iat ?? 0) * 1000 > this.startedAt) {
      reportMismatch(config, 'unnamed-session');
    }
    return askAbout(config.realm, claims, (facts) =>
      callStore('session.revocation.isRevoked', config.timeoutMs, () =>
        revocation.isRevoked(id, facts),
      ),
    );
  }

  /** @returns false if it had ended before, as far as the store reports it */
  async revoke(ctx: SessionContext, claims: JWT): Promise<boolean> {
    const isNew = await this.leave(ctx, claims);
    const { sid, sub } = claims;
    this.notifier.tellKey(ctx.config, typeof sid === 'string' ? sid : undefined, sub);
    return isNew;
  }

  /** Ends an id whose session goes on under another one: connections stay open. See {@link revoke} */
  async leave({ config }: SessionContext, claims: JWT): Promise<boolean> {
    const id = sessionIdOf(claims);
    const { revocation } = config.session;
    if (!revocation || id === undefined) return true;
    const isNew = await callStore('session.revocation.revoke', config.timeoutMs, () =>
      revocation.revoke({ id, expires: longestEnd(config, endOf(claims)) }),
    );
    return isNew !== false;
  }
}

/** Whether the start of a session is compared with anything: it can be ended early. */
function isCompared(config: ResolvedAuthConfig, claims: JWT): boolean {
  return Boolean(config.session.revocation) || (storesAccessEnd(config) && !isOwnUser(claims));
}
