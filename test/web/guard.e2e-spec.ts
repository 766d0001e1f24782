import {
  AuthService,
  CurrentSession,
  CurrentUser,
  OptionalSession,
  type PlatformRequest,
  type PlatformResponse,
  Public,
  type Session,
  SessionGuard,
  type User,
} from '@authnest/core';
import { Controller, Get, Header, Inject, Req, Res, UseGuards } from '@nestjs/common';
import { APP_GUARD, HttpAdapterHost } from '@nestjs/core';
import { clearedNames } from '../support/set-cookies.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

class TwiceGuard extends SessionGuard {}

@Controller()
@UseGuards(SessionGuard)
class HandlersController {
  constructor(
    @Inject(AuthService) private readonly auth: AuthService,
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
  ) {}

  @Get('who') who(@CurrentSession() session: Session, @CurrentUser() user: User): object {
    return { session, user, same: session.user === user };
  }

  @UseGuards(TwiceGuard, SessionGuard)
  @Get('often')
  async often(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse & object,
    @CurrentUser() user: User,
  ): Promise<object> {
    this.host.httpAdapter.setCookie(response, 'theme', 'dark');
    const again = await this.auth.getSession(request);
    const written = await this.auth.getSession(request, response);
    return { same: again === written && again?.user === user };
  }

  @OptionalSession() @Get('either') either(@CurrentUser() user: User | null): object {
    return { user };
  }

  @Public() @Get('open') open(@CurrentUser() user: User | null): object {
    return { user };
  }
}

@Controller('welcome')
@Public()
class WelcomeController {
  @Get() hello(): string {
    return 'welcome';
  }

  @UseGuards(SessionGuard) @Get('inside') inside(): string {
    return 'inside';
  }

  @OptionalSession() @Get('either') either(@CurrentUser() user: User | null): object {
    return { user };
  }

  @Get('cached') @Header('Cache-Control', 'public, max-age=60') cached(): string {
    return 'cached';
  }
}

const JANES = { name: 'jane', email: 'jane@example.com' };

describe.each(platforms())('the guard on %s', (platform) => {
  const watched = new Watched();
  let app: TestApp;
  let browser: CheckedClient;

  beforeAll(async () => {
    app = await TestApp.start({
      platform,
      config: { ...watched.config, session: { strategy: 'database', updateAge: 0 } },
      module: {
        controllers: [HandlersController, WelcomeController],
        providers: [TwiceGuard, { provide: APP_GUARD, useClass: SessionGuard }],
      },
    });
  });
  beforeEach(async () => {
    browser = app.client();
    await browser.signIn('credentials', JANE);
    watched.reset();
  });
  afterAll(() => app.close());

  it('passes session and user to the handler', async () => {
    const { session, user, same } = (await browser.get('/who')).json<{
      session: Session;
      user: User;
      same: boolean;
    }>();

    expect(user).toMatchObject(JANES);
    expect(session.user).toEqual(user);
    expect(session.expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(same).toBe(true);
  });

  it('reads the session once per request, however many guards and handlers use it', async () => {
    const response = await browser.get('/often');

    expect(response.json()).toEqual({ same: true });
    expect(watched.calls).toEqual(['getSessionAndUser', 'updateSession']);
    expect(watched.events).toEqual(['session']);
  });

  it('writes the refreshed cookie once to the response, next to a cookie of the application', async () => {
    await browser.get('/often');

    const names = browser.lastSetCookies.map((line) => line.split('=', 1)[0]);
    expect(names).toHaveLength(2);
    expect(new Set(names)).toEqual(new Set(['authjs.session-token', 'theme']));
  });

  it('reads no session for public handlers, or for endpoints that need none', async () => {
    expect((await browser.get('/open')).json()).toEqual({ user: null });
    expect((await browser.get('/welcome')).text).toBe('welcome');
    expect((await browser.get('/welcome/cached')).headers['cache-control']).toBe(
      'public, max-age=60',
    );
    await browser.get('/auth/providers');
    await browser.get('/auth/csrf');

    expect(watched.calls).toEqual([]);
  });

  it('passes an optional session to the handler, and allows visitors without one', async () => {
    expect((await browser.get('/either')).json()).toMatchObject({ user: JANES });
    expect((await browser.get('/welcome/either')).json()).toMatchObject({ user: JANES });
    expect((await app.client().get('/either')).json()).toEqual({ user: null });
    expect((await app.client().get('/open')).json()).toEqual({ user: null });
  });

  it('clears the cookie of an unknown session for GET, and sets no cookie for HEAD', async () => {
    const cookie = 'authjs.session-token=of-no-session';
    const visitor = app.client();

    const seen = await visitor.get('/either', { cookie });
    const headOnly = await visitor.request('HEAD', '/either', { cookie });

    expect([seen.status, clearedNames(seen.headers['set-cookie'])]).toEqual([
      200,
      ['authjs.session-token'],
    ]);
    expect([headOnly.status, headOnly.headers['set-cookie']]).toEqual([200, undefined]);
  });

  it('protects a handler with its own guard in a public controller', async () => {
    expect((await app.client().get('/welcome/inside')).status).toBe(401);
    expect((await browser.get('/welcome/inside')).text).toBe('inside');
  });

  it('responds with 401 without a session, in the format of Nest and without a stack', async () => {
    const response = await app.client().get('/who');

    expect(response).toMatchObject({
      status: 401,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    expect(response.json()).toEqual({
      message: 'Sign in to continue.',
      error: 'Unauthorized',
      statusCode: 401,
      errorCode: 'SESSION_REQUIRED',
    });
  });

  it('responds with 503 if the session could not be checked, and keeps the cookie', async () => {
    watched.failing.add('getSessionAndUser');

    for (const path of ['/who', '/either']) {
      const response = await browser.get(path);
      expect(response.status).toBe(503);
      expect(response.text).not.toContain('the store is down');
      expect(browser.lastSetCookies).toEqual([]);
    }
    expect((await browser.get('/open')).status).toBe(200);

    watched.failing.clear();
    expect((await browser.get('/who')).status).toBe(200);
  });

  it('refuses a session that was ended elsewhere; the session endpoint clears its cookie (N6)', async () => {
    await watched.store.deleteSession(browser.cookies.get('authjs.session-token') ?? '');

    const response = await browser.get('/who');

    expect(response.status).toBe(401);
    expect(browser.lastSetCookies).toEqual([]);
    expect(await browser.session()).toBeNull();
    expect(browser.cookies.has('authjs.session-token')).toBe(false);
  });
});
