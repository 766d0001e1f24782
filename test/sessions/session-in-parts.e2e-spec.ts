import { encode } from '@authnest/core';
import { clearedNames } from '../support/set-cookies.js';
import { cookieHeader, expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { platforms, SECRET, TestApp } from '../support/test-app.js';

/** The number of characters in one part. @see docs/design/wire-contract.md 3.3 */
const PART = 3936;

/** Creates a session token for Jane that needs the given number of parts. */
async function tokenOf(parts: number, claims: object = {}): Promise<string> {
  const payload = { sub: 'id-of-jane', name: 'jane', ...claims };
  const filler = 'x'.repeat(Math.floor((parts - 0.5) * PART * 0.75) - 400);
  return encode({ token: { ...payload, filler }, secret: SECRET, salt: SESSION });
}

function partsOf(token: string): string[] {
  return token.match(new RegExp(`.{1,${PART}}`, 'g')) ?? [];
}

/** Returns a cookie for each part, numbered in order. */
function named(values: readonly (string | undefined)[]): Record<string, string> {
  const entries = values.map((value, index) => [`${SESSION}.${index}`, value] as const);
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

describe.each(platforms())('a session in parts on %s', (platform) => {
  let app: TestApp;
  let parts: string[];

  beforeAll(async () => {
    app = await TestApp.start({ platform, module: { controllers: [MeController] } });
    parts = partsOf(await tokenOf(3));
    expect(parts).toHaveLength(3);
  });

  afterAll(() => app.close());

  const [first, second, third] = [0, 1, 2].map((index) => () => parts[index] ?? '') as [
    () => string,
    () => string,
    () => string,
  ];
  it.each<[string, () => Record<string, string> | string]>([
    ['the parts are swapped', () => named([second(), first(), third()])],
    ['the first is missing', () => named([undefined, second(), third()])],
    ['the middle is missing', () => named([first(), undefined, third()])],
    ['the last is missing', () => named([first(), second()])],
    ['the last is truncated', () => named([first(), second(), third().slice(0, -1)])],
    ['a part is repeated with the next number', () => named([first(), second(), third(), third()])],
    [
      'a part is sent three times',
      () => `${SESSION}.1=x; ${SESSION}.1=y; ${cookieHeader(named(parts))}`,
    ],
    ...['.01', '.1e1', '.-1', '.a', '.1.0', '.', '1'].map(
      (suffix): [string, () => Record<string, string>] => [
        `the middle has the suffix ${suffix}`,
        () => ({ ...named([first(), undefined, third()]), [SESSION + suffix]: second() }),
      ],
    ),
    [
      'the single cookie belongs to another user',
      () => ({ ...named(parts), [SESSION]: other.token }),
    ],
  ])('is refused if %s (D12)', async (_, cookies) => {
    await expectSignedOut(app, cookies());
  });

  it.each([
    ['after it', () => `${cookieHeader(named(parts))}; ${SESSION}.1=${second()}`],
    ['with another value before it', () => `${SESSION}.1=x; ${cookieHeader(named(parts))}`],
  ])('goes on if a part is sent once more, %s (BT16)', async (_, cookie) => {
    const response = await app.client().get('/auth/session', { cookie: cookie() });

    expect(response.json()).toMatchObject({ user: { name: 'jane' } });
  });

  it.each([
    '.9',
    '.01',
    '.1e1',
    '.-1',
    '.a',
    '.4',
    '.',
    '.0.0',
    '.__proto__',
    '.99999999999999999999',
  ])('ignores and clears the stray part %s (D12)', async (suffix) => {
    const stray = SESSION + suffix;
    for (const session of [{ [SESSION]: await tokenOf(1) }, named(parts)]) {
      const response = await app
        .client()
        .get('/auth/session', { cookie: cookieHeader({ [stray]: second(), ...session }) });

      expect(response.json()).toMatchObject({ user: { name: 'jane' } });
      expect(clearedNames(response.headers['set-cookie'])).toEqual(expect.arrayContaining([stray]));
    }
  });

  it('is refused if neither the single cookie nor the parts contain a user, whichever is newer (V15)', async () => {
    const nobody = (name: string) => encode({ token: { name }, secret: SECRET, salt: SESSION });
    const [jane, mallory] = [await nobody('jane'), await nobody('mallory')];

    await expectSignedOut(app, { [SESSION]: jane, [`${SESSION}.0`]: mallory });
    await expectSignedOut(app, { [SESSION]: mallory, [`${SESSION}.0`]: jane });
  });

  it('ignores and clears a broken single cookie beside valid parts, and broken parts beside a valid single cookie (D12)', async () => {
    const whole = await tokenOf(1);
    for (const [session, stray] of [
      [named(parts), { [SESSION]: 'broken' }],
      [{ [SESSION]: whole }, { [`${SESSION}.0`]: 'broken' }],
    ] as const) {
      const response = await app
        .client()
        .get('/auth/session', { cookie: cookieHeader({ ...stray, ...session }) });

      expect(response.json()).toMatchObject({ user: { name: 'jane' } });
      expect(clearedNames(response.headers['set-cookie'])).toEqual(
        expect.arrayContaining(Object.keys(stray)),
      );
    }
  });
});

const other = { token: '' };

beforeAll(async () => {
  other.token = await tokenOf(1, { sub: 'id-of-mallory', name: 'mallory' });
});
