import type { Keyring } from './keyring.js';

/** Matches the header that `sealJwe` and Auth.js write; a 64-byte thumbprint identifies the key. */
const HEADER = /^\{"alg":"dir","enc":"A256CBC-HS512","kid":"[\w-]{86}"\}$/;
/** The length of such a header in base64url. */
const LENGTH = 174;

/**
 * Whether the header has our form but refers to a key that is not in this keyring. Any client can
 * forge such a header, so this proves nothing.
 */
export function isSealedElsewhere(token: string, keyring: Keyring): boolean {
  const end = token.indexOf('.');
  if (end !== LENGTH) return false;
  const header = token.slice(0, end);
  if (keyring.headers.has(header)) return false;
  return HEADER.test(Buffer.from(header, 'base64url').toString('latin1'));
}
