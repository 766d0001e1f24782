import { randomToken } from '../crypto/random-token.js';
import type { JWT } from '../model/jwt.js';

/** Returns the id of a stateless session in `session.revocation`, the same for reissued tokens. */
export function sessionIdOf({ sid, jti }: JWT): string | undefined {
  return typeof sid === 'string' ? sid : jti;
}

/**
 * Creates an id for a stateless session. It contains the time when the session began, since a
 * registry ends sessions that began before a given time and a reissue must not change that time.
 * @param began - milliseconds since the epoch
 */
export function newSessionId(began: number): string {
  return `${randomToken('base64url')}.${began.toString(36)}`;
}

/**
 * Returns when a stateless session began. If its id does not contain the time, returns that of the
 * sign-in or, if that is unknown too, when the token was issued.
 */
export function startOfSession({ sid, auth_time, iat = 0 }: JWT): Date {
  const [, began] = typeof sid === 'string' ? (NAMED.exec(sid) ?? []) : [];
  if (began !== undefined) return new Date(Number.parseInt(began, 36));
  return new Date((typeof auth_time === 'number' ? auth_time : iat) * 1000);
}

const NAMED = /^[\w-]{43}\.([0-9a-z]{1,9})$/;
