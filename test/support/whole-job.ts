import { CurrentUser, RedirectToSignIn, SessionGuard, type User } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { type CheckedClient, JANE, type TestApp } from './test-app.js';

/** Routes of the application behind the guard. */
@Controller('orders')
@UseGuards(SessionGuard)
export class OrdersController {
  @Get() list(@CurrentUser() user: User): { user: User } {
    return { user };
  }

  @Get('page') @RedirectToSignIn() page(@CurrentUser() user: User): { user: User } {
    return { user };
  }
}

/** The paths and headers of an application. */
export interface Job {
  /** The mount path, including a global prefix. */
  authPath?: string;
  ordersPath?: string;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** How the application wraps the responses of its own routes. */
  shown?(body: unknown): unknown;
}

/**
 * Expects the main flow to work with the built-in pages: refused by the guard, refused with a wrong
 * password, signed in, accepted by the guard, signed out, refused again.
 */
export async function expectWholeJob(
  app: Pick<TestApp, 'url' | 'client'>,
  {
    authPath = '/auth',
    ordersPath = '/orders',
    headers = {},
    shown = (body: unknown) => body,
  }: Job = {},
): Promise<void> {
  const browser = app.client(headers, authPath);
  const user = { id: 'id-of-jane', name: 'jane', email: 'jane@example.com' };
  expect((await browser.get(ordersPath)).status).toBe(401);
  const away = await browser.get(`${ordersPath}/page?n=1`, { accept: 'text/html', ...headers });
  expect(away).toMatchObject({
    status: 303,
    location: `${app.url}${authPath}/signin?${new URLSearchParams({
      callbackUrl: `${app.url}${ordersPath}/page?n=1`,
    })}`,
  });
  expect((await browser.get(`${authPath}/providers`)).json()).toMatchObject({
    credentials: { callbackUrl: `${app.url}${authPath}/callback/credentials` },
  });

  const refused = await submit(browser, `${authPath}/signin`, { username: 'jane', password: 'no' });
  expect(refused.location).toBe(
    `${app.url}${authPath}/signin?error=CredentialsSignin&code=credentials`,
  );
  expect(await browser.session()).toBeNull();

  const signedIn = await submit(browser, refused.location ?? '', { ...JANE, callbackUrl: '/home' });
  expect(signedIn).toMatchObject({ status: 302, location: `${app.url}/home` });
  expect(await browser.session()).toEqual({
    user: { name: user.name, email: user.email },
    expires: expect.any(String) as string,
  });
  const orders = await browser.get(ordersPath);
  expect(orders.status).toBe(200);
  expect(orders.json()).toEqual(shown({ user }));

  expect((await submit(browser, `${authPath}/signout`)).status).toBe(302);
  expect(await browser.session()).toBeNull();
  expect((await browser.get(ordersPath)).status).toBe(401);
  // A script: a browser would get a page with 404.
  const asScript = { accept: 'application/json' };
  expect(await browser.get(`${authPath}/nothing`, asScript)).toMatchObject({
    status: 400,
    text: '"Bad request."',
  });
}

/** Opens a built-in page, fills in its form and presses the button. */
async function submit(browser: CheckedClient, page: string, fields: Record<string, string> = {}) {
  const { status, text } = await browser.get(page);
  expect(status).toBe(200);
  const [, action = ''] = /<form[^>]*action="([^"]+)"/.exec(text) ?? [];
  const [, csrfToken = ''] = /name="csrfToken" value="([^"]+)"/.exec(text) ?? [];
  return browser.post(action, { form: { csrfToken, ...fields } });
}
