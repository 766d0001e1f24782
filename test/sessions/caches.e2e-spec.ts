import { CurrentUser, OptionalSession, SessionGuard, type User } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { authorize, OidcProvider } from '../support/oidc.js';
import { MeController } from '../support/signed-out.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';
import { WatchedStore } from '../support/watched-store.js';

const PAGES = ['signin', 'signout', 'error', 'verify-request'] as const;
const CONDITIONS = { 'if-none-match': '*', 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' };

@Controller('public')
class PublicController {
  @Get() show(): { public: boolean } {
    return { public: true };
  }
}

@Controller('maybe')
@UseGuards(SessionGuard)
class MaybeController {
  @Get()
  @OptionalSession()
  show(@CurrentUser() user: User | null): { user: User | null } {
    return { user };
  }
}

const module = { controllers: [MeController, PublicController, MaybeController] };

describe.each(platforms())('cache headers on %s', (platform) => {
  let idp: OidcProvider;
  let store: WatchedStore;
  let app: TestApp;
  let browser: CheckedClient;

  beforeAll(async () => {
    idp = await OidcProvider.start();
    store = await WatchedStore.open('memory');
    const providers = [credentials(), idp.config('idp')];
    app = await TestApp.start({ platform, config: { adapter: store.adapter, providers }, module });
    await idp.register(app, 'idp');
  });

  beforeEach(async () => {
    browser = app.client();
    await browser.signIn('credentials', JANE);
  });

  afterEach(() => store.heal());

  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  const form = async (fields: object = {}) => ({ csrfToken: await browser.csrfToken(), ...fields });
  const foreign = { origin: 'https://evil.test' };
  it.each<[number, string, () => Promise<{ status: number; headers: object }>]>([
    [200, 'GET session', () => browser.get('/auth/session', CONDITIONS)],
    [200, 'GET session, signed out', () => app.client().get('/auth/session', CONDITIONS)],
    [200, 'HEAD session', () => browser.request('HEAD', '/auth/session', CONDITIONS)],
    [200, 'GET csrf', () => browser.get('/auth/csrf', CONDITIONS)],
    [200, 'GET providers', () => browser.get('/auth/providers', CONDITIONS)],
    ...PAGES.map((page): [number, string, () => Promise<{ status: number; headers: object }>] => [
      200,
      `GET ${page}`,
      () => browser.get(`/auth/${page}`, { accept: 'text/html', ...CONDITIONS }),
    ]),
    [
      403,
      'GET error, access denied',
      () => browser.get('/auth/error?error=AccessDenied', CONDITIONS),
    ],
    [500, 'GET error, configuration', () => browser.get('/auth/error?error=Configuration')],
    [200, 'POST session', async () => browser.post('/auth/session', { json: await form() })],
    [400, 'POST session without a CSRF token', () => browser.post('/auth/session', { json: {} })],
    [
      403,
      'POST session from another origin',
      async () => browser.post('/auth/session', { json: await form(), headers: foreign }),
    ],
    [302, 'POST signin/idp', async () => browser.post('/auth/signin/idp', { form: await form() })],
    [
      302,
      'POST signin/unknown',
      async () => browser.post('/auth/signin/none', { form: await form() }),
    ],
    [302, 'POST signin without a CSRF token', () => browser.post('/auth/signin/idp')],
    [302, 'a sign-in', () => app.client().signIn('credentials', JANE)],
    [
      200,
      'a sign-in by a script',
      () => app.client().signIn('credentials', JANE, { 'x-auth-return-redirect': '1' }),
    ],
    [302, 'a sign-in that fails', () => app.client().signIn('credentials', { username: 'jane' })],
    [
      302,
      'GET callback/idp without a pending sign-in',
      () => browser.get('/auth/callback/idp?code=x&state=y'),
    ],
    [
      302,
      'GET callback/idp',
      async () => {
        const visitor = app.client();
        return visitor.get(await authorize(visitor, 'idp'));
      },
    ],
    [302, 'a sign-out', () => browser.signOut()],
    [400, 'an unknown action', () => browser.get('/auth/nothing', CONDITIONS)],
    [405, 'another method', () => browser.request('PUT', '/auth/session')],
    [
      503,
      'GET session, store down',
      () => {
        store.fail('getSessionAndUser');
        return browser.get('/auth/session', CONDITIONS);
      },
    ],
    [
      503,
      'a sign-out, store down',
      async () => {
        const signOut = await form();
        store.fail('deleteSession');
        return browser.post('/auth/signout', { form: signOut });
      },
    ],
  ])('forbid storing a response with %i: %s (D23)', async (status, _, send) => {
    const response = await send();

    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'cache-control': expect.stringContaining('no-store') as unknown,
      vary: expect.stringContaining('Cookie') as unknown,
    });
    expect(Object.keys(response.headers)).not.toEqual(expect.arrayContaining(['etag']));
    expect(Object.keys(response.headers)).not.toEqual(expect.arrayContaining(['last-modified']));
  });

  it('forbid storing a response from a custom route that clears a session (D23)', async () => {
    const cleared = await app.client().get('/maybe', { cookie: 'authjs.session-token=gone' });

    expect(cleared.status).toBe(200);
    expect(cleared.headers['set-cookie']).toHaveLength(1);
    expect(cleared.headers['cache-control']).toContain('no-store');
    expect(cleared.headers.vary).toContain('Cookie');
    expect((await browser.get('/public')).headers['cache-control']).toBeUndefined();
  });
});
