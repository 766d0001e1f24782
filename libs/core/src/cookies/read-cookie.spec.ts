import { findCookies, readCookie } from './read-cookie.js';

describe('readCookie', () => {
  it.each([
    ['a=1', '1'],
    ['b=2; a=1', '1'],
    ['a=1; a=2', '1'],
    ['a=1;a=2', '1'],
    ['a = 1 ; b=2', '1'],
    ['\ta=1', '1'],
    ['a=', ''],
    ['a=b=c', 'b=c'],
    ['a=%7C%3A', '|:'],
    ['a="1"', '"1"'],
    ['ba=3; a=1', '1'],
    ['b=a=3; a=1', '1'],
    ['ab=3; a.b=4; a=1', '1'],
    ['A=2; a=1', '1'],
  ])('reads the cookie a in %j', (header, value) => {
    expect(readCookie(header, 'a')).toBe(value);
  });

  it('keeps spaces inside a value', () => {
    expect(readCookie('a=  x  y \t; b=1', 'a')).toBe('x  y');
  });

  it.each(['', 'b=1', 'ab=1', 'a', 'a; b=1', 'A=1', 'a.0=1', 'a b=1', 'b=a', ';;', 'x; =1'])(
    'finds no cookie a in %j',
    (header) => {
      expect(readCookie(header, 'a')).toBeUndefined();
    },
  );

  it.each(['%', '%E0%A4%A', '%C0%AF', '100%'])(
    'does not decode the broken encoding %s (E17)',
    (value) => {
      expect(readCookie(`a=${value}; b=1`, 'a')).toBe(value);
      expect(readCookie(`b=${value}; a=1`, 'a')).toBe('1');
    },
  );

  it('finds a cookie among 200 others, and after 15 kB (E17)', () => {
    const many = Array.from({ length: 200 }, (_, index) => `c${index}=${index}`).join('; ');

    expect(readCookie(`${many}; a=1`, 'a')).toBe('1');
    expect(readCookie(`b=${'a'.repeat(15_000)}; a=1`, 'a')).toBe('1');
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'reads a cookie named %s only if it was sent (E14)',
    (name) => {
      expect(readCookie('a=1', name)).toBeUndefined();
      expect(readCookie(`${name}=1`, name)).toBe('1');
    },
  );
});

describe('findCookies', () => {
  it('finds the name, and the name with a dot and a suffix, in header order', () => {
    expect(findCookies('s.1=b; x=0; s=w; s.0=a; s.=n; s-1=n; st=n', 's')).toEqual([
      { suffix: '.1', value: 'b' },
      { suffix: '', value: 'w' },
      { suffix: '.0', value: 'a' },
      { suffix: '.', value: 'n' },
    ]);
  });

  it('finds every cookie with a repeated name', () => {
    expect(findCookies('s=1; s=2', 's')).toHaveLength(2);
  });

  it('does not treat a name with dots as a pattern', () => {
    expect(findCookies('aXb=1', 'a.b')).toEqual([]);
  });

  it.each(['s.a b=1', 's.é=1', 's.\u0001=1', 's.\t1=1', 's .0=1'])(
    'ignores %j, whose name a Set-Cookie header cannot contain (E13)',
    (header) => {
      expect(findCookies(header, 's')).toEqual([]);
    },
  );
});
