import { idOfKey } from './id-of-key.js';

describe('idOfKey', () => {
  const account = { provider: 'github', providerAccountId: '42', type: 'oauth' };

  it('returns the same UUID for the same key', () => {
    const id = idOfKey(account, ['provider', 'providerAccountId']);

    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    expect(idOfKey({ ...account, type: 'oidc' }, ['provider', 'providerAccountId'])).toBe(id);
  });

  it('returns a different id if a character moves from one member to the next', () => {
    const first = idOfKey({ a: 'x', b: 'yz' }, ['a', 'b']);

    expect(idOfKey({ a: 'xy', b: 'z' }, ['a', 'b'])).not.toBe(first);
    expect(idOfKey({ a: 'x","y', b: 'z' }, ['a', 'b'])).not.toBe(first);
  });
});
