import { Public } from '@authnest/core';
import { CookieClient } from '@authnest/testing';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  HttpException,
  type NestApplicationOptions,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JANE, platforms, TestApp } from '../support/test-app.js';

const STRICT = { routeConflictPolicy: { shadow: 'error', duplicate: 'error' } } as const;
const OPTIONS: [string, NestApplicationOptions][] = [
  ['a shadowed route is an error', STRICT],
  ['the most specific route wins', { routeResolutionStrategy: 'specificity' }],
  ['both is so', { ...STRICT, routeResolutionStrategy: 'specificity' }],
];

@Public()
@Controller('orders')
class OrdersController {
  @Get() list(): string {
    return 'orders';
  }
}

/** Counts what it sees, and refuses one path as a guard that limits requests would. */
class CountingGuard implements CanActivate {
  readonly seen: string[] = [];

  canActivate(context: ExecutionContext): boolean {
    const { originalUrl } = context.switchToHttp().getRequest<{ originalUrl: string }>();
    this.seen.push(`${context.getHandler().name} ${originalUrl}`);
    if (originalUrl.endsWith('/refused')) throw new HttpException('too many', 429);
    return true;
  }
}

/** Requests to the endpoints, and to what only the catch-all route responds to. */
const REQUESTS = [
  ['GET', '/orders'],
  ['GET', '/elsewhere'],
  ['GET', '/auth'],
  ['GET', '/auth/'],
  ['GET', '/auth/session'],
  ['GET', '/auth/session/'],
  ['GET', '/auth/%73ession'],
  ['GET', '/AUTH/session'],
  ['GET', '/auth/elsewhere'],
  ['GET', '/auth/refused'],
  ['GET', '/auth/signin/a/b'],
  ['POST', '/auth/%73ignout'],
  ['POST', '/auth/csrf'],
  ['PUT', '/auth/session'],
  ['DELETE', '/auth/session'],
  ['HEAD', '/auth/elsewhere'],
] as const;

describe.each(platforms())('an application on %s in which', (platform) => {
  const start = async (appOptions: NestApplicationOptions, prefix?: string) => {
    const guard = new CountingGuard();
    const app = await TestApp.start({
      platform,
      appOptions,
      module: {
        controllers: [OrdersController],
        providers: [{ provide: APP_GUARD, useValue: guard }],
      },
      configure: (nest) => prefix !== undefined && nest.setGlobalPrefix(prefix),
    });
    const ask = async (before = '') => {
      // The guard's own refusal has none of our headers, which a checked client would require.
      const browser = new CookieClient(app.url, { basePath: `${before}/auth` });
      const seen: string[] = [];
      for (const [method, path] of REQUESTS) {
        const { status, text } = await browser.request(method, before + path);
        seen.push(`${method} ${path}: ${status} ${text.slice(0, 60)}`);
      }
      return { seen, guarded: [...guard.seen] };
    };
    return { app, ask };
  };

  it.each(OPTIONS)('%s starts, signs in, and responds as by default (RQ20)', async (_, options) => {
    const [usual, other] = [await start({}), await start(options)];
    const browser = other.app.client();

    expect(await other.ask()).toEqual(await usual.ask());
    expect((await browser.signIn('credentials', JANE)).status).toBe(302);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    await usual.app.close();
    await other.app.close();
  });

  it('a shadowed route is an error starts with a global prefix (RQ20)', async () => {
    const [usual, other] = [await start({}, 'api'), await start(STRICT, 'api')];

    expect(await other.ask('/api')).toEqual(await usual.ask('/api'));
    await usual.app.close();
    await other.app.close();
  });
});
