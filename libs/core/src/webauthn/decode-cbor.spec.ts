import { encodeCbor } from '../../../../test/support/cbor.js';
import { decodeCbor, endOfCbor } from './decode-cbor.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('decodeCbor', () => {
  it('reads what authenticators send', () => {
    const nested = new Map<number | string, number | string>([
      [-70_000, 'ä'],
      ['key', 300],
    ]);
    const list = [1, 'two', nested, new Uint8Array(300)];

    expect(decodeCbor(encodeCbor(list))).toEqual(list);
    expect(decodeCbor(bytes(0x83, 0xf4, 0xf5, 0xf6))).toEqual([false, true, null]);
  });

  it('reads eight levels of nesting and refuses a ninth', () => {
    const deep = (levels: number) => Buffer.concat([Buffer.alloc(levels, 0x81), bytes(0x00)]);

    expect(() => decodeCbor(deep(8))).not.toThrow();
    expect(() => decodeCbor(deep(9))).toThrow('nested too deeply');
  });

  it.each([
    ['no bytes', []],
    ['a truncated string', [0x63, 0x61]],
    ['a truncated length', [0x59, 0x01]],
    ['64-bit lengths', [0x1b, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['indefinite lengths', [0x5f, 0xff]],
    ['a tag', [0xc0, 0x00]],
    ['a float', [0xf9, 0x00, 0x00]],
    ['undefined', [0xf7]],
    ['an array as a key', [0xa1, 0x80, 0x00]],
    ['a duplicate key', [0xa2, 0x01, 0x01, 0x01, 0x02]],
    ['text that is not UTF-8', [0x61, 0xff]],
    ['trailing bytes', [0x00, 0x00]],
  ])('refuses %s', (_name, values) => {
    expect(() => decodeCbor(bytes(...values))).toThrow(/CBOR|encoded data/);
  });

  it('returns the end of an item that is followed by other bytes', () => {
    expect(endOfCbor(bytes(0xff, 0x82, 0x01, 0x02, 0xff), 1)).toBe(4);
  });
});
