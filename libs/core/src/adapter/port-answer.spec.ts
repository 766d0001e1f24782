import { portAnswer } from './port-answer.js';

const EXPIRES = new Date('2026-03-10T12:00:00.500Z');

describe('portAnswer', () => {
  it('takes an answer that is missing for nothing found', () => {
    expect(portAnswer(undefined, 'getUser')).toBeNull();
    expect(portAnswer(null, 'getUser')).toBeNull();
  });

  it('tells an update that returns nothing from one that found no session (S, late answer)', () => {
    expect(portAnswer(undefined, 'updateSession')).toBeUndefined();
    expect(portAnswer(null, 'updateSession')).toBeNull();
  });

  it.each([
    [7, '7'],
    [0, '0'],
    [9007199254740993n, '9007199254740993'],
  ])('makes a text of the id %p', (id, text) => {
    expect(portAnswer({ id, email: 'ada@example.com' }, 'getUser')).toEqual({
      id: text,
      email: 'ada@example.com',
    });
    expect(portAnswer([{ userId: id }], 'getUser')).toEqual([{ userId: text }]);
  });

  it('makes texts of the ids of a session and its user, and leaves the rest as it is', () => {
    const session = { id: 3, sessionToken: '1', userId: 7, expires: EXPIRES };
    const user = { id: 7, email: 'ada@example.com', emailVerified: null, age: 36 };

    expect(portAnswer({ session, user }, 'getUser')).toEqual({
      session: { ...session, id: '3', userId: '7' },
      user: { ...user, id: '7' },
    });
    expect([session.userId, user.id]).toEqual([7, 7]);
  });

  it('hands out the very row whose ids are texts', () => {
    const user = { id: '7', emailVerified: EXPIRES };

    expect(portAnswer(user, 'getUser')).toBe(user);
    expect(portAnswer(true, 'getUser')).toBe(true);
  });
});
