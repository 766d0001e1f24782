import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** Prefix of a sealed value. Not `v1.`, since some opaque tokens from providers begin with it. */
const MARK = 'an1.';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORM = /^an1\.([\w-]{8})\.([\w-]+)$/;

/** A key of the envelope, and the id by which a sealed value refers to it. */
interface EnvelopeKey {
  readonly key: KeyObject;
  readonly kid: string;
}

/**
 * Seals single values for a store, so that a copy of the store reveals nothing, and a value that is
 * moved to another place does not open: `an1.<kid>.<base64url(iv, ciphertext, tag)>`, AES-256-GCM.
 * The place of a value, a list of strings, is authenticated together with it.
 * @see docs/design/wire-contract.md 17.1; NIST SP 800-38D; RFC 5869
 */
export class Envelope {
  private derived: readonly [EnvelopeKey, ...EnvelopeKey[]] | undefined;

  /** @param secrets - newest first: the first one is used to seal, all of them to open */
  constructor(private readonly secrets: readonly [string, ...string[]]) {}

  /** Prefix of every value sealed with the newest secret. */
  get prefix(): string {
    return `${MARK}${this.keys[0].kid}.`;
  }

  /** @param place - where the value is stored: table, column, key of the row */
  seal(value: string, place: readonly string[]): string {
    const [{ key }] = this.keys;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associated(place));
    const sealed = [iv, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return this.prefix + Buffer.concat(sealed).toString('base64url');
  }

  /** @returns null if the value was not sealed for this place with one of the secrets */
  open(sealed: string, place: readonly string[]): string | null {
    const [, kid, text = ''] = FORM.exec(sealed) ?? [];
    const key = this.keys.find((known) => known.kid === kid)?.key;
    const bytes = Buffer.from(text, 'base64url');
    // The last character has unused bits; only the canonical encoding is accepted.
    const isWhole = bytes.length >= IV_BYTES + TAG_BYTES && bytes.toString('base64url') === text;
    return key && isWhole ? decrypted(key, bytes, associated(place)) : null;
  }

  /** Derives the keys on first use: a configuration that seals nothing needs none. */
  private get keys(): readonly [EnvelopeKey, ...EnvelopeKey[]] {
    if (this.derived) return this.derived;
    const [newest, ...older] = this.secrets;
    return (this.derived = [keyOf(newest), ...older.map(keyOf)]);
  }
}

/** Whether a value has the prefix of sealed values, whatever the secret. */
export function isSealed(value: string): boolean {
  return value.startsWith(MARK);
}

function keyOf(secret: string): EnvelopeKey {
  const key = derive(secret, 'authnest provider tokens v1', 32);
  const kid = derive(secret, 'authnest provider tokens kid v1', 6);
  return { key: createSecretKey(key), kid: kid.toString('base64url') };
}

function derive(secret: string, info: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'utf8'), '', info, length));
}

function associated(place: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(place), 'utf8');
}

function decrypted(key: KeyObject, bytes: Buffer, place: Buffer): string | null {
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), options);
  decipher.setAAD(place).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const head = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([head, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
