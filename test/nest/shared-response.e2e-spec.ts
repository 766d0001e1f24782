import { CurrentUser, SessionGuard, type User } from '@authnest/core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  type INestApplication,
  type NestInterceptor,
  Res,
  UseGuards,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { sentCookies } from '../support/set-cookies.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { expectWholeJob, OrdersController } from '../support/whole-job.js';

@Controller('theme')
@UseGuards(SessionGuard)
class ThemeController {
  constructor(private readonly host: HttpAdapterHost) {}

  @Get() choose(@CurrentUser() user: User, @Res({ passthrough: true }) response: object) {
    this.host.httpAdapter.setCookie(response, 'theme', 'dark');
    return user.name;
  }
}

/** Sets a cookie on every response before the handler runs. */
class VisitorInterceptor implements NestInterceptor {
  constructor(private readonly host: HttpAdapterHost) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    this.host.httpAdapter.setCookie(context.switchToHttp().getResponse(), 'visitor', '1');
    return next.handle();
  }
}

/** A middleware like helmet: it writes to Node's response on either platform. */
function setHeaders(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
  response.setHeader('content-security-policy', "default-src 'self'");
  response.setHeader('x-frame-options', 'SAMEORIGIN');
  response.setHeader('x-dns-prefetch-control', 'off');
  response.setHeader('vary', 'Accept-Encoding');
  response.appendHeader('set-cookie', 'first=1; Path=/');
  response.appendHeader('set-cookie', 'second=2; Path=/');
  next();
}

describe.each(platforms())('a response shared with the application on %s', (platform) => {
  let app: TestApp;

  afterEach(() => app.close());

  const start = async (configure: (nest: INestApplication) => unknown): Promise<TestApp> =>
    (app = await TestApp.start({
      platform,
      // Renews the session at every read, so that every response contains one of our cookies.
      config: { session: { updateAge: 0 } },
      configure,
      module: { controllers: [OrdersController, ThemeController] },
    }));

  const names = (lines: readonly string[]): string[] => sentCookies(lines).map(({ name }) => name);

  it('contains the refreshed session cookie next to a cookie that the handler sets', async () => {
    await start(() => undefined);
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    const response = await browser.get('/theme');

    expect(response.text).toBe('jane');
    expect(names(browser.lastSetCookies)).toEqual(['authjs.session-token', 'theme']);
    expect((await browser.get('/theme')).status).toBe(200);
  });

  it('contains the cookies of an interceptor next to those of the endpoints', async () => {
    await start((nest) =>
      nest.useGlobalInterceptors(new VisitorInterceptor(nest.get(HttpAdapterHost))),
    );
    const browser = app.client();

    await expectWholeJob(app);
    await browser.signIn('credentials', JANE);
    expect(names(browser.lastSetCookies)).toEqual(
      expect.arrayContaining(['visitor', 'authjs.session-token', 'authjs.csrf-token']),
    );
    await browser.session();
    expect(names(browser.lastSetCookies).sort()).toEqual(['authjs.session-token', 'visitor']);
  });

  it('keeps the headers and cookies that a middleware has set', async () => {
    await start((nest) => nest.use(setHeaders));
    const browser = app.client();

    await expectWholeJob(app);
    const page = await browser.get('/auth/signin');
    expect(page.headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-dns-prefetch-control': 'off',
      // Ours are stricter, and our page would not display under the other policy.
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      vary: 'Accept-Encoding, Cookie, Accept-Language',
    });
    expect(names(browser.lastSetCookies).sort()).toEqual([
      'authjs.callback-url',
      'authjs.csrf-token',
      'first',
      'second',
    ]);
    await browser.signIn('credentials', JANE);
    await browser.get('/orders');
    expect(names(browser.lastSetCookies).sort()).toEqual([
      'authjs.session-token',
      'first',
      'second',
    ]);
  });
});
