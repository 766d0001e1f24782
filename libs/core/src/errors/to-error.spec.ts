import { toError } from './to-error.js';

describe('the error of what was thrown', () => {
  it('is the error itself', () => {
    const error = new TypeError('no');

    expect(toError(error)).toBe(error);
  });

  it('has a thrown string as its message', () => {
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
  ])('reports only the kind of %p: %s', (thrown, message) => {
    expect(toError(thrown).message).toBe(message);
  });
});
