import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { CLOCK_TOLERANCE_MS } from '../../crypto/token-times.js';
import type { SessionFactsOfToken } from '../../config/options/session-revocations.js';
import type { JWT } from '../../model/jwt.js';
import type { MaybePromise } from '../../model/maybe-promise.js';
import { recordKey, userKeyOf } from '../token/own-user.js';
import { isDate } from './session-extension.js';
import { comparedStart } from './session-id.js';

/**
 * Returns when an entry may expire: a copy of the token may just have been renewed, by an instance
 * whose clock is ahead.
 * @param known - when tokens or sessions end that may be from instances with a longer lifetime
 */
export function longestEnd({ jwt }: ResolvedAuthConfig, known: readonly Date[] = []): Date {
  const now = Date.now();
  const latest = Math.max(now + jwt.maxAgeSeconds * 1000, ...known.filter(isDate).map(Number));
  return new Date(Math.min(latest, now + LONGEST_MS) + CLOCK_TOLERANCE_MS);
}

/** The longest lifetime that can be configured; `jwt.decode` may return any `exp`. */
const LONGEST_MS = 400 * 24 * 60 * 60 * 1000;

/** Returns when a token expires; an empty list if it has no expiry. */
export function endOf({ exp }: JWT): Date[] {
  return typeof exp === 'number' ? [new Date(exp * 1000)] : [];
}

/**
 * Asks a store about a session, with the facts that its token contains; once more if the session
 * began right behind the end that the store returns.
 */
export async function askAbout<R>(
  realm: string,
  claims: JWT,
  ask: (facts: SessionFactsOfToken) => MaybePromise<R>,
): Promise<R> {
  const facts = {
    userId: recordKey(realm, userKeyOf(claims) ?? ''),
    startedAt: comparedStart(claims),
    issuedAt: new Date((claims.iat ?? 0) * 1000),
  };
  const answer = await ask(facts);
  if (!(answer instanceof Date)) return answer;
  const startedAt = comparedStart(claims, answer.getTime());
  return startedAt > answer ? ask({ ...facts, startedAt }) : answer;
}
