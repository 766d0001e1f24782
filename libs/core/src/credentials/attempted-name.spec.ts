import { attemptedName } from './attempted-name.js';

describe('attemptedName', () => {
  it.each([
    [
      'the first field that is not a password',
      { name: {}, password: { type: 'password' } },
      'jane',
    ],
    ['not a password that stands first', { password: { type: 'password' }, name: {} }, 'jane'],
    ['the field of type email', { tenant: {}, mail: { type: 'email' } }, 'j@example.com'],
    [
      'what browsers fill in as user name',
      { tenant: {}, name: { autocomplete: 'username' } },
      'jane',
    ],
  ])('is %s', (_, credentials, identifier) => {
    const form = { name: ' Jane', password: 'p', tenant: 'acme', mail: 'J@Example.com', id: 'x' };

    expect(attemptedName({ credentials }, form)).toBe(identifier);
  });

  it.each([
    ['nothing is declared', {}],
    ['only a password is declared', { password: { type: 'password' } }],
    ['the field was not sent', { user: {} }],
  ])('is unknown where %s', (_, credentials) => {
    expect(attemptedName({ credentials }, { name: 'jane', password: 'p' })).toBeUndefined();
  });
});
