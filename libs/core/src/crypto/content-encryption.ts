import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { pooledRandom } from './pooled-random.js';
import type { ContentEncryption, ContentKey } from './keyring.js';

/** The parts of a token that are encrypted, or that are needed to decrypt and verify it. */
export interface EncryptedParts {
  /** The protected header as in the token: base64url, hence ASCII. */
  readonly header: string;
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

/** Encrypts with `A256CBC-HS512`. @see RFC 7518 section 5.2.2.1 */
export function encryptContent(key: ContentKey, plaintext: string): EncryptedParts {
  const { header } = key;
  const iv = pooledRandom(16);
  const cipher = createCipheriv('aes-256-cbc', key.encryptionKey, iv);
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return { header, iv, ciphertext, tag: authenticationTag(key, { header, iv, ciphertext }) };
}

/** Verifies and decrypts; null if the parts were not encrypted with this key. */
export function decryptContent(
  enc: ContentEncryption,
  key: ContentKey,
  parts: EncryptedParts,
): Buffer | null {
  return enc === 'A256CBC-HS512' ? decryptCbc(key, parts) : decryptGcm(key, parts);
}

/** @see RFC 7518 section 5.2.2.2 */
function decryptCbc(
  key: ContentKey,
  { header, iv, ciphertext, tag }: EncryptedParts,
): Buffer | null {
  if (iv.length !== 16 || tag.length !== 32 || ciphertext.length === 0) return null;
  const mac = authenticationTag(key, { header, iv, ciphertext });
  // Checked before decryption, so that the padding cannot serve as an oracle.
  if (!timingSafeEqual(mac, tag)) return null;
  return finish(createDecipheriv('aes-256-cbc', key.encryptionKey, iv), ciphertext);
}

/** @see RFC 7518 section 5.3 */
function decryptGcm(
  key: ContentKey,
  { header, iv, ciphertext, tag }: EncryptedParts,
): Buffer | null {
  if (iv.length !== 12 || tag.length !== 16) return null;
  const decipher = createDecipheriv('aes-256-gcm', key.encryptionKey, iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(header)).setAuthTag(tag);
  return finish(decipher, ciphertext);
}

function finish(
  decipher: { update(data: Buffer): Buffer; final(): Buffer },
  ciphertext: Buffer,
): Buffer | null {
  try {
    const head = decipher.update(ciphertext);
    return Buffer.concat([head, decipher.final()]);
  } catch {
    return null;
  }
}

type TaggedParts = Omit<EncryptedParts, 'tag'>;

/** Computes the 32-byte tag of `A256CBC-HS512`. @see RFC 7518 section 5.2.2.1 */
function authenticationTag(
  { macKey }: ContentKey,
  { header, iv, ciphertext }: TaggedParts,
): Buffer {
  const headerBits = Buffer.alloc(8);
  headerBits.writeUInt32BE(header.length * 8, 4);
  return createHmac('sha512', macKey)
    .update(header)
    .update(iv)
    .update(ciphertext)
    .update(headerBits)
    .digest()
    .subarray(0, 32);
}
