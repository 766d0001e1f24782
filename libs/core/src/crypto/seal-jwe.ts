import { randomUUID } from 'node:crypto';
import { EncryptJWT } from 'jose';
import type { JWT } from '../model/jwt.js';
import type { Keyring } from './keyring.js';

const ENC = 'A256CBC-HS512';

/**
 * Issues a token under the first secret. `iat`, `exp` and `jti` are always set anew.
 * @param claims - JSON-safe
 * @param maxAgeSeconds - life of the token
 * @see wire contract JWT-1, JWT-5, JWT-6
 */
export async function sealJwe(
  claims: JWT,
  keyring: Keyring,
  maxAgeSeconds: number,
): Promise<string> {
  const [key] = keyring.keys(ENC);
  if (!key) throw new TypeError('a keyring needs at least one secret');
  const now = Math.floor(Date.now() / 1000);
  return new EncryptJWT({ ...claims, iat: now, exp: now + maxAgeSeconds, jti: randomUUID() })
    .setProtectedHeader({ alg: 'dir', enc: ENC, kid: key.kid })
    .encrypt(key.bytes);
}
