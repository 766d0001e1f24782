import { timesOf } from '../../../../test/support/effort.js';
import { constantTimeEqual, sha256Hex } from './digests.js';
import { randomToken } from './random-token.js';

const TOKENS = timesOf('RANDOM_TOKENS', { part: 10_000, whole: 100_000 });

describe('randomToken', () => {
  it('returns 32 bytes, in hex or base64url', () => {
    expect(randomToken()).toMatch(/^[0-9a-f]{64}$/);
    expect(randomToken('base64url')).toMatch(/^[\w-]{43}$/);
  });

  it('returns many different tokens, in which every bit varies (D21, G03)', () => {
    const tokens = Array.from({ length: TOKENS }, () => randomToken());
    const set = new Set(tokens);
    const digitsAt = (place: number) => new Set(tokens.map((token) => token[place]));

    expect(set.size).toBe(tokens.length);
    for (let place = 0; place < 64; place += 1) expect(digitsAt(place).size).toBe(16);
  });
});

describe('constantTimeEqual', () => {
  it.each([
    ['a', 'a', true],
    ['', '', true],
    ['a', 'b', false],
    ['a', 'aa', false],
    ['', 'a', false],
    ['ü😀', 'ü😀', true],
  ])('compares %j with %j: %s', (a, b, equal) => {
    expect(constantTimeEqual(a, b)).toBe(equal);
  });
});

describe('sha256Hex', () => {
  it('hashes the string in UTF-8', () => {
    expect(sha256Hex('ü')).toBe('607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f');
  });
});
