import type { JWT } from '../model/jwt.js';
import { encryptContent } from './content-encryption.js';
import type { Keyring } from './keyring.js';

/**
 * Issues a token with the first secret. `iat` and `exp` always get new values. Uses `node:crypto`,
 * as `jose` would import both keys for every token: most of the cost of a sign-in.
 * @param claims - JSON-safe
 * @param maxAgeSeconds - lifetime of the token
 * @throws {DataCloneError} if a claim is a function
 * @see RFC 7516 section 5.1, RFC 7518 section 5.2.2.1
 */
export async function sealJwe(
  claims: JWT,
  keyring: Keyring,
  maxAgeSeconds: number,
): Promise<string> {
  const [key] = keyring.issuing;
  if (!key) throw new TypeError('a keyring needs at least one secret');
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, exp: now + maxAgeSeconds };
  // Cloned, since JSON alone would silently drop a function.
  const plaintext = JSON.stringify(Object.assign(structuredClone(claims), times));
  const { header, iv, ciphertext, tag } = encryptContent(key, plaintext);
  // The second part is empty: the key is used directly, not sent encrypted.
  return `${header}..${iv.toString('base64url')}.${ciphertext.toString('base64url')}.${tag.toString('base64url')}`;
}
