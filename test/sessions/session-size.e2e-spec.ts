import type { JwtParams } from '@authnest/core';
import { clearedNames, type SentCookie, sentCookies } from '../support/set-cookies.js';
import { MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';

/** The length of a part, and the maximum number of parts. @see docs/design/wire-contract.md 3.3 */
const PART = 3936;
const MOST = 3;

describe.each(platforms())('a stateless session of different sizes on %s', (platform) => {
  let app: TestApp;
  /** The number of characters that the jwt callback adds to the token. */
  const size = { of: 0 };

  beforeAll(async () => {
    const jwt = ({ token }: JwtParams) => ({ ...token, filler: 'x'.repeat(size.of) });
    const module = { controllers: [MeController] };
    app = await TestApp.start({ platform, config: { callbacks: { jwt } }, module });
  });

  afterAll(() => app.close());

  async function signIn(filler: number): Promise<CheckedClient> {
    size.of = filler;
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    return browser;
  }

  /** Updates the session to another size. @returns the cookies that the response sets */
  async function resize(browser: CheckedClient, filler: number): Promise<SentCookie[]> {
    const json = { csrfToken: await browser.csrfToken() };
    size.of = filler;
    const updated = await browser.post('/auth/session', { json });
    expect(updated.text).toContain('jane');
    return sentCookies(updated.headers['set-cookie']);
  }

  const namesOf = (browser: CheckedClient) =>
    [...browser.cookies.keys()].filter((name) => name.startsWith(SESSION)).sort();

  it('is split into parts of 3936 characters that all have the same attributes', async () => {
    const browser = await signIn(6000);

    const sent = sentCookies(browser.lastSetCookies).filter(({ name }) => name.startsWith(SESSION));

    expect(sent.map(({ name }) => name)).toEqual([`${SESSION}.0`, `${SESSION}.1`, `${SESSION}.2`]);
    expect(sent[0]?.value).toHaveLength(PART);
    expect(sent[1]?.value).toHaveLength(PART);
    const attributes = sent.map((cookie) => JSON.stringify([...cookie.attributes]));
    expect(new Set(attributes).size).toBe(1);
    expect([...(sent[0]?.attributes.keys() ?? [])]).toEqual([
      'Max-Age',
      'Path',
      'Expires',
      'HttpOnly',
      'SameSite',
    ]);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });

  it('is not split up to the size of one part', async () => {
    const probe = await signIn(1000);
    const overhead = (probe.cookies.get(SESSION) ?? '').length - Math.ceil((1000 * 4) / 3);

    const whole = await signIn(Math.floor(((PART - overhead) * 3) / 4) - 48);
    const parted = await signIn(Math.floor(((PART - overhead) * 3) / 4) + 48);

    expect(namesOf(whole)).toEqual([SESSION]);
    expect(namesOf(parted)).toEqual([`${SESSION}.0`, `${SESSION}.1`]);
  });

  it('clears stale parts when it shrinks from three to one (D13)', async () => {
    const browser = await signIn(6000);

    const sent = await resize(browser, 0);

    expect(sent.filter(({ value }) => value !== '').map(({ name }) => name)).toContain(SESSION);
    expect(namesOf(browser)).toEqual([SESSION]);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });

  it('clears the single cookie when it grows from one part to three (D13)', async () => {
    const browser = await signIn(0);

    await resize(browser, 6000);

    expect(namesOf(browser)).toEqual([`${SESSION}.0`, `${SESSION}.1`, `${SESSION}.2`]);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });

  it('clears all three parts at sign-out (D13)', async () => {
    const browser = await signIn(6000);

    const signedOut = await browser.signOut();

    expect(clearedNames(signedOut.headers['set-cookie'])).toEqual(
      [0, 1, 2].map((n) => `${SESSION}.${n}`),
    );
    expect(namesOf(browser)).toEqual([]);
  });

  it.each([20_000, 200_000])(
    'causes the sign-in to fail if it has %i bytes (D14)',
    async (bytes) => {
      size.of = bytes;
      const browser = app.client();

      const refused = await browser.signIn('credentials', JANE);

      expect(refused.location).toBe(`${app.url}/auth/error?error=Configuration`);
      expect(namesOf(browser)).toEqual([]);
      expect(await browser.session()).toBeNull();
      const [error] = app.logs.errors.slice(-1);
      expect(app.logs.lines.join('\n')).toContain('return less from the jwt callback');
      expect(error).toMatchObject({ type: 'CallbackRouteError' });
    },
  );

  it('does not lock out a browser at the largest size (D14)', async () => {
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

  it('stays in its previous cookie if it exceeds the limit later (D14, U20)', async () => {
    const browser = await signIn(0);
    const before = browser.cookies.get(SESSION);
    size.of = 20_000;

    const kept = await browser.get('/auth/session');

    expect(kept).toMatchObject({ status: 200, text: expect.stringContaining('jane') as unknown });
    expect(sentCookies(kept.headers['set-cookie'])).toEqual([]);
    expect((await browser.get('/me')).status).toBe(200);
    expect(app.logs.warnings).toEqual(['session-too-large']);
    const update = { json: { csrfToken: await browser.csrfToken() } };
    expect((await browser.post('/auth/session', update)).status).toBe(503);
    size.of = 0;
    expect(browser.cookies.get(SESSION)).toBe(before);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });
});
