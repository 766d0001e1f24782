import { createHash } from 'node:crypto';
import { CLOCK_TOLERANCE_MS } from '../../crypto/token-times.js';
import { randomToken } from '../../crypto/random-token.js';
import type { JWT } from '../../model/jwt.js';

/** Our own `sid`: random characters, and when the session began. */
const NAMED = /^[\w-]{43}\.([0-9a-z]{1,9})$/;
/** The `sid` of a session that another Auth.js application began: its start, and its first `jti`. */
const ADOPTED = /^([0-9a-z]{1,9})~([\w.-]{1,200})$/;
/** `iat` has whole seconds. */
const SECOND_MS = 1000;
const PLAIN = /^[\w.-]{1,200}$/;

/**
 * Returns the id of a stateless session in `session.revocation`, the same for reissued tokens. A
 * `sid` that is not ours is ignored: another application may have copied that of a provider.
 */
export function sessionIdOf({ sid, jti }: JWT): string | undefined {
  if (typeof sid === 'string' && NAMED.test(sid)) return sid;
  const [, , adopted] = typeof sid === 'string' ? (ADOPTED.exec(sid) ?? []) : [];
  if (adopted !== undefined) return adopted;
  if (typeof jti !== 'string' || PLAIN.test(jti)) return jti;
  return createHash('sha256').update(jti).digest('base64url');
}

/** Whether a token has a `sid` of ours, which contains the start of the session. */
export function hasSessionId(claims: JWT): boolean {
  return startIn(claims) !== undefined;
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
 * Returns the `sid` with which a session goes on that has none of ours. From then on, its start stays
 * the same, though each reissue moves `iat`.
 */
export function adoptedSessionId(claims: JWT): string {
  const began = startOfSession(claims).getTime();
  const id = sessionIdOf(claims);
  return id === undefined ? newSessionId(began) : `${began.toString(36)}~${id}`;
}

/** Returns when a stateless session began; if its id does not say it, when the token was issued. */
export function startOfSession(claims: JWT): Date {
  const { iat } = claims;
  const began = startIn(claims);
  if (!Number.isFinite(iat)) return new Date(began ?? 0);
  const issued = Number(iat) * 1000;
  // Ours may be later than the token, by as much as the clock that ended all earlier sessions was
  // ahead. Another application may have put anything there.
  const isOurs = typeof claims.sid === 'string' && NAMED.test(claims.sid);
  const latest = isOurs ? Infinity : issued + CLOCK_TOLERANCE_MS + SECOND_MS;
  const isSound = began !== undefined && began <= latest;
  return new Date(isSound ? began : issued);
}

/**
 * Returns the start to compare with an end of all sessions. A start that is later than its token counts
 * only right behind that end, where our sessions begin if the clock that ended the others was ahead:
 * another application may let its clients choose any.
 * @param end - if it is known
 * @see docs/design/security-bar.md CT8
 */
export function comparedStart(claims: JWT, end?: number): Date {
  const start = startOfSession(claims);
  const issued = Number(claims.iat) * SECOND_MS;
  const isAhead = start.getTime() > issued + CLOCK_TOLERANCE_MS + SECOND_MS;
  return isAhead && start.getTime() - 1 !== end ? new Date(issued) : start;
}

function startIn({ sid }: JWT): number | undefined {
  if (typeof sid !== 'string') return undefined;
  const [, began] = NAMED.exec(sid) ?? ADOPTED.exec(sid) ?? [];
  return began === undefined ? undefined : Number.parseInt(began, 36);
}
