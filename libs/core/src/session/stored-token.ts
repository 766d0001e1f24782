import { STORED_HASH } from '../model/is-session-token.js';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import { sha256Hex } from '../crypto/sha256.js';

type TokenAtRest = ResolvedAuthConfig['session']['tokenAtRest'];

/**
 * What the table holds for a new session.
 * @see docs/design/decisions.md 2; docs/design/security-bar.md I05
 */
export function storedToken(atRest: TokenAtRest, token: string): string {
  return atRest === 'hashed' ? STORED_HASH + sha256Hex(token) : token;
}

/**
 * Where a session may be stored that a token opens, the likeliest place first. Instances with the
 * other setting may share the table while it changes: a row with a hash is found by its token
 * whatever the setting, since a caller with the token has not merely read the table. A
 * row with the token itself is not found by an instance that stores hashes, or a copy of the table
 * would still open it.
 * @param token - as presented; what is marked as a hash is not a token, and stored nowhere
 */
export function* storedPlaces(atRest: TokenAtRest, token: string): Iterable<string> {
  if (token.startsWith(STORED_HASH)) return;
  if (atRest === 'plain') yield token;
  const hash = sha256Hex(token);
  yield STORED_HASH + hash;
  // As version 0.1 stored it.
  if (atRest === 'hashed') yield hash;
}
