/** The part of CBOR that WebAuthn uses. */
export type CborValue =
  number | string | boolean | null | Uint8Array | readonly CborValue[] | CborMap;

/** Keys are numbers or strings; each occurs once. */
export type CborMap = ReadonlyMap<number | string, CborValue>;

/** An attestation object has two levels; extensions may add some. @see WebAuthn section 6.5.4 */
const MAX_DEPTH = 8;
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads one item that fills the bytes exactly, with definite lengths only.
 * @throws {RangeError} for anything else
 * @see RFC 8949 section 3; FIDO CTAP section 8
 */
export function decodeCbor(bytes: Uint8Array): CborValue {
  const reader = new CborReader(bytes, 0);
  const value = reader.read();
  if (reader.at !== bytes.length) throw new RangeError('CBOR: unexpected trailing bytes');
  return value;
}

/** @returns the end of the item that begins at `start`. @throws {RangeError} if there is none */
export function endOfCbor(bytes: Uint8Array, start: number): number {
  const reader = new CborReader(bytes, start);
  reader.read();
  return reader.at;
}

class CborReader {
  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  read(depth = 0): CborValue {
    if (depth > MAX_DEPTH) throw new RangeError('CBOR: nested too deeply');
    const first = this.take(1)[0] ?? 0;
    const [major, info] = [first >> 5, first & 0x1f];
    if (major === 7) return simple(info);
    const argument = this.argument(info);
    switch (major) {
      case 0:
        return argument;
      case 1:
        return -1 - argument;
      case 2:
        return this.take(argument);
      case 3:
        return STRICT_UTF8.decode(this.take(argument));
      case 4:
        return this.list(argument, depth);
      case 5:
        return this.map(argument, depth);
      default:
        throw new RangeError('CBOR: tags are not supported');
    }
  }

  private list(length: number, depth: number): CborValue[] {
    this.assertRoom(length);
    return Array.from({ length }, () => this.read(depth + 1));
  }

  private map(size: number, depth: number): CborMap {
    this.assertRoom(size * 2);
    const map = new Map<number | string, CborValue>();
    for (let entry = 0; entry < size; entry += 1) {
      const key = this.read(depth + 1);
      if ((typeof key !== 'number' && typeof key !== 'string') || map.has(key)) {
        throw new RangeError('CBOR: invalid or duplicate map key');
      }
      map.set(key, this.read(depth + 1));
    }
    return map;
  }

  /** Reads an argument of up to 32 bits; an `info` of 31 would mean an indefinite length. */
  private argument(info: number): number {
    if (info < 24) return info;
    if (info > 26) throw new RangeError('CBOR: unsupported argument size');
    const bytes = this.take(2 ** (info - 24));
    return bytes.reduce((value, byte) => value * 256 + byte, 0);
  }

  private take(length: number): Uint8Array {
    this.assertRoom(length);
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Called before allocating that many items or bytes: each item takes at least one byte. */
  private assertRoom(length: number): void {
    if (length > this.bytes.length - this.at) throw new RangeError('CBOR: truncated');
  }
}

function simple(info: number): boolean | null {
  switch (info) {
    case 20:
      return false;
    case 21:
      return true;
    case 22:
      return null;
    default:
      throw new RangeError('CBOR: unsupported simple value or float');
  }
}
