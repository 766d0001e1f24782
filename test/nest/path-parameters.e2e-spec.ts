import { AuthModule } from '@authnest/core';
import type { INestApplication } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { AuthServiceController } from '../support/auth-service.controller.js';
import { plainOAuth } from '../support/plain-oauth.js';
import { sendRaw } from '../support/raw-request.js';
import { credentials, JANE, type Platform, platforms, TestApp } from '../support/test-app.js';
import { expectWholeJob, OrdersController } from '../support/whole-job.js';
import { RedirectToSignIn, SessionGuard } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';

@Controller(':tenant/orders')
@UseGuards(SessionGuard)
class TenantOrdersController extends OrdersController {}

/** A route without tenants. */
@Controller('lobby')
@UseGuards(SessionGuard)
class LobbyController {
  @Get() @RedirectToSignIn() page(): string {
    return 'inside';
  }
}

/** `AuthService` in a route with the parameter. */
@Controller(':tenant/app')
class TenantServiceController extends AuthServiceController {}

const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

describe.each(platforms())(
  'a path parameter in front of the endpoints on %s',
  (platform: Platform) => {
    const apps: TestApp[] = [];

    const start = async (
      way: 'RouterModule' | 'global prefix',
      config: Parameters<typeof TestApp.start>[0]['config'] = {},
    ): Promise<TestApp> => {
      const isRouter = way === 'RouterModule';
      const app = await TestApp.start({
        platform,
        config: { providers: [credentials(), plainOAuth()], ...config },
        module: {
          imports: isRouter
            ? [RouterModule.register([{ path: ':tenant', module: AuthModule }])]
            : [],
          controllers: isRouter
            ? [
                TenantOrdersController,
                LobbyController,
                TenantServiceController,
                AuthServiceController,
              ]
            : [OrdersController],
        },
        configure: (nest: INestApplication) => {
          if (!isRouter) nest.setGlobalPrefix(':tenant');
        },
      });
      apps.push(app);
      return app;
    };

    afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

    it.each(['RouterModule', 'global prefix'] as const)(
      'stays in every URL, including those of guarded pages, with %s (N11)',
      async (way) => {
        const app = await start(way);
        // The name of a tenant can equal the mount path or contain a slash.
        for (const tenant of ['acme', 'auth', 'a%2Fb']) {
          await expectWholeJob(app, {
            authPath: `/${tenant}/auth`,
            ordersPath: `/${tenant}/orders`,
          });
        }
      },
    );

    it('is read from the request by AuthService (N11)', async () => {
      const app = await start('RouterModule');
      const browser = app.client({}, '/acme/auth');

      const { location } = {
        location: (await browser.post('/acme/app/sign-in/gh')).json<{ url: string }>().url,
      };

      expect(new URL(location).searchParams.get('redirect_uri')).toBe(
        `${app.url}/acme/auth/callback/gh`,
      );
      expect((await browser.post('/app/sign-in/gh')).json()).toEqual({ type: 'AuthError' });
      expect((await browser.post('/app/sign-in/credentials', { json: JANE })).json()).toEqual({
        type: 'AuthError',
      });
    });

    it('is never sent to a browser as a placeholder: a route without it responds with 401 (N11)', async () => {
      const app = await start('RouterModule');

      const response = await app.client().get('/lobby', NAVIGATION);

      expect(response.status).toBe(401);
      expect(response.location).toBeUndefined();
      expect(app.logs.errors.map(String)).toEqual([
        expect.stringContaining('the endpoints are mounted at `/:tenant/auth`'),
      ]);
    });

    it('is not needed if the application has its own sign-in page (N11)', async () => {
      const app = await start('RouterModule', { pages: { signIn: '/login' } });

      expect((await app.client().get('/lobby', NAVIGATION)).location).toBe(
        `${app.url}/login?${new URLSearchParams({ callbackUrl: `${app.url}/lobby` })}`,
      );
    });

    it.each([
      '/../auth',
      '/%2e%2e/auth',
      '/./auth',
      '//auth',
      '/%2E/auth',
      '/\\auth',
      '/\\x@evil.test/auth',
    ])('cannot be %s (N11)', async (base) => {
      const app = await start('RouterModule');

      for (const path of ['providers', 'signin', 'signin/gh']) {
        const response = await sendRaw(app, { path: `${base}/${path}` });
        expect([400, 404]).toContain(response.status);
        expect(response.headers).not.toHaveProperty('location');
        expect(response.text).not.toContain(`${app.url}`);
      }
    });
  },
);
