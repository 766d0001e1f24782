import { Envelope, isSealed } from './envelope.js';

const SECRET = 'an-encryption-secret-of-forty-characters';
const PLACE = ['accounts', 'refresh_token', 'github', '42'];
const VECTOR = 'an1.U_TAu6R5.AAAAAAAAAAAAAAAAfkuzGTFXaG-2iNwzIB3M-umdDx76QbTyqMVQ';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const envelope = new Envelope([SECRET]);

describe('Envelope', () => {
  it('opens the test vector from the contract, and derives the same key id (J60)', () => {
    expect(envelope.open(VECTOR, PLACE)).toBe('gho_example');
    expect(envelope.prefix).toBe('an1.U_TAu6R5.');
  });

  it.each(['', 'x', 'x'.repeat(2048), 'x'.repeat(8000), 'žluť 漢字 🜂', 'v1.token', 'ey.a.b'])(
    'opens what it has sealed, case %# (J60)',
    (value) => {
      const sealed = envelope.seal(value, PLACE);

      expect(isSealed(sealed)).toBe(true);
      expect(envelope.open(sealed, PLACE)).toBe(value);
    },
  );

  it('seals a value differently each time (J60)', () => {
    expect(envelope.seal('x', PLACE)).not.toBe(envelope.seal('x', PLACE));
  });

  it('derives its keys once for 10,000 values (J60)', () => {
    let reads = 0;
    const secrets: readonly [string] = new Proxy([SECRET], {
      get: (target, name) => {
        if (name === '0') reads += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
    const busy = new Envelope(secrets);

    for (let nth = 0; nth < 10_000; nth += 1) busy.seal('gho_example', PLACE);

    expect(reads).toBe(1);
  });

  it('seals a token of 2,048 characters into 2,781 characters (J60)', () => {
    expect(envelope.seal('x'.repeat(2048), PLACE)).toHaveLength(2781);
  });

  it.each([
    ['row', ['accounts', 'refresh_token', 'github', '43']],
    ['column', ['accounts', 'access_token', 'github', '42']],
    ['provider', ['accounts', 'refresh_token', 'gitlab', '42']],
    ['table', ['users', 'refresh_token', 'github', '42']],
    ['place that yields the same string when joined', ['accounts', 'refresh_token', 'github,42']],
  ])('does not open a value in another %s (J61)', (_, place) => {
    expect(envelope.open(envelope.seal('gho_example', PLACE), place)).toBeNull();
  });

  it('does not open a value that was truncated to any length (J61)', () => {
    const cut = Array.from(VECTOR, (_, length) => envelope.open(VECTOR.slice(0, length), PLACE));

    expect(cut.filter((value) => value !== null)).toEqual([]);
  });

  it('does not open a value in which any one bit is flipped (J61)', () => {
    const [, , text = ''] = VECTOR.split('.');
    const bytes = Buffer.from(text, 'base64url');
    const flipped = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const copy = Buffer.from(bytes);
      copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return envelope.open(`${envelope.prefix}${copy.toString('base64url')}`, PLACE);
    });

    expect(flipped.filter((value) => value !== null)).toEqual([]);
  });

  it.each([
    ['a character that is not base64url', VECTOR.replace(/.$/, '!')],
    ['an unknown key id', VECTOR.replace('U_TAu6R5', 'U_TAu6R6')],
    ['a line break at the end', `${VECTOR}\n`],
    ['no seal', 'gho_example'],
  ])('does not open a value with %s (J61)', (_, value) => {
    expect(envelope.open(value, PLACE)).toBeNull();
  });

  // With 28 and 29 bytes, the last character has unused bits; with 30 bytes, it has none.
  it.each(['', 'x', 'xx'])('opens only one encoding of the sealed %j (J61)', (value) => {
    const sealed = envelope.seal(value, PLACE);
    const spellings = Array.from(BASE64URL, (last) => [sealed.slice(0, -1) + last, sealed + last]);

    const opened = spellings.flat().filter((one) => envelope.open(one, PLACE) !== null);

    expect(opened).toEqual([sealed]);
  });

  it('opens a value sealed with an older secret, and seals with the newest (J61)', () => {
    const newer = new Envelope(['another-secret-of-forty-characters-12345', SECRET]);

    expect(newer.open(VECTOR, PLACE)).toBe('gho_example');
    expect(envelope.open(newer.seal('gho_example', PLACE), PLACE)).toBeNull();
  });

  it('does not open a value sealed with a removed secret (J61)', () => {
    const without = new Envelope(['another-secret-of-forty-characters-12345']);

    expect(without.open(VECTOR, PLACE)).toBeNull();
  });
});
