import type { Keyring } from './keyring.js';

/** The header that `sealJwe` and Auth.js write; a thumbprint of 64 bytes identifies the key. */
const HEADER = /^\{"alg":"dir","enc":"A256CBC-HS512","kid":"[\w-]{86}"\}$/;
/** The length of {@link HEADER} as base64url. */
const LENGTH = 174;

/**
 * Whether the header has the form of ours but names a key outside this keyring. Any client can
 * forge such a header, so this proves nothing.
 */
export function isSealedElsewhere(token: string, keyring: Keyring): boolean {
  const end = token.indexOf('.');
  if (end !== LENGTH) return false;
  const header = token.slice(0, end);
  if (keyring.headers.has(header)) return false;
  return HEADER.test(Buffer.from(header, 'base64url').toString('latin1'));
}
