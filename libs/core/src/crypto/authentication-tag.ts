import { createHmac } from 'node:crypto';
import type { ContentKey } from './keyring.js';

/** The parts that a tag authenticates. */
export interface TaggedParts {
  /** The protected header as in the token: base64url, hence ASCII. */
  readonly header: string;
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
}

/** Computes the 32-byte tag of `A256CBC-HS512`. @see RFC 7518 section 5.2.2.1 */
export function authenticationTag(
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
