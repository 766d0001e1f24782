import { RequestCookies } from './request-cookies.js';

describe('a cookie of a request', () => {
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
    expect(new RequestCookies(header).get('a')).toBe(value);
  });

  it('keeps spaces inside a value', () => {
    expect(new RequestCookies('a=  x  y \t; b=1').get('a')).toBe('x  y');
  });

  it.each(['', 'b=1', 'ab=1', 'a', 'a; b=1', 'A=1', 'a.0=1', 'a b=1', 'b=a', ';;', 'x; =1'])(
    'finds no cookie a in %j',
    (header) => {
      expect(new RequestCookies(header).get('a')).toBeUndefined();
    },
  );

  it.each(['%', '%E0%A4%A', '%C0%AF', '100%'])(
    'does not decode the broken encoding %s (E17)',
    (value) => {
      expect(new RequestCookies(`a=${value}; b=1`).get('a')).toBe(value);
      expect(new RequestCookies(`b=${value}; a=1`).get('a')).toBe('1');
    },
  );

  it('finds a cookie among 200 others, and after 15 kB (E17)', () => {
    const many = Array.from({ length: 200 }, (_, index) => `c${index}=${index}`).join('; ');

    expect(new RequestCookies(`${many}; a=1`).get('a')).toBe('1');
    expect(new RequestCookies(`b=${'a'.repeat(15_000)}; a=1`).get('a')).toBe('1');
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'reads a cookie named %s only if it was sent (E14)',
    (name) => {
      expect(new RequestCookies('a=1').get(name)).toBeUndefined();
      expect(new RequestCookies(`${name}=1`).get(name)).toBe('1');
    },
  );
});

describe('the cookies with a common beginning', () => {
  it('finds the name, and the name with a dot and a suffix, in header order', () => {
    expect(new RequestCookies('s.1=b; x=0; s=w; s.0=a; s.=n; s-1=n; st=n').find('s')).toEqual([
      { suffix: '.1', value: 'b' },
      { suffix: '', value: 'w' },
      { suffix: '.0', value: 'a' },
      { suffix: '.', value: 'n' },
    ]);
  });

  it('finds every cookie with a repeated name', () => {
    expect(new RequestCookies('s=1; s=2').find('s')).toHaveLength(2);
  });

  it('does not treat a name with dots as a pattern', () => {
    expect(new RequestCookies('aXb=1').find('a.b')).toEqual([]);
  });

  it.each(['s.a b=1', 's.é=1', 's.\u0001=1', 's.\t1=1', 's .0=1'])(
    'ignores %j, whose name a Set-Cookie header cannot contain (E13)',
    (header) => {
      expect(new RequestCookies(header).find('s')).toEqual([]);
    },
  );
});
