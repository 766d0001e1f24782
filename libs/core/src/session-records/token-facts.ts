import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { SessionFactsOfToken } from '../options/session-revocations.js';
import type { JWT } from '../model/jwt.js';
import { CLOCK_TOLERANCE_MS } from './session-extension.js';
import { startOfSession } from './session-id.js';

/**
 * Returns when an entry may expire: a copy of the token may just have been renewed, by an instance
 * whose clock is ahead.
 */
export function longestEnd({ jwt }: ResolvedAuthConfig): Date {
  return new Date(Date.now() + jwt.maxAgeSeconds * 1000 + CLOCK_TOLERANCE_MS);
}

/** Returns the facts about a session that its token contains. */
export function factsOf(claims: JWT): SessionFactsOfToken {
  return {
    userId: claims.sub ?? '',
    startedAt: startOfSession(claims),
    issuedAt: new Date((claims.iat ?? 0) * 1000),
  };
}
