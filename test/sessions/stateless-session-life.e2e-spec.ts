import { type AuthConfig, decode, type JWT } from '@authnest/core';
import { sealWith, sessionClaims } from '../support/forged-token.js';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { sentCookies } from '../support/set-cookies.js';
import { cookieHeader, expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, platforms, SECRET, TestApp } from '../support/test-app.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe.each(platforms())('the lifetime of a stateless session on %s', (platform) => {
  let app: TestApp;
  let browser: CheckedClient;

  /** Starts an application and signs Jane in at noon. */
  async function signIn(config: Partial<AuthConfig> = {}): Promise<string> {
    app = await TestApp.start({ platform, config, module: { controllers: [MeController] } });
    browser = app.client();
    await browser.signIn('credentials', JANE);
    return browser.cookies.get(SESSION) ?? '';
  }

  /** Reads the session once. @returns the number of session cookies that the response sets */
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

  it('ends when it has not been used for maxAge (D06)', async () => {
    const token = await signIn({ session: { maxAge: HOUR } });

    setClock(HOUR - 1);
    expect(await read(`${SESSION}=${token}`)).toBe(0);
    setClock(HOUR + 1);
    await expectSignedOut(app, { [SESSION]: token });
  });

  it('ends after session.maxAge even if jwt.maxAge is longer (D06)', async () => {
    const token = await signIn({ session: { maxAge: HOUR }, jwt: { maxAge: DAY } });

    setClock(HOUR + 1);
    await expectSignedOut(app, { [SESSION]: token });
  });

  it('ends after jwt.maxAge even if session.maxAge is longer (D06)', async () => {
    const token = await signIn({ session: { maxAge: DAY }, jwt: { maxAge: HOUR } });

    setClock(HOUR - 1);
    expect(await read(`${SESSION}=${token}`)).toBe(0);
    setClock(HOUR + 1);
    await expectSignedOut(app, { [SESSION]: token });
  });

  it.each<[string, AuthConfig['callbacks']]>([
    ['without callbacks', undefined],
    [
      'even if the jwt callback keeps no other claims',
      { jwt: ({ token }) => ({ sub: token.sub, name: 'jane' }) },
    ],
  ])('ends at the absolute limit, however often it is used, %s (D07)', async (_, callbacks) => {
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

  it('is renewed at every read if updateAge is 0 (D08)', async () => {
    await signIn({ session: { updateAge: 0 } });

    for (let nth = 0; nth < 10; nth += 1) expect(await read()).toBe(1);
  });

  it('is renewed before updateAge only if the jwt callback has changed the payload', async () => {
    const theme = { name: 'light' };
    const callbacks = { jwt: ({ token }: { token: JWT }) => ({ ...token, theme: theme.name }) };
    await signIn({ callbacks });

    expect(await read()).toBe(0);
    theme.name = 'dark';
    expect(await read()).toBe(1);
    expect(await read()).toBe(0);
  });

  it('is also renewed by the guard, in the response from a custom route', async () => {
    await signIn({ session: { updateAge: HOUR } });
    setClock(HOUR);

    const guarded = await browser.get('/me');

    expect(sentCookies(guarded.headers['set-cookie']).map(({ name }) => name)).toEqual([SESSION]);
    expect(guarded.headers['cache-control']).toContain('no-store');
  });

  it('is refused if its token has expired or has no valid expiry (A34)', async () => {
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

  it.each([-30, 30, 60])(
    'is accepted if it was issued by a clock that is %i s ahead (D20)',
    async (ahead) => {
      await signIn();
      const iat = Math.floor(Date.now() / 1000) + ahead;

      const token = await sealWith(sessionClaims({ iat, exp: iat + HOUR }));

      expect(await read(`${SESSION}=${token}`)).toBe(0);
    },
  );

  it.each([61, HOUR])(
    'is refused if it was issued by a clock that is %i s ahead (D20)',
    async (ahead) => {
      await signIn();
      const iat = Math.floor(Date.now() / 1000) + ahead;

      const token = await sealWith(sessionClaims({ iat, exp: iat + HOUR }));

      await expectSignedOut(app, { [SESSION]: token });
    },
  );

  it('can be decoded with the exported `decode` and the cookie name as the salt', async () => {
    const token = await signIn();

    expect(await decode({ token, secret: SECRET, salt: SESSION })).toMatchObject({
      sub: 'id-of-jane',
      name: 'jane',
      email: 'jane@example.com',
    });
  });
});
