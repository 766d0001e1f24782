import { Controller, Get, UseGuards } from '@nestjs/common';
import { CurrentUser, SessionGuard, type User } from '@authnest/core';
import { JANE, platforms, TestApp } from '../support/test-app.js';

@Controller('orders')
@UseGuards(SessionGuard)
class OrdersController {
  @Get() list(@CurrentUser() user: User): { user: User } {
    return { user };
  }
}

describe.each(platforms())('sign-in with credentials on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({ platform, module: { controllers: [OrdersController] } });
  });

  afterAll(() => app.close());

  it('signs in, reads the session, calls a guarded route, signs out and is then refused', async () => {
    const browser = app.client();
    expect(await browser.session()).toBeNull();
    expect((await browser.get('/orders')).status).toBe(401);

    const signedIn = await browser.signIn('credentials', { ...JANE, callbackUrl: '/home' });
    expect(signedIn).toMatchObject({ status: 302, location: `${app.url}/home` });
    expect(await browser.session()).toEqual({
      user: { name: 'jane', email: 'jane@example.com' },
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
    });
    expect((await browser.get('/orders')).json()).toEqual({
      user: { id: 'id-of-jane', name: 'jane', email: 'jane@example.com' },
    });

    expect((await browser.signOut()).status).toBe(302);
    expect(await browser.session()).toBeNull();
    expect((await browser.get('/orders')).status).toBe(401);
  });

  it('redirects to the sign-in page after wrong credentials', async () => {
    const browser = app.client();

    const refused = await browser.signIn('credentials', { username: 'jane', password: 'wrong' });

    expect(refused.location).toBe(
      `${app.url}/auth/signin?error=CredentialsSignin&code=credentials`,
    );
    expect(await browser.session()).toBeNull();
  });
});
