import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The content encryption algorithms that are read; only the first is written. @see RFC 7518 5.1 */
export type ContentEncryption = 'A256CBC-HS512' | 'A256GCM';

/** A derived key, ready for use. */
export interface ContentKey {
  readonly bytes: Uint8Array;
  /** RFC 7638 thumbprint in base64url. */
  readonly kid: string;
  /**
   * The protected header of a token with this key, in base64url.
   * @see docs/design/wire-contract.md JWT-5
   */
  readonly header: string;
  /** Encryption key; for `A256CBC-HS512`, the second half of `bytes`. */
  readonly encryptionKey: KeyObject;
  /** Authentication key for `A256CBC-HS512`: the first half of `bytes`. @see RFC 7518 5.2.2.1 */
  readonly macKey: KeyObject;
}

/** The content encryption with which tokens are issued. */
const ISSUED = 'A256CBC-HS512';
const LENGTHS = { 'A256CBC-HS512': 64, A256GCM: 32 } as const;

/**
 * The keys for one purpose, each derived once from a secret and a salt.
 * @see RFC 5869
 */
export class Keyring {
  /** Keys for the tokens that are issued, one for each secret, newest first. */
  readonly issuing: readonly ContentKey[];
  /**
   * The keys that can open a token, by the header that `sealJwe` and Auth.js write. The map is
   * built from the keys and never from a token, so that it stores nothing from a request.
   */
  readonly headers: ReadonlyMap<string, ReadKeys>;
  private foreign: readonly ContentKey[] | undefined;

  /** @param secrets - newest first */
  constructor(
    private readonly secrets: readonly string[],
    private readonly salt: string,
  ) {
    this.issuing = secrets.map((secret) => deriveKey(secret, salt, ISSUED));
    this.headers = new Map(
      this.issuing
        .map((key, secretIndex): [string, ReadKeys] => [
          key.header,
          { enc: ISSUED, candidates: [{ key, secretIndex }] },
        ])
        // If a secret is listed twice, its newer position counts.
        .reverse(),
    );
  }

  /** Returns one key for each secret, newest first. */
  keys(enc: ContentEncryption): readonly ContentKey[] {
    if (enc === ISSUED) return this.issuing;
    return (this.foreign ??= this.secrets.map((secret) => deriveKey(secret, this.salt, enc)));
  }
}

/** The encryption and the candidate keys that the header of a token selects. */
export interface ReadKeys {
  readonly enc: ContentEncryption;
  readonly candidates: readonly { readonly key: ContentKey; readonly secretIndex: number }[];
}

function deriveKey(secret: string, salt: string, enc: ContentEncryption): ContentKey {
  const info = `Auth.js Generated Encryption Key (${salt})`;
  const bytes = new Uint8Array(hkdfSync('sha256', secret, salt, info, LENGTHS[enc]));
  const half = enc === 'A256CBC-HS512' ? 32 : 0;
  const kid = thumbprint(bytes, enc === 'A256CBC-HS512' ? 'sha512' : 'sha256');
  return {
    bytes,
    kid,
    header: Buffer.from(JSON.stringify({ alg: 'dir', enc, kid })).toString('base64url'),
    encryptionKey: createSecretKey(bytes.subarray(half)),
    macKey: createSecretKey(bytes.subarray(0, 32)),
  };
}

function thumbprint(key: Uint8Array, hash: 'sha256' | 'sha512'): string {
  const jwk = JSON.stringify({ k: Buffer.from(key).toString('base64url'), kty: 'oct' });
  return createHash(hash).update(jwk).digest('base64url');
}
