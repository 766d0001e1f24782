import { Envelope } from '../crypto/envelope.js';
import type { AdapterOperation } from './adapter.port.js';
import { openToken, sealArguments } from './sealed-tokens.js';

const envelope = new Envelope(['an-encryption-secret-of-forty-characters']);
const seal = sealArguments(envelope);
const account = {
  provider: 'github',
  providerAccountId: '42',
  type: 'oauth' as const,
  access_token: 'at',
  refresh_token: 'rt',
  id_token: 'it',
  scope: 'read',
};

describe('sealArguments', () => {
  it.each<[AdapterOperation, unknown]>([
    ['linkAccount', account],
    ['updateAccount', account],
    ['registerUser', { user: {}, account }],
    ['addToUser', { user: {}, account }],
  ])('seals the three tokens in %s, and nothing else (J66)', (operation, given) => {
    const text = JSON.stringify(seal(operation, [given]));

    expect(text.match(/"an1\./g)).toHaveLength(3);
    expect(text).toContain('"scope":"read"');
    expect(text).not.toMatch(/"(?:at|rt|it)"/);
  });

  it('does not change its arguments', () => {
    const given = structuredClone(account);

    seal('linkAccount', [given]);

    expect(given).toEqual(account);
  });

  it('does not seal tokens that are null or absent', () => {
    const [sealed] = seal('updateAccount', [
      { ...account, id_token: null, access_token: undefined },
    ]);

    expect(sealed).toMatchObject({ id_token: null, access_token: undefined });
  });

  it('does not change other operations, or a registration without an account', () => {
    expect(seal('getAccount', ['42', 'github'])).toEqual(['42', 'github']);
    expect(seal('registerUser', [{ user: {} }])).toEqual([{ user: {} }]);
  });
});

describe('openToken', () => {
  const reading = { envelope, acceptsPlain: true };

  it.each(['gho_plain', 'v1.0badc0de', 'eyJhbGciOiJub25lIn0.e30.', '0badc0de'])(
    'treats %s as a token that was never sealed (J63)',
    (stored) => {
      const row = { ...account, access_token: stored };

      expect(openToken(reading, row, 'access_token')).toBe(stored);
      expect(openToken({ ...reading, acceptsPlain: false }, row, 'access_token')).toBeNull();
    },
  );

  it('refuses a plain token that looks like a sealed one (J63)', () => {
    expect(
      openToken(reading, { ...account, access_token: 'an1.plain' }, 'access_token'),
    ).toBeNull();
  });

  it('returns undefined if no token is stored', () => {
    expect(openToken(reading, { ...account, access_token: null }, 'access_token')).toBeUndefined();
  });

  it('does not open a token in another account or member (J61)', () => {
    const [sealed] = seal('linkAccount', [account]) as [typeof account];

    expect(openToken(reading, sealed, 'access_token')).toBe('at');
    const moved = { ...sealed, providerAccountId: '43' };
    expect(openToken(reading, moved, 'access_token')).toBeNull();
    const exchanged = { ...sealed, access_token: sealed.refresh_token };
    expect(openToken(reading, exchanged, 'access_token')).toBeNull();
  });
});
