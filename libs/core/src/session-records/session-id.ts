import { randomToken } from '../crypto/random-token.js';
import type { JWT } from '../model/jwt.js';

/** What names a stateless session to `session.revocation`, over all its re-issues. */
export function sessionIdOf({ sid, jti }: JWT): string | undefined {
  return typeof sid === 'string' ? sid : jti;
}

/**
 * A new name for a stateless session, which holds when the session began: a registry ends what began
 * before a moment, and re-issues must not move that.
 * @param began - milliseconds since the epoch
 */
export function newSessionId(began: number): string {
  return `${randomToken('base64url')}.${began.toString(36)}`;
}

/** When a stateless session began; of a session that has no name of ours, when it was issued. */
export function startOfSession({ sid, auth_time, iat = 0 }: JWT): Date {
  const [, began] = typeof sid === 'string' ? (NAMED.exec(sid) ?? []) : [];
  if (began !== undefined) return new Date(Number.parseInt(began, 36));
  return new Date((typeof auth_time === 'number' ? auth_time : iat) * 1000);
}

const NAMED = /^[\w-]{43}\.([0-9a-z]{1,9})$/;
