import { toError } from './to-error.js';

describe('toError', () => {
  it('returns an error itself', () => {
    const error = new TypeError('no');

    expect(toError(error)).toBe(error);
  });

  it('uses a thrown string as the message', () => {
    expect(toError('no').message).toBe('no');
  });

  it.each([
    [{ secret: 1 }, 'an object was thrown'],
    [['secret'], 'an object was thrown'],
    [() => 'secret', 'a function was thrown'],
    [12, 'a number was thrown'],
    [12n, 'a bigint was thrown'],
    [true, 'a boolean was thrown'],
    [Symbol('secret'), 'a symbol was thrown'],
    [undefined, 'undefined was thrown'],
    [null, 'null was thrown'],
  ])('reports only the type of %p: %s', (thrown, message) => {
    expect(toError(thrown).message).toBe(message);
  });
});
