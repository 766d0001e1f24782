import { type AuthConfig, decode, type JWT } from '@authnest/core';
import { sealWith, sessionClaims } from '../support/forged-token.js';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { sentCookies } from '../support/set-cookies.js';
import { cookieHeader, expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, platforms, SECRET, TestApp } from '../support/test-app.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe.each(platforms())('the life of a stateless session on %s', (platform) => {
  let app: TestApp;
  let browser: CheckedClient;

  /** Starts an application and signs Jane in at noon. */
  async function signIn(config: Partial<AuthConfig> = {}): Promise<string> {
    app = await TestApp.start({ platform, config, module: { controllers: [MeController] } });
    browser = app.client();
    await browser.signIn('credentials', JANE);
    return browser.cookies.get(SESSION) ?? '';
  }

  /** Reads the session once. @returns how many session cookies came with it */
  async function read(cookie = `${SESSION}=${browser.cookies.get(SESSION)}`): Promise<number> {
    const { headers, text } = await browser.get('/auth/session', { cookie });
    expect(text).toContain('jane');
    return sentCookies(headers['set-cookie']).filter(({ name }) => name === SESSION).length;
  }

  beforeEach(() => stopClock());

  afterEach(async () => {
    startClock();
    await app.close();
  });

  it('ends when it was unused for maxAge (D06)', async () => {
    const token = await signIn({ session: { maxAge: HOUR } });

    setClock(HOUR - 1);
    expect(await read(`${SESSION}=${token}`)).toBe(0);
    setClock(HOUR + 1);
    await expectSignedOut(app, { [SESSION]: token });
  });

  it('ends at session.maxAge though the token itself may live longer (D06)', async () => {
    const token = await signIn({ session: { maxAge: HOUR }, jwt: { maxAge: DAY } });

    setClock(HOUR + 1);
    await expectSignedOut(app, { [SESSION]: token });
  });

  it('ends at jwt.maxAge though the cookie may live longer (D06)', async () => {
    const token = await signIn({ session: { maxAge: DAY }, jwt: { maxAge: HOUR } });

    setClock(HOUR - 1);
    expect(await read(`${SESSION}=${token}`)).toBe(0);
    setClock(HOUR + 1);
    await expectSignedOut(app, { [SESSION]: token });
  });

  it.each<[string, AuthConfig['callbacks']]>([
    ['without callbacks', undefined],
    [
      'though the jwt callback keeps nothing',
      { jwt: ({ token }) => ({ sub: token.sub, name: 'jane' }) },
    ],
  ])('ends at the absolute limit however often it is used, %s (D07)', async (_, callbacks) => {
    const session = { maxAge: 2 * HOUR, updateAge: 0, absoluteMaxAge: 8 * HOUR };
    await signIn({ session, callbacks });

    for (let hour = 1; hour < 8; hour += 1) {
      setClock(hour * HOUR);
      expect(await read()).toBe(1);
    }
    setClock(8 * HOUR - 1);
    const last = await browser.session();
    expect(last?.expires).toBe('2026-03-10T20:00:00.000Z');
    setClock(8 * HOUR + 1);
    await expectSignedOut(app, { [SESSION]: browser.cookies.get(SESSION) ?? '' });
  });

  it('is renewed once after updateAge, and not before (D08)', async () => {
    await signIn({ session: { updateAge: HOUR } });

    let issued = 0;
    for (let nth = 0; nth < 100; nth += 1) {
      setClock(nth * 30);
      issued += await read();
    }
    expect(issued).toBe(0);
    setClock(HOUR);
    expect(await read()).toBe(1);
    expect(await read()).toBe(0);
    expect((await browser.session())?.expires).toBe('2026-04-09T13:00:00.000Z');
  });

  it('is renewed at every read with updateAge 0 (D08)', async () => {
    await signIn({ session: { updateAge: 0 } });

    for (let nth = 0; nth < 10; nth += 1) expect(await read()).toBe(1);
  });

  it('is renewed when the jwt callback changed the payload, and only then', async () => {
    const theme = { name: 'light' };
    const callbacks = { jwt: ({ token }: { token: JWT }) => ({ ...token, theme: theme.name }) };
    await signIn({ callbacks });

    expect(await read()).toBe(0);
    theme.name = 'dark';
    expect(await read()).toBe(1);
    expect(await read()).toBe(0);
  });

  it('is renewed by the guard too, on the response of the application', async () => {
    await signIn({ session: { updateAge: HOUR } });
    setClock(HOUR);

    const guarded = await browser.get('/me');

    expect(sentCookies(guarded.headers['set-cookie']).map(({ name }) => name)).toEqual([SESSION]);
    expect(guarded.headers['cache-control']).toContain('no-store');
  });

  it('ends with the token, and a token without an expiry is not accepted (A34)', async () => {
    await signIn();
    const now = Math.floor(Date.now() / 1000);

    const valid = await sealWith(sessionClaims());
    expect((await browser.get('/me', { cookie: cookieHeader({ [SESSION]: valid }) })).status).toBe(
      200,
    );
    for (const exp of [now - 1, now, undefined, 'never', null]) {
      await expectSignedOut(app, { [SESSION]: await sealWith(sessionClaims({ exp })) });
    }
  });

  it.each([-30, 30, 60])('accepts a token of a clock that is %i s ahead (D20)', async (ahead) => {
    await signIn();
    const iat = Math.floor(Date.now() / 1000) + ahead;

    const token = await sealWith(sessionClaims({ iat, exp: iat + HOUR }));

    expect(await read(`${SESSION}=${token}`)).toBe(0);
  });

  it.each([61, HOUR])('refuses a token of a clock that is %i s ahead (D20)', async (ahead) => {
    await signIn();
    const iat = Math.floor(Date.now() / 1000) + ahead;

    const token = await sealWith(sessionClaims({ iat, exp: iat + HOUR }));

    await expectSignedOut(app, { [SESSION]: token });
  });

  it('opens with the exported decode, with the cookie name as the salt', async () => {
    const token = await signIn();

    expect(await decode({ token, secret: SECRET, salt: SESSION })).toMatchObject({
      sub: 'id-of-jane',
      name: 'jane',
      email: 'jane@example.com',
    });
  });
});
