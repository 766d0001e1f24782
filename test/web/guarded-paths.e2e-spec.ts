import { SessionGuard } from '@authnest/core';
import { All, Controller, Get, Module, UseGuards } from '@nestjs/common';
import { APP_GUARD, RouterModule } from '@nestjs/core';
import { sendRaw } from '../support/raw-request.js';
import { JANE, TestApp } from '../support/test-app.js';

const ran: string[] = [];

@Controller('me')
@UseGuards(SessionGuard)
class MeController {
  @Get() show(): string {
    ran.push('me');
    return 'inside';
  }

  @Get(':id/edit') edit(): string {
    ran.push('edit');
    return 'inside';
  }
}

@Controller('me')
class UnguardedController {
  @Get() show(): string {
    ran.push('child');
    return 'inside';
  }
}

@Controller('all')
class CatchAllController {
  @All('*path') show(): string {
    ran.push('all');
    return 'inside';
  }
}

@Module({ controllers: [MeController] })
class GuardedChild {}

@Module({ controllers: [UnguardedController] })
class OpenChild {}

/** Returns spellings of a path, including the path itself. */
const spellings = (path: string): string[] => {
  const [, first = '', ...rest] = path.split('/');
  const tail = rest.length === 0 ? '' : `/${rest.join('/')}`;
  const encoded = `%${path.charCodeAt(path.length - 1).toString(16)}`;
  return [
    path,
    `${path}/`,
    `${path}//`,
    `/${path}`,
    `//${path}`,
    path.replaceAll('/', '//'),
    `/.${path}`,
    `/x/..${path}`,
    `${path}/.`,
    path.slice(0, -1) + encoded,
    path.slice(0, -1) + encoded.toUpperCase(),
    `/%${first.charCodeAt(0).toString(16)}${first.slice(1)}${tail}`,
    `/%25${first.charCodeAt(0).toString(16)}${first.slice(1)}${tail}`,
    `/%2f${path.slice(1)}`,
    `${path}%2f`,
    `${path}%00`,
    `${path}%20`,
    `${path};x=1`,
    `${path};`,
    `/${first};x=1${tail}`,
    path.toUpperCase(),
    `${path}?x=/auth/session`,
    `${path}#/auth/session`,
    `/auth/..${path}`,
    `/auth/session/..${path}`,
    `${path}.json`,
  ];
};

const ROUTERS = [
  ['express', 'with its default router', {}],
  ['fastify', 'with its default router', {}],
  [
    'fastify',
    'with a tolerant router',
    {
      routerOptions: {
        ignoreTrailingSlash: true,
        ignoreDuplicateSlashes: true,
        useSemicolonDelimiter: true,
        caseSensitive: false,
      },
    },
  ],
] as const;

describe.each(ROUTERS)('a guarded route on %s %s (A21)', (platform, _, platformOptions) => {
  let guarded: TestApp;
  let global: TestApp;

  beforeAll(async () => {
    const children = (module: typeof GuardedChild) => [
      module,
      RouterModule.register([{ path: 'area', module }]),
    ];
    guarded = await TestApp.start({
      platform,
      platformOptions,
      module: { imports: children(GuardedChild), controllers: [MeController] },
    });
    global = await TestApp.start({
      platform,
      platformOptions,
      module: {
        imports: children(OpenChild),
        controllers: [UnguardedController, ...(platform === 'express' ? [CatchAllController] : [])],
        providers: [{ provide: APP_GUARD, useClass: SessionGuard }],
      },
    });
  });
  beforeEach(() => {
    ran.length = 0;
  });
  afterAll(() => Promise.all([guarded.close(), global.close()]));

  it.each(['/me', '/area/me', '/me/7/edit', '/all/x'])(
    '%s never runs without a session',
    async (path) => {
      for (const app of [guarded, global]) {
        for (const spelling of spellings(path)) {
          for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
            const { status } = await sendRaw(app, { method, path: spelling });
            expect([spelling, [400, 401, 404].includes(status)]).toEqual([spelling, true]);
          }
        }
      }
      expect(ran).toEqual([]);
    },
  );

  it.each(['/me', '/area/me'])(
    '%s responds with 401 without a session, for GET and HEAD alike',
    async (path) => {
      for (const app of [guarded, global]) {
        for (const method of ['GET', 'HEAD']) {
          expect((await sendRaw(app, { method, path })).status).toBe(401);
        }
      }
    },
  );

  it.each(['/me', '/area/me'])('%s runs for a signed-in user, for GET and HEAD', async (path) => {
    for (const app of [guarded, global]) {
      const browser = app.client();
      await browser.signIn('credentials', JANE);

      expect(await browser.get(path)).toMatchObject({ status: 200, text: 'inside' });
      expect(await browser.request('HEAD', path)).toMatchObject({ status: 200, text: '' });
    }
    expect(ran).toHaveLength(4);
  });
});
