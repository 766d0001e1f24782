import type { JWT } from '../model/jwt.js';

/** What names a stateless session to `session.revocation`, over all its re-issues. */
export function sessionIdOf({ sid, jti }: JWT): string | undefined {
  return typeof sid === 'string' ? sid : jti;
}
