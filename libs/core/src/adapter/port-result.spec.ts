import { portResult } from './port-result.js';

const EXPIRES = new Date('2026-03-10T12:00:00.500Z');

describe('portResult', () => {
  it('treats a missing result as not found', () => {
    expect(portResult(undefined, 'getUser')).toBeNull();
    expect(portResult(null, 'getUser')).toBeNull();
  });

  it('distinguishes an update that returns nothing from one that found no session (S, late result)', () => {
    expect(portResult(undefined, 'updateSession')).toBeUndefined();
    expect(portResult(null, 'updateSession')).toBeNull();
  });

  it.each([
    [7, '7'],
    [0, '0'],
    [9007199254740993n, '9007199254740993'],
  ])('turns the id %p into a string', (id, text) => {
    expect(portResult({ id, email: 'ada@example.com' }, 'getUser')).toEqual({
      id: text,
      email: 'ada@example.com',
    });
    expect(portResult([{ userId: id }], 'getUser')).toEqual([{ userId: text }]);
  });

  it('turns the ids of a session and its user into strings, and changes nothing else', () => {
    const session = { id: 3, sessionToken: '1', userId: 7, expires: EXPIRES };
    const user = { id: 7, email: 'ada@example.com', emailVerified: null, age: 36 };

    expect(portResult({ session, user }, 'getUser')).toEqual({
      session: { ...session, id: '3', userId: '7' },
      user: { ...user, id: '7' },
    });
    expect([session.userId, user.id]).toEqual([7, 7]);
  });

  it('returns the row itself if its ids are strings', () => {
    const user = { id: '7', emailVerified: EXPIRES };

    expect(portResult(user, 'getUser')).toBe(user);
    expect(portResult(true, 'getUser')).toBe(true);
  });
});
