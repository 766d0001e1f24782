import { startClock, stopClock } from '../../../../test/support/clock.js';
import { CookieJar, serializeCookie } from './cookie-jar.js';

const NAME = 'authjs.session-token';
const OPTIONS = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;
const DEFINITION = { name: NAME, options: OPTIONS };

describe('serializeCookie', () => {
  it('writes every attribute in the order of the wire contract', () => {
    const options = {
      sameSite: 'none',
      priority: 'high',
      partitioned: true,
      secure: true,
      httpOnly: true,
      expires: new Date('2026-12-20T14:42:34.000Z'),
      path: '/',
      domain: 'app.example',
      maxAge: 900,
    } as const;

    expect(serializeCookie({ name: 'a', value: 'b', options })).toBe(
      'a=b; Max-Age=900; Domain=app.example; Path=/; Expires=Sun, 20 Dec 2026 14:42:34 GMT; HttpOnly; Secure; Partitioned; Priority=High; SameSite=None',
    );
  });

  it.each([
    ['lax', 'Lax'],
    ['strict', 'Strict'],
    ['none', 'None'],
    [true, 'Strict'],
  ] as const)('writes sameSite %s as %s', (sameSite, text) => {
    expect(serializeCookie({ name: 'a', value: 'b', options: { sameSite } })).toBe(
      `a=b; SameSite=${text}`,
    );
  });

  it('omits attributes that are false or undefined', () => {
    const options = { httpOnly: false, secure: false, domain: undefined, expires: undefined };

    expect(serializeCookie({ name: 'a', value: 'b', options })).toBe('a=b');
  });

  it.each([
    ['a|b', 'a%7Cb'],
    ['http://localhost:3000', 'http%3A%2F%2Flocalhost%3A3000'],
    ['x\r\nSet-Cookie: a=b; c', 'x%0D%0ASet-Cookie%3A%20a%3Db%3B%20c'],
    ['ü "', '%C3%BC%20%22'],
    ["-_.!~*'()", "-_.!~*'()"],
  ])('encodes the value %j as %s (E13)', (value, text) => {
    expect(serializeCookie({ name: 'a', value, options: {} })).toBe(`a=${text}`);
  });

  it.each(['a b', 'a;b', 'a=b', 'a\r\nb', ''])('refuses the name %j (A56)', (name) => {
    expect(() => serializeCookie({ name, value: '', options: {} })).toThrow(TypeError);
  });

  it('writes the same configured attributes for any name and value', () => {
    const options = Object.freeze({ httpOnly: true, path: '/' });
    const linesOf = (name: string) =>
      ['1', 'ü;', ''].map((value) => serializeCookie({ name, value, options }));

    expect([...linesOf('a'), ...linesOf('bb'), ...linesOf('a')]).toEqual([
      ...['a=1', 'a=%C3%BC%3B', 'a='].map((pair) => `${pair}; Path=/; HttpOnly`),
      ...['bb=1', 'bb=%C3%BC%3B', 'bb='].map((pair) => `${pair}; Path=/; HttpOnly`),
      ...['a=1', 'a=%C3%BC%3B', 'a='].map((pair) => `${pair}; Path=/; HttpOnly`),
    ]);
    expect(() => serializeCookie({ name: 'a;b', value: '', options })).toThrow(TypeError);
  });
});

describe('CookieJar', () => {
  it('reads and decodes the cookies of the request', () => {
    const jar = new CookieJar(`a=1; ${NAME}=x%7Cy`);

    expect(jar.get(NAME)).toBe('x|y');
    expect(jar.get('b')).toBeUndefined();
  });

  it('is empty if the header is empty', () => {
    const jar = new CookieJar('');

    expect(jar.get(NAME)).toBeUndefined();
    expect(jar.find(NAME)).toEqual([]);
    expect(jar.changed()).toEqual([]);
  });

  it('keeps the order in which cookies were first set, and the last value of each', () => {
    const jar = new CookieJar('');

    jar.set({ ...DEFINITION, name: 'a' }, '1');
    jar.set({ ...DEFINITION, name: 'b' }, '2');
    jar.set({ ...DEFINITION, name: 'a' }, '3');

    expect(jar.changed().map(({ name, value }) => [name, value])).toEqual([
      ['a', '3'],
      ['b', '2'],
    ]);
  });

  it('adds options to those of the definition, and the life in seconds to the end (RP16)', () => {
    stopClock();
    const jar = new CookieJar('');
    const expires = new Date(Date.now() + 899_500);

    jar.set(DEFINITION, 'x', { expires });
    jar.set({ ...DEFINITION, name: 'own' }, 'x', { expires, maxAge: 60 });
    jar.set({ ...DEFINITION, name: 'past' }, 'x', { expires: new Date(0) });
    startClock();

    expect(jar.changed().map(({ options }) => options)).toEqual([
      { ...OPTIONS, expires, maxAge: 900 },
      { ...OPTIONS, expires, maxAge: 60 },
      { ...OPTIONS, expires: new Date(0), maxAge: 0 },
    ]);
  });

  it('deletes with the same attributes, an empty value and Max-Age=0', () => {
    const jar = new CookieJar('');

    jar.delete({ name: NAME, options: { ...OPTIONS, maxAge: 900, domain: 'app.example' } });

    expect(jar.changed().map(serializeCookie)).toEqual([
      `${NAME}=; Max-Age=0; Domain=app.example; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
  });

  it('distinguishes deletions from other changes', () => {
    const jar = new CookieJar('');

    jar.set({ ...DEFINITION, name: 'set' }, 'x');
    jar.set({ ...DEFINITION, name: 'empty' }, '');
    jar.delete({ ...DEFINITION, name: 'gone' });

    expect(jar.deleted().map(({ name }) => name)).toEqual(['gone']);
  });
});
