/** The values that tests can encode, which are enough for attestations and keys. */
export type Encodable =
  number | string | Uint8Array | readonly Encodable[] | ReadonlyMap<number | string, Encodable>;

/** Encodes a value with definite lengths in their shortest form. @see RFC 8949 section 4.2.1 */
export function encodeCbor(value: Encodable): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, entry]) => [encodeCbor(key), encodeCbor(entry)]);
    return Buffer.concat([head(5, value.size), ...entries]);
  }
  const list = value as readonly Encodable[];
  return Buffer.concat([head(4, list.length), ...list.map(encodeCbor)]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  if (length < 65_536) return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8((major << 5) | 26);
  bytes.writeUInt32BE(length, 1);
  return bytes;
}
