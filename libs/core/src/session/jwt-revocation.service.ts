import { Injectable } from '@nestjs/common';
import type { SessionContext } from '../exchange/session-context.js';
import { OtherInstancesService } from '../instances/other-instances.service.js';
import { callStore } from '../model/call-store.js';
import type { JWT } from '../model/jwt.js';
import { factsIn } from '../session-records/provider-facts.js';
import { ProviderMarksService } from '../session-records/provider-marks.service.js';
import { newSessionId, sessionIdOf } from '../session-records/session-id.js';
import type { SessionState } from './session-strategy.port.js';
import { endOf, factsOf, longestEnd } from '../session-records/token-facts.js';

/**
 * Ends stateless sessions early, if `session.revocation` is configured.
 * @see docs/design/security-bar.md D04
 */
@Injectable()
export class JwtRevocationService {
  constructor(
    private readonly marks: ProviderMarksService,
    private readonly instances: OtherInstancesService,
  ) {}

  /** Gives a session an id that stays the same when its token is reissued. */
  identify({ config }: SessionContext, claims: JWT, before?: JWT): JWT {
    if (!config.session.revocation) return claims;
    return { ...claims, sid: claims['sid'] ?? before?.jti ?? newSessionId(Date.now()) };
  }

  /** Checks whether the session was ended here or by its provider: at most one look-up each. */
  async stateOf({ config }: SessionContext, claims: JWT): Promise<SessionState> {
    if (await this.marks.hasEnded(config, factsIn(claims))) return 'revoked';
    const id = sessionIdOf(claims);
    const { revocation } = config.session;
    if (!revocation || id === undefined) return 'live';
    if (claims['sid'] === undefined) this.instances.isUnnamed(config, claims.iat);
    const isRevoked = await callStore('session.revocation.isRevoked', config.timeoutMs, () =>
      revocation.isRevoked(id, factsOf(claims)),
    );
    if (isRevoked === 'stale') return 'stale';
    return isRevoked ? 'revoked' : 'live';
  }

  async isRevoked(ctx: SessionContext, claims: JWT): Promise<boolean> {
    return (await this.stateOf(ctx, claims)) === 'revoked';
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
