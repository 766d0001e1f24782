import { Public, SessionGuard } from '@authnest/core';
import { Controller, Get } from '@nestjs/common';
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

describe.each(platforms)('SessionGuard as a global guard on %s', (platform) => {
  it.each([
    ['useClass', { provide: APP_GUARD, useClass: SessionGuard }],
    ['useExisting', { provide: APP_GUARD, useExisting: SessionGuard }],
  ])('locks everything but the endpoints, by %s', async (_, guard) => {
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
