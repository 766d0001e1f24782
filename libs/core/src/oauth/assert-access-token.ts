import { createHash } from 'node:crypto';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { constantTimeEqual } from '../crypto/digests.js';
import { AuthError } from '../errors/auth.error.js';
import type { TokenSet } from '../model/token-set.js';

/**
 * Refuses an access token other than the one that was issued with the ID token.
 * @param claims - the verified claims of the ID token
 * @see OpenID Connect Core section 3.1.3.8
 */
export function assertAccessToken(
  { access_token: accessToken = '', id_token: idToken = '' }: TokenSet,
  { at_hash: expected }: Readonly<Record<string, unknown>>,
): void {
  if (expected === undefined) return;
  const hash = createHash(hashOf(idToken)).update(accessToken).digest();
  const half = hash.subarray(0, hash.length / 2).toString('base64url');
  if (typeof expected !== 'string' || !constantTimeEqual(expected, half)) {
    throw new AuthError('the access token does not match `at_hash` of the ID token');
  }
}

/** Returns the hash of the signature algorithm; Ed25519 uses SHA-512. @see RFC 8037 section 3.1 */
function hashOf(idToken: string): string {
  const { alg = '' } = decodeProtectedHeader(idToken);
  return alg.startsWith('Ed') ? 'sha512' : `sha${alg.slice(-3)}`;
}
