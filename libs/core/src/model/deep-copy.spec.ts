import { deepCopy } from './deep-copy.js';

describe('deepCopy', () => {
  it('copies records, lists and dates, and keeps what is of a class (ID27)', () => {
    const kept = new URL('https://a.example/');
    const value = { list: [{ at: new Date(0) }], bare: Object.create(null) as object, kept };
    const copy = deepCopy(value);

    expect(copy).toEqual(value);
    expect(copy.list).not.toBe(value.list);
    expect(copy.list[0]?.at).not.toBe(value.list[0]?.at);
    expect(copy.kept).toBe(kept);
  });

  it('copies a cycle once', () => {
    const user: { self?: object } = {};
    user.self = user;
    const copy = deepCopy(user);
    expect(copy.self).toBe(copy);
    expect(copy).not.toBe(user);
  });

  it.each(['__proto__', 'constructor', 'toString'])('keeps a member called %s', (name) => {
    const copy = deepCopy(JSON.parse(`{ "${name}": { "isAdmin": true } }`) as object);
    expect(Object.keys(copy)).toEqual([name]);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy).not.toHaveProperty('isAdmin');
  });
});
