import { attemptedName } from './attempted-name.js';

describe('attemptedName', () => {
  it.each([
    [
      'the first field that is not a password',
      { name: {}, password: { type: 'password' } },
      ' Jane',
    ],
    ['the first field after a password', { password: { type: 'password' }, name: {} }, ' Jane'],
    ['the field of type email', { tenant: {}, mail: { type: 'email' } }, 'J@Example.com'],
    [
      'the field that browsers fill in as the user name',
      { tenant: {}, name: { autocomplete: 'username' } },
      ' Jane',
    ],
  ])('returns %s', (_, credentials, identifier) => {
    const form = { name: ' Jane', password: 'p', tenant: 'acme', mail: 'J@Example.com', id: 'x' };

    expect(attemptedName({ credentials }, form)).toBe(identifier);
  });

  it.each([
    ['nothing is declared', {}],
    ['only a password is declared', { password: { type: 'password' } }],
    ['the field was not sent', { user: {} }],
  ])('returns undefined if %s', (_, credentials) => {
    expect(attemptedName({ credentials }, { name: 'jane', password: 'p' })).toBeUndefined();
  });
});
