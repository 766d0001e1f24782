import { endOfCbor } from './decode-cbor.js';

/** Length of the fixed part of authenticator data: hash of the RP id, flags, counter. */
const HEADER = 37;
const AAGUID = 16;
/** Longest credential id, in bytes. @see WebAuthn section 5.8.3 */
export const MAX_CREDENTIAL_ID = 1023;
const ATTESTED = 0x40;
const EXTENSIONS = 0x80;

/** The members that {@link readAuthenticatorData} reads; the library reads the rest. */
export interface AuthenticatorData {
  /** Present only if the authenticator created a new credential. */
  readonly credentialId?: Uint8Array;
}

/**
 * Parses the layout up to the last byte, since the library accepts a truncated key.
 * @throws {RangeError} when the bytes are not authenticator data
 * @see WebAuthn section 6.1
 */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  if (bytes.length < HEADER) throw new RangeError('authenticator data: truncated');
  const flags = bytes[HEADER - 5] ?? 0;
  let at = HEADER;
  let credentialId: Uint8Array | undefined;
  if (flags & ATTESTED) {
    const idAt = at + AAGUID + 2;
    if (bytes.length < idAt) throw new RangeError('authenticator data: truncated');
    const length = (bytes[idAt - 2] ?? 0) * 256 + (bytes[idAt - 1] ?? 0);
    if (length === 0 || length > MAX_CREDENTIAL_ID || bytes.length < idAt + length) {
      throw new RangeError('authenticator data: invalid length of the credential id');
    }
    credentialId = bytes.subarray(idAt, idAt + length);
    at = endOfCbor(bytes, idAt + length);
  }
  if (flags & EXTENSIONS) at = endOfCbor(bytes, at);
  if (at !== bytes.length) throw new RangeError('authenticator data: unexpected trailing bytes');
  return { credentialId };
}
