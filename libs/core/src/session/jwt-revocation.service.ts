import { Injectable } from '@nestjs/common';
import { randomToken } from '../crypto/random-token.js';
import type { SessionContext } from '../exchange/session-context.js';
import type { JWT } from '../model/jwt.js';
import { withTimeout } from '../model/with-timeout.js';
import { sessionIdOf } from './session-id.js';

/**
 * Ends stateless sessions before their time, where `session.revocation` is configured.
 * @see docs/design/security-bar.md D04
 */
@Injectable()
export class JwtRevocationService {
  /** Gives a session a name that outlives each issue of its token. */
  identify({ config }: SessionContext, claims: JWT, before?: JWT): JWT {
    if (!config.session.revocation) return claims;
    return { ...claims, sid: claims['sid'] ?? before?.jti ?? randomToken('base64url') };
  }

  async isRevoked({ config }: SessionContext, claims: JWT): Promise<boolean> {
    const id = sessionIdOf(claims);
    const { revocation } = config.session;
    if (!revocation || id === undefined) return false;
    const answer = Promise.resolve(revocation.isRevoked(id));
    return withTimeout(answer, config.timeoutMs, 'session.revocation.isRevoked');
  }

  async revoke({ config }: SessionContext, claims: JWT): Promise<void> {
    const id = sessionIdOf(claims);
    const { revocation } = config.session;
    if (!revocation || id === undefined) return;
    // A copy may have been renewed just now, so the entry outlives the longest token there can be.
    const expires = new Date(Date.now() + config.jwt.maxAgeSeconds * 1000);
    const answer = Promise.resolve(revocation.revoke({ id, expires }));
    await withTimeout(answer, config.timeoutMs, 'session.revocation.revoke');
  }
}
