import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, type CompactJWEHeaderParameters } from 'jose';
import { SECRET } from './test-app.js';

/** Derives the key for a purpose from a secret. @see docs/design/wire-contract.md JWT-2 */
export function derivedKey(salt: string, length: number, secret: string = SECRET): Uint8Array {
  const info = `Auth.js Generated Encryption Key (${salt})`;
  return new Uint8Array(hkdfSync('sha256', secret, salt, info, length));
}

/** Returns the claims of a valid session with some changes; `undefined` omits a claim. */
export function sessionClaims(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return { sub: 'id-of-jane', name: 'jane', iat: now, exp: now + 3600, jti: 'a-jti', ...changes };
}

/** Encrypts claims with the right key and a header that the test chooses. */
export function sealWith(
  claims: Record<string, unknown>,
  {
    salt = 'authjs.session-token',
    secret = SECRET,
    header = { alg: 'dir', enc: 'A256CBC-HS512' },
    length = header.enc === 'A256CBC-HS512' ? 64 : 32,
  }: {
    salt?: string;
    secret?: string;
    header?: CompactJWEHeaderParameters;
    length?: number;
  } = {},
): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader(header)
    .encrypt(derivedKey(salt, length, secret));
}
