import { Public, SessionGuard } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { expectWholeJob, OrdersController } from '../support/whole-job.js';

@Controller()
class DoorsController {
  @Get('locked') locked(): string {
    return 'inside';
  }

  @Public() @Get('open') open(): string {
    return 'welcome';
  }
}

describe.each(platforms())('SessionGuard as a global guard on %s', (platform) => {
  it.each([
    ['useClass', { provide: APP_GUARD, useClass: SessionGuard }],
    ['useExisting', { provide: APP_GUARD, useExisting: SessionGuard }],
  ])('protects everything except the endpoints, with %s', async (_, guard) => {
    const app = await TestApp.start({
      platform,
      module: { controllers: [OrdersController, DoorsController], providers: [guard] },
    });
    const browser = app.client();

    await expectWholeJob(app);
    expect((await browser.get('/locked')).status).toBe(401);
    expect((await browser.get('/open')).text).toBe('welcome');
    expect((await browser.get('/absent')).status).toBe(404);
    await browser.signIn('credentials', JANE);
    expect((await browser.get('/locked')).text).toBe('inside');
    await app.close();
  });
});

@Public()
class BaseController {
  @Get('inherited') inherited(): string {
    return 'inside';
  }

  @Get('overridden') overridden(): string {
    return 'outside';
  }
}

@Controller('derived')
@UseGuards(SessionGuard)
class DerivedController extends BaseController {
  @Get('overridden') override overridden(): string {
    return 'inside';
  }

  @Get('own') own(): string {
    return 'inside';
  }

  @Get('terms') @Public() terms(): string {
    return 'terms';
  }
}

@Controller('further')
class FurtherController extends DerivedController {}

@Controller('reopened')
@Public()
class ReopenedController extends DerivedController {}

describe.each(platforms())('a base class with @Public on %s', (platform) => {
  it.each([
    ['APP_GUARD', [{ provide: APP_GUARD, useExisting: SessionGuard }], false],
    ['useGlobalGuards', [], true],
    ['@UseGuards alone', [], false],
  ])(
    'does not make a derived controller with its own guard public, with %s (S5)',
    async (_, providers, isGlobal) => {
      const app = await TestApp.start({
        platform,
        module: {
          controllers: [DerivedController, FurtherController, ReopenedController],
          providers,
        },
        configure: (nest) => {
          if (isGlobal) nest.useGlobalGuards(nest.get(SessionGuard));
        },
      });
      const [stranger, jane] = [app.client(), app.client()];
      await jane.signIn('credentials', JANE);

      for (const handler of ['inherited', 'overridden', 'own']) {
        expect((await stranger.get(`/derived/${handler}`)).status).toBe(401);
        expect((await stranger.get(`/further/${handler}`)).status).toBe(401);
        expect((await jane.get(`/further/${handler}`)).text).toBe('inside');
        expect((await stranger.get(`/reopened/${handler}`)).text).toBe('inside');
      }
      expect((await stranger.get('/derived/terms')).text).toBe('terms');
      await app.close();
    },
  );
});
