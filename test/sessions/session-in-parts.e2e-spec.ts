import { encode, type JwtParams } from '@authnest/core';
import { clearedNames, type SentCookie, sentCookies } from '../support/set-cookies.js';
import { cookieHeader, expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, platforms, SECRET, TestApp } from '../support/test-app.js';

/** Characters of one part, and parts at most. @see wire contract 3.3 */
const PART = 3936;
const MOST = 3;

/** A session token of Jane that needs this many parts. */
async function tokenOf(parts: number, claims: object = {}): Promise<string> {
  const payload = { sub: 'id-of-jane', name: 'jane', ...claims };
  const filler = 'x'.repeat(Math.floor((parts - 0.5) * PART * 0.75) - 400);
  return encode({ token: { ...payload, filler }, secret: SECRET, salt: SESSION });
}

function partsOf(token: string): string[] {
  return token.match(new RegExp(`.{1,${PART}}`, 'g')) ?? [];
}

/** A cookie for each part, named as they come. */
function named(values: readonly (string | undefined)[]): Record<string, string> {
  const entries = values.map((value, index) => [`${SESSION}.${index}`, value] as const);
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

describe.each(platforms)('a session in parts on %s', (platform) => {
  let app: TestApp;
  let token: string;
  let parts: string[];
  /** What the jwt callback puts into the token; undefined leaves it as it is. */
  const size: { of?: number } = {};

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      config: {
        callbacks: {
          jwt: ({ token: claims }: JwtParams) =>
            size.of === undefined ? claims : { ...claims, filler: 'x'.repeat(size.of) },
        },
      },
      module: { controllers: [MeController] },
    });
    token = await tokenOf(3);
    parts = partsOf(token);
    expect(parts).toHaveLength(3);
  });

  beforeEach(() => {
    size.of = undefined;
  });

  afterAll(() => app.close());

  async function signIn(filler: number): Promise<CheckedClient> {
    size.of = filler;
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    return browser;
  }

  /** Lets the jwt callback make a session of another size. */
  async function resize(browser: CheckedClient, filler: number): Promise<SentCookie[]> {
    const json = { csrfToken: await browser.csrfToken() };
    size.of = filler;
    const updated = await browser.post('/auth/session', { json });
    expect(updated.text).toContain('jane');
    return sentCookies(updated.headers['set-cookie']);
  }

  const namesOf = (browser: CheckedClient) =>
    [...browser.cookies.keys()].filter((name) => name.startsWith(SESSION)).sort();

  it('is written in parts of 3936 characters that all have the same attributes', async () => {
    const browser = await signIn(6000);

    const sent = sentCookies(browser.lastSetCookies).filter(({ name }) => name.startsWith(SESSION));

    expect(sent.map(({ name }) => name)).toEqual([`${SESSION}.0`, `${SESSION}.1`, `${SESSION}.2`]);
    expect(sent[0]?.value).toHaveLength(PART);
    expect(sent[1]?.value).toHaveLength(PART);
    const attributes = sent.map((cookie) => JSON.stringify([...cookie.attributes]));
    expect(new Set(attributes).size).toBe(1);
    expect([...(sent[0]?.attributes.keys() ?? [])]).toEqual([
      'Path',
      'Expires',
      'HttpOnly',
      'SameSite',
    ]);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });

  it('stays whole up to one part, and no further', async () => {
    const probe = await signIn(1000);
    const overhead = (probe.cookies.get(SESSION) ?? '').length - Math.ceil((1000 * 4) / 3);

    const whole = await signIn(Math.floor(((PART - overhead) * 3) / 4) - 48);
    const parted = await signIn(Math.floor(((PART - overhead) * 3) / 4) + 48);

    expect(namesOf(whole)).toEqual([SESSION]);
    expect(namesOf(parted)).toEqual([`${SESSION}.0`, `${SESSION}.1`]);
  });

  it('D13 clears stale parts when it shrinks from three to one', async () => {
    const browser = await signIn(6000);

    const sent = await resize(browser, 0);

    expect(sent.filter(({ value }) => value !== '').map(({ name }) => name)).toContain(SESSION);
    expect(namesOf(browser)).toEqual([SESSION]);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });

  it('D13 clears the whole one when it grows from one to three', async () => {
    const browser = await signIn(0);

    await resize(browser, 6000);

    expect(namesOf(browser)).toEqual([`${SESSION}.0`, `${SESSION}.1`, `${SESSION}.2`]);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });

  it('D13 clears all three at sign-out', async () => {
    const browser = await signIn(6000);

    const signedOut = await browser.signOut();

    expect(clearedNames(signedOut.headers['set-cookie'])).toEqual(
      [0, 1, 2].map((n) => `${SESSION}.${n}`),
    );
    expect(namesOf(browser)).toEqual([]);
  });

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
    [
      'a part comes again under the next number',
      () => named([first(), second(), third(), third()]),
    ],
    ['a part comes twice', () => `${cookieHeader(named(parts))}; ${SESSION}.1=${second()}`],
    ['a part comes twice, another first', () => `${SESSION}.1=x; ${cookieHeader(named(parts))}`],
    ...['.01', '.1e1', '.-1', '.a', '.1.0', '.', '1'].map(
      (suffix): [string, () => Record<string, string>] => [
        `the middle is called ${suffix}`,
        () => ({ ...named([first(), undefined, third()]), [SESSION + suffix]: second() }),
      ],
    ),
    ['the whole one is another person', () => ({ ...named(parts), [SESSION]: other.token })],
  ])('D12 is none where %s', async (_, cookies) => {
    await expectSignedOut(app, cookies());
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
  ])('D12 ignores and clears the stray part %s', async (suffix) => {
    const stray = SESSION + suffix;
    for (const session of [{ [SESSION]: await tokenOf(1) }, named(parts)]) {
      const answer = await app
        .client()
        .get('/auth/session', { cookie: cookieHeader({ [stray]: second(), ...session }) });

      expect(answer.json()).toMatchObject({ user: { name: 'jane' } });
      expect(clearedNames(answer.headers['set-cookie'])).toEqual(expect.arrayContaining([stray]));
    }
  });

  it('D12 ignores and clears a broken whole one beside the parts, and broken parts beside it', async () => {
    const whole = await tokenOf(1);
    for (const [session, stray] of [
      [named(parts), { [SESSION]: 'broken' }],
      [{ [SESSION]: whole }, { [`${SESSION}.0`]: 'broken' }],
    ] as const) {
      const answer = await app
        .client()
        .get('/auth/session', { cookie: cookieHeader({ ...stray, ...session }) });

      expect(answer.json()).toMatchObject({ user: { name: 'jane' } });
      expect(clearedNames(answer.headers['set-cookie'])).toEqual(
        expect.arrayContaining(Object.keys(stray)),
      );
    }
  });

  it.each([20_000, 200_000])('D14 refuses a sign-in whose session has %i bytes', async (bytes) => {
    size.of = bytes;
    const browser = app.client();

    const refused = await browser.signIn('credentials', JANE);

    expect(refused.location).toBe(`${app.url}/auth/error?error=Configuration`);
    expect(namesOf(browser)).toEqual([]);
    expect(await browser.session()).toBeNull();
    const [error] = app.logs.errors.slice(-1);
    expect(app.logs.lines.join('\n')).toContain('keep less in the jwt callback');
    expect(error).toMatchObject({ type: 'CallbackRouteError' });
  });

  it('D14 locks no browser out with the largest session there is', async () => {
    const browser = await signIn(0);
    let largest = 0;
    for (let filler = 1000; filler < 20_000; filler += 250) {
      const json = { csrfToken: await browser.csrfToken() };
      size.of = filler;
      if ((await browser.post('/auth/session', { json })).status !== 200) break;
      largest = filler;
    }

    expect(namesOf(browser)).toHaveLength(MOST);
    size.of = largest;
    const headers = { 'user-agent': 'x'.repeat(300), accept: 'x'.repeat(200) };
    expect((await browser.get('/me', headers)).status).toBe(200);
    browser.cookies.set('checks', 'x'.repeat(3500));
    expect((await browser.get('/me', headers)).status).toBe(200);
    expect((await browser.signOut()).status).toBe(302);
  });

  it('D14 keeps the session that was, where it outgrows the limit later', async () => {
    const browser = await signIn(0);
    const before = browser.cookies.get(SESSION);
    size.of = 20_000;

    const failed = await browser.get('/auth/session');

    expect(failed.status).toBe(503);
    expect(sentCookies(failed.headers['set-cookie'])).toEqual([]);
    size.of = 0;
    expect(browser.cookies.get(SESSION)).toBe(before);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });
});

const other = { token: '' };

beforeAll(async () => {
  other.token = await tokenOf(1, { sub: 'id-of-mallory', name: 'mallory' });
});
