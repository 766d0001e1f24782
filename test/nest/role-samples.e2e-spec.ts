import { Controller, Delete, Get, Patch } from '@nestjs/common';
import { subject } from '@casl/ability';
import type { AuthConfig } from '@authnest/core';
import { abilityOf, Can } from '../fixtures/abilities.js';
import { OrdersAdminController } from '../fixtures/orders-admin.controller.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

@Controller('casl')
class CaslController {
  @Get() @Can('read', 'Order') read(): string {
    return 'read';
  }
  @Patch() @Can('update', 'Order') update(): string {
    return 'update';
  }
  @Delete() @Can('delete', 'Order') delete(): string {
    return 'delete';
  }
}

describe.each(platforms())('the samples of the guide to roles on %s', (platform) => {
  async function start(config: Partial<AuthConfig> = {}) {
    const controllers = [OrdersAdminController, CaslController];
    const app = await TestApp.start({ platform, config, module: { controllers } });
    const jane = app.client();
    await jane.signIn('credentials', JANE);
    return { app, jane, stranger: app.client() };
  }

  it('admit by role, and by the user in the path (K71)', async () => {
    let own: string | undefined;
    const { app, jane, stranger } = await start({
      roles: (user) => {
        own = user.id;
        return ['editor'];
      },
    });

    expect((await stranger.get('/admin/orders')).status).toBe(401);
    expect((await jane.get('/admin/orders')).text).toBe('all orders, for jane');
    expect((await jane.get('/admin/orders/report')).status).toBe(403);
    expect((await jane.get(`/admin/orders/of/${own}`)).text).toBe(`orders of ${own}`);
    expect((await jane.get('/admin/orders/of/other')).status).toBe(403);
    await app.close();
  });

  it('ask CASL for an ability (K71)', async () => {
    const { app, jane, stranger } = await start();
    const jill = { user: { id: '1' }, expires: '' };

    expect((await stranger.get('/casl')).status).toBe(401);
    expect((await jane.get('/casl')).text).toBe('read');
    expect((await jane.request('PATCH', '/casl')).text).toBe('update');
    expect((await jane.request('DELETE', '/casl')).status).toBe(403);
    expect(abilityOf(jill).can('update', subject('Order', { ownerId: '1' }))).toBe(true);
    expect(abilityOf(jill).can('update', subject('Order', { ownerId: '2' }))).toBe(false);
    await app.close();
  });
});
