import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { SessionFactsOfToken } from '../options/session-revocations.js';
import type { JWT } from '../model/jwt.js';
import { startOfSession } from './session-id.js';

/** When an entry may expire: a copy may have been renewed just now, with the longest lifetime. */
export function longestEnd({ jwt }: ResolvedAuthConfig): Date {
  return new Date(Date.now() + jwt.maxAgeSeconds * 1000);
}

/** What a token states about its session. */
export function factsOf(claims: JWT): SessionFactsOfToken {
  return {
    userId: claims.sub ?? '',
    startedAt: startOfSession(claims),
    issuedAt: new Date((claims.iat ?? 0) * 1000),
  };
}
