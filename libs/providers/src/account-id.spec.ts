import { accountId } from './account-id.js';

describe('accountId', () => {
  it.each([
    [583231, '583231'],
    [0, '0'],
    [-5, '-5'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['5f8', '5f8'],
    ['9007199254740993', '9007199254740993'],
    [null, undefined],
    [undefined, undefined],
  ])('converts %j to %j', (id, text) => {
    expect(accountId(id)).toBe(text);
  });

  it.each([[2 ** 53], [1.5], [NaN], [Infinity], [{}], [[7]], [true], [7n], [''], [' \t']])(
    'refuses a value that is neither a string nor a safe integer (V9): %p',
    (id) => {
      expect(() => accountId(id)).toThrow('must be a string or a safe integer');
      expect(() => accountId('T1', id)).toThrow('must be a string or a safe integer');
    },
  );

  it('returns different ids for different combinations of parts (V7)', () => {
    expect(accountId('T1', 'U1')).toBe('T1:U1');
    expect(accountId('a:b', 'c')).not.toBe(accountId('a', 'b:c'));
    expect(accountId('a', 'b')).not.toBe(accountId('a%3Ab'));
  });

  it('returns undefined if a part is missing (V7)', () => {
    expect(accountId(undefined, 'U1')).toBeUndefined();
    expect(accountId('T1', null)).toBeUndefined();
  });
});
