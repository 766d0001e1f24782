import { aContext } from '../../../../../test/support/a-context.js';
import type { SessionContext } from '../context/session-context.js';
import { formsOf } from './session-cookie-forms.js';

const NAME = 'authjs.session-token';
const CHUNK = 3936;
const EXPIRES = new Date('2026-12-20T14:42:34.000Z');

const found = (cookie: string) => aContext({ cookie }).carrier.present();
const written = (ctx: SessionContext) =>
  ctx.cookies
    .changed()
    .map(({ name, value, options }) => [name, value.length, options.maxAge === 0 ? 0 : undefined]);

describe('what a request presents', () => {
  it.each([
    ['the whole cookie', `${NAME}=x`, [['x', [NAME]]]],
    ['parts in any order', `${NAME}.1=b; ${NAME}.0=a`, [['ab', [`${NAME}.0`, `${NAME}.1`]]]],
    ['a single part', `${NAME}.0=a`, [['a', [`${NAME}.0`]]]],
    [
      'ten or more parts in numerical order',
      Array.from({ length: 12 }, (_, index) => `${NAME}.${11 - index}=${11 - index},`).join(';'),
      [
        [
          '0,1,2,3,4,5,6,7,8,9,10,11,',
          Array.from({ length: 12 }, (_, index) => `${NAME}.${index}`),
        ],
      ],
    ],
    [
      'both forms',
      `${NAME}=x; ${NAME}.0=a`,
      [
        ['x', [NAME]],
        ['a', [`${NAME}.0`]],
      ],
    ],
    ['nothing', '', []],
    ['no cookie with a longer name', `${NAME}s=x; ${NAME}-0=x; x${NAME}=x`, []],
    ['no empty cookie', `${NAME}=; ${NAME}.0=`, []],
  ])('collects %s', (_what, cookie, forms) => {
    expect(found(cookie).forms.map(({ value, names }) => [value, names])).toEqual(forms);
  });

  it.each([
    ['a gap', `${NAME}.0=a; ${NAME}.2=c`, 'a'],
    ['an extra .9', `${NAME}.0=a; ${NAME}.1=b; ${NAME}.9=z`, 'ab'],
    ['the suffix .01', `${NAME}.0=a; ${NAME}.01=z`, 'a'],
    ['the suffix .1e1', `${NAME}.0=a; ${NAME}.1e1=z`, 'a'],
    ['the suffix .-1', `${NAME}.0=a; ${NAME}.-1=z`, 'a'],
    ['the suffix .a', `${NAME}.0=a; ${NAME}.a=z`, 'a'],
  ])('joins no part that follows %s, but lists its name (D12)', (_what, cookie, value) => {
    const { forms, names } = found(cookie);

    expect(forms.map((form) => form.value)).toEqual([value]);
    expect(names).toHaveLength(cookie.split(';').length);
  });

  it('finds no value if the first part is missing (D12)', () => {
    expect(found(`${NAME}.1=b; ${NAME}.2=c`)).toEqual({
      forms: [],
      names: [`${NAME}.1`, `${NAME}.2`],
      isRepeated: false,
    });
  });

  it.each([
    `${NAME}.0=a; ${NAME}.1=b; ${NAME}.1=c; ${NAME}.1=d`,
    [1, 2, 3, 4].map((value) => `${NAME}=${value}`).join('; '),
  ])('finds no value if a name was sent more often than anybody sends it: %s (D11)', (cookie) => {
    const { forms, names } = found(cookie);

    expect(forms).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
  });

  it('lists the values of a cookie that was sent twice, and says so (RP3)', () => {
    const { forms, isRepeated } = found(`${NAME}=x; ${NAME}=y`);

    expect(forms.map(({ value }) => value)).toEqual(['x', 'y']);
    expect(isRepeated).toBe(true);
  });

  it('joins parts that were sent twice in each way, beside whole values (BT16)', () => {
    const cookie = ['', '', '.0', '.1', '.0'].map((end, at) => `${NAME}${end}=${'xyabc'[at]}`);
    const { forms, isRepeated } = found(cookie.join('; '));

    expect(forms.map(({ value }) => value)).toEqual(['x', 'y', 'a', 'c', 'ab', 'cb']);
    expect(isRepeated).toBe(true);
  });

  it('ignores a name with a prefix or in upper case (D10)', () => {
    expect(found(`__Secure-${NAME}=x; __Host-${NAME}=x; ${NAME.toUpperCase()}=x`).names).toEqual(
      [],
    );
  });
});

describe('writing a session cookie', () => {
  it.each([
    ['one cookie', CHUNK, [[NAME, CHUNK]]],
    [
      'two parts',
      CHUNK + 1,
      [
        [`${NAME}.0`, CHUNK],
        [`${NAME}.1`, 1],
      ],
    ],
    [
      'three parts',
      2 * CHUNK + 7,
      [
        [`${NAME}.0`, CHUNK],
        [`${NAME}.1`, CHUNK],
        [`${NAME}.2`, 7],
      ],
    ],
  ])('writes %s for %d characters', (_what, length, cookies) => {
    const ctx = aContext();

    ctx.carrier.write('x'.repeat(length), EXPIRES);

    expect(written(ctx)).toEqual(cookies.map((cookie) => [...cookie, undefined]));
  });

  it('sets all attributes on each part', () => {
    const ctx = aContext({ request: { protocol: 'https' } });

    ctx.carrier.write('x'.repeat(CHUNK + 1), EXPIRES);

    for (const { options } of ctx.cookies.changed()) {
      expect(options).toEqual({
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: 'lax',
        expires: EXPIRES,
        maxAge: expect.any(Number) as unknown,
      });
    }
  });

  it('clears the whole cookie if the new value needs parts (D13)', () => {
    const ctx = aContext({ cookie: `${NAME}=x` });

    ctx.carrier.write('x'.repeat(CHUNK + 1), EXPIRES);

    expect(written(ctx)).toEqual([
      [NAME, 0, 0],
      [`${NAME}.0`, CHUNK, undefined],
      [`${NAME}.1`, 1, undefined],
    ]);
  });

  it('clears the parts if the new value fits into one cookie (D13)', () => {
    const ctx = aContext({ cookie: `${NAME}.0=a; ${NAME}.1=b; ${NAME}.2=c` });

    ctx.carrier.write('x', EXPIRES);

    expect(written(ctx)).toEqual([
      [`${NAME}.0`, 0, 0],
      [`${NAME}.1`, 0, 0],
      [`${NAME}.2`, 0, 0],
      [NAME, 1, undefined],
    ]);
  });

  it('sets nothing if the value is too large for three parts (D14)', () => {
    const ctx = aContext();

    expect(() => ctx.carrier.write('x'.repeat(3 * CHUNK + 1), EXPIRES)).toThrow(RangeError);
    expect(ctx.cookies.changed()).toEqual([]);
  });

  it('writes a value that is read back unchanged', () => {
    const ctx = aContext();
    const value = Array.from({ length: 9000 }, (_, index) => index % 10).join('');

    ctx.carrier.write(value, EXPIRES);

    const header = ctx.cookies.changed().map((cookie) => `${cookie.name}=${cookie.value}`);
    expect(found(header.reverse().join('; ')).forms[0]?.value).toBe(value);
  });
});

describe('clearing session cookies', () => {
  it('deletes all session cookies in the request, and nothing else', () => {
    const ctx = aContext({ cookie: `a=1; ${NAME}=x; ${NAME}.0=y; ${NAME}.a=z` });

    ctx.carrier.clear();

    expect(written(ctx)).toEqual([
      [NAME, 0, 0],
      [`${NAME}.0`, 0, 0],
      [`${NAME}.a`, 0, 0],
    ]);
  });

  it('clears genuine cookies first, and then a few dozen planted ones (N6)', () => {
    const planted = Array.from({ length: 500 }, (_, n) => `${NAME}.${n + 10}=1`);
    const ctx = aContext({ cookie: [...planted, `${NAME}.1=b`, `${NAME}.0=a`].join('; ') });

    ctx.carrier.clear();

    const names = written(ctx).map(([name]) => name);
    expect(names.slice(0, 2)).toEqual([`${NAME}.1`, `${NAME}.0`]);
    expect(names.length).toBeLessThan(40);
  });
});

describe('hundreds of parts', () => {
  it('are joined with at most four reads of each part (N6)', () => {
    let looks = 0;
    const parts = Array.from({ length: 539 }, (_, n) => ({
      value: 'x',
      get suffix() {
        looks += 1;
        return `.${n}`;
      },
    }));

    expect(formsOf(parts, NAME).forms[0]?.value).toHaveLength(539);
    expect(looks).toBeLessThan(4 * parts.length);
  });
});
