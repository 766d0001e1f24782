import { randomToken } from '../crypto/random-token.js';
import type { JWT } from '../model/jwt.js';

/** The id of a stateless session in `session.revocation`, the same for all reissued tokens. */
export function sessionIdOf({ sid, jti }: JWT): string | undefined {
  return typeof sid === 'string' ? sid : jti;
}

/**
 * A new id for a stateless session. It contains the time when the session began: a registry ends
 * the sessions that began before a given time, and a reissue must not change that time.
 * @param began - milliseconds since the epoch
 */
export function newSessionId(began: number): string {
  return `${randomToken('base64url')}.${began.toString(36)}`;
}

/** When a stateless session began; if its id does not contain the time, its sign-in or issue. */
export function startOfSession({ sid, auth_time, iat = 0 }: JWT): Date {
  const [, began] = typeof sid === 'string' ? (NAMED.exec(sid) ?? []) : [];
  if (began !== undefined) return new Date(Number.parseInt(began, 36));
  return new Date((typeof auth_time === 'number' ? auth_time : iat) * 1000);
}

const NAMED = /^[\w-]{43}\.([0-9a-z]{1,9})$/;
