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
 * The places where the session of a token may be stored, the likeliest first. While the setting
 * changes, instances with the other setting may share the table. A row with a hash is found under
 * either setting, since a copy of the table does not contain its token. An instance that stores
 * hashes does not find a row with the plain token; otherwise a copy of the table would open it.
 * @param token - as presented; a value that is marked as a hash is not a token, and has no place
 */
export function* storedPlaces(atRest: TokenAtRest, token: string): Iterable<string> {
  if (token.startsWith(STORED_HASH)) return;
  if (atRest === 'plain') yield token;
  const hash = sha256Hex(token);
  yield STORED_HASH + hash;
  // As version 0.1 stored it.
  if (atRest === 'hashed') yield hash;
}
