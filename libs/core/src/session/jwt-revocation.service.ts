import { Injectable } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { SessionContext } from '../exchange/session-context.js';
import { FeaturesService } from '../feature/features.service.js';
import { OtherInstancesService } from '../instances/other-instances.service.js';
import { callStore } from '../model/call-store.js';
import type { JWT } from '../model/jwt.js';
import { storesEnd } from '../session-records/stores-end.js';
import {
  adoptedSessionId,
  hasSessionId,
  newSessionId,
  sessionIdOf,
  startOfSession,
} from '../session-records/session-id.js';
import { isOwnUser } from '../session-token/own-user.js';
import { AccessEnded } from './access-ended.js';
import type { SessionState } from './session-strategy.port.js';
import { endOf, factsOf, longestEnd } from '../session-records/token-facts.js';

/**
 * Ends stateless sessions early, if `session.revocation` is configured.
 * @see docs/design/security-bar.md D04
 */
@Injectable()
export class JwtRevocationService {
  constructor(
    private readonly features: FeaturesService,
    private readonly instances: OtherInstancesService,
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
    if (!hasSessionId(claims)) this.instances.isUnnamed(config, claims.iat);
    return callStore('session.revocation.isRevoked', config.timeoutMs, () =>
      revocation.isRevoked(id, factsOf(config.realm, claims)),
    );
  }

  async revoke({ config }: SessionContext, claims: JWT): Promise<void> {
    const id = sessionIdOf(claims);
    const { revocation } = config.session;
    if (!revocation || id === undefined) return;
    await callStore('session.revocation.revoke', config.timeoutMs, () =>
      revocation.revoke({ id, expires: longestEnd(config, endOf(claims)) }),
    );
  }
}

/** Whether the start of a session is compared with anything: it can be ended early. */
function isCompared(config: ResolvedAuthConfig, claims: JWT): boolean {
  return Boolean(config.session.revocation) || (storesEnd(config) && !isOwnUser(claims));
}
