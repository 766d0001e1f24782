import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { SessionFactsOfToken } from '../options/session-revocations.js';
import type { JWT } from '../model/jwt.js';
import { startOfSession } from './session-id.js';

/** A copy may have been renewed just now, so an entry outlives the longest token there can be. */
export function longestEnd({ jwt }: ResolvedAuthConfig): Date {
  return new Date(Date.now() + jwt.maxAgeSeconds * 1000);
}

/** What a token states of its session. */
export function factsOf(claims: JWT): SessionFactsOfToken {
  return {
    userId: claims.sub ?? '',
    startedAt: startOfSession(claims),
    issuedAt: new Date((claims.iat ?? 0) * 1000),
  };
}
