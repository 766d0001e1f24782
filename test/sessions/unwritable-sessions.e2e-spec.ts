import { AuthService, encode, type Session } from '@authnest/core';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { sentCookies } from '../support/set-cookies.js';
import { cookieHeader, MeController, SESSION } from '../support/signed-out.js';
import { platforms, SECRET, TestApp } from '../support/test-app.js';

/** The number of characters in one part. @see docs/design/wire-contract.md 3.3 */
const PART = 3936;
const DAY = 24 * 60 * 60;
const MONTH = 30 * DAY;

/** Reads the session as application code does. */
@Controller('asked')
class AskingController {
  constructor(private readonly auth: AuthService) {}

  @Get() async ask(@Req() request: never, @Res({ passthrough: true }) response: never) {
    const session: Session | null = await this.auth.getSession(request, response);
    return { session };
  }
}

/** Returns a session from a sibling Auth.js application, which sets any number of cookies. */
async function cookiesOfSibling(parts: number): Promise<string> {
  const filler = 'x'.repeat(Math.floor((parts - 0.5) * PART * 0.75) - 400);
  const token = { sub: 'id-of-jane', name: 'jane', filler };
  const sealed = await encode({ token, secret: SECRET, salt: SESSION, maxAge: MONTH });
  const values = sealed.match(new RegExp(`.{1,${PART}}`, 'g')) ?? [];
  expect(values).toHaveLength(parts);
  return cookieHeader(
    Object.fromEntries(values.map((value, index) => [`${SESSION}.${index}`, value])),
  );
}

function sessionCookies(lines: string[] | undefined) {
  return sentCookies(lines).filter(({ name }) => name.startsWith(SESSION));
}

describe.each(platforms())('a session that cannot be written again on %s', (platform) => {
  let app: TestApp;
  let cookie: string;

  beforeEach(async () => {
    stopClock();
    cookie = await cookiesOfSibling(4);
    const module = { controllers: [MeController, AskingController] };
    app = await TestApp.start({ platform, module });
  });

  afterEach(async () => {
    await app.close();
    startClock();
  });

  it.each([
    ['while it is fresh', 60],
    ['once a renewal is due', 2 * DAY],
    ['shortly before its expiry', MONTH - 60],
  ])('keeps its existing cookies %s (U20)', async (_, seconds) => {
    setClock(seconds);

    for (const path of ['/auth/session', '/me', '/asked', '/auth/session']) {
      const response = await app.client().get(path, { cookie });

      expect(response).toMatchObject({
        status: 200,
        text: expect.stringContaining('jane') as unknown,
      });
      expect(sessionCookies(response.headers['set-cookie'])).toEqual([]);
    }
    expect(app.logs.errors).toEqual([]);
    expect(app.logs.warnings).toEqual(seconds > DAY ? ['session-too-large'] : []);
  });

  it('shows its original expiry, which is not extended (U20)', async () => {
    setClock(2 * DAY);

    const session = (await app.client().get('/auth/session', { cookie })).json<Session>();

    expect(session.expires).toBe('2026-04-09T12:00:00.000Z');
  });

  it('ends at its expiry (U20)', async () => {
    setClock(MONTH + 60);

    expect(await app.client().get('/auth/session', { cookie })).toMatchObject({ text: 'null' });
    expect((await app.client().get('/me', { cookie })).status).toBe(401);
  });
});

describe.each(platforms())('a renewal that fails on %s', (platform) => {
  it('keeps the session in its cookie and is logged (U20)', async () => {
    stopClock();
    const broken = { on: false };
    const jwt = {
      encode: (params: Parameters<typeof encode>[0]) => {
        if (broken.on) throw new Error('the key service is down');
        return encode(params);
      },
    };
    const app = await TestApp.start({ platform, config: { jwt } });
    const browser = app.client();
    await browser.signIn('credentials', { username: 'jane', password: 'canary-password-77b1' });
    broken.on = true;
    setClock(2 * DAY);

    const kept = await browser.get('/auth/session');

    expect(kept).toMatchObject({ status: 200, text: expect.stringContaining('jane') as unknown });
    expect(sessionCookies(kept.headers['set-cookie'])).toEqual([]);
    expect(app.logs.types).toEqual(['JWTSessionError']);
    await app.close();
    startClock();
  });
});
