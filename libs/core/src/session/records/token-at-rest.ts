import { STORED_HASH } from '../../model/is-session-token.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { sha256Hex } from '../../crypto/digests.js';

type TokenAtRest = ResolvedAuthConfig['session']['tokenAtRest'];

/**
 * Returns the value that the table stores for a new token.
 * @see docs/design/decisions.md 2; docs/design/security-bar.md I05
 */
export function storedToken(atRest: TokenAtRest, token: string): string {
  return atRest === 'hashed' ? STORED_HASH + sha256Hex(token) : token;
}

/**
 * Returns the values that the table may store for a token, most likely first. While the setting is
 * being changed, instances with either setting may share the table. A row with a hash is found with
 * either setting, since a copy of the table does not reveal its token. An instance that stores
 * hashes does not find a row with a plain token; otherwise a copy of the table would open it.
 * @param token - as in the cookie. A value that is marked as a hash is not a token; there is no
 * result for it
 */
export function* storedPlaces(atRest: TokenAtRest, token: string): Iterable<string> {
  if (token.startsWith(STORED_HASH)) return;
  if (atRest === 'plain') yield token;
  yield STORED_HASH + sha256Hex(token);
}
