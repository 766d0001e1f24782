import { OIDC } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { RequestMethod } from '@nestjs/common';
import { credentials, JANE, platforms, TestApp } from '../support/test-app.js';
import { OrdersController } from '../support/whole-job.js';

type Exclude = (string | { path: string; method: RequestMethod })[];

const CALLBACK = 'auth/callback/:provider';

describe.each(platforms())('a global prefix that excludes some endpoints on %s', (platform) => {
  let server: FakeOAuthServer;
  let app: TestApp;

  beforeAll(async () => {
    server = await FakeOAuthServer.start();
  });
  afterEach(() => app.close());
  afterAll(() => server.close());

  async function start(exclude: Exclude, prefix = 'api'): Promise<void> {
    app = await TestApp.start({
      platform,
      config: { providers: [OIDC({ id: 'idp', name: 'IdP', ...server.client }), credentials()] },
      module: { controllers: [OrdersController] },
      configure: (nest) => nest.setGlobalPrefix(prefix, { exclude }),
    });
  }

  const browserAt = (authPath = '/api/auth') => app.client({}, authPath);

  /** Returns the action of the form that contains a password. */
  function passwordFormOf(page: string): string {
    const forms = [...page.matchAll(/<form[^>]*action="([^"]+)"[^]*?<\/form>/g)];
    return forms.find(([form]) => form.includes('name="password"'))?.[1] ?? '';
  }

  it.each<[string, Exclude, string]>([
    ['every method', [CALLBACK], '/auth'],
    ['GET', [{ path: CALLBACK, method: RequestMethod.GET }], '/api/auth'],
  ])('for callbacks with %s is followed by all URLs', async (_, exclude, posts) => {
    await start(exclude);
    const browser = browserAt();

    const providers = await browser.get('/api/auth/providers');
    const { location = '' } = await browser.signIn('idp', { callbackUrl: '/home' });
    const callback = (await server.authorize(location)).url;
    const signedIn = await browser.get(callback.href);
    const page = await browserAt().get('/api/auth/signin');

    expect(providers.json()).toMatchObject({
      idp: {
        signinUrl: `${app.url}/api/auth/signin/idp`,
        callbackUrl: `${app.url}/auth/callback/idp`,
      },
      credentials: { callbackUrl: `${app.url}${posts}/callback/credentials` },
    });
    expect(callback.pathname).toBe('/auth/callback/idp');
    expect(signedIn.location).toBe(`${app.url}/home`);
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } });
    expect(passwordFormOf(page.text)).toBe(`${app.url}${posts}/callback/credentials`);
  });

  it('redirects from an excluded callback to the pages below the prefix', async () => {
    await start([CALLBACK]);
    const browser = browserAt();
    const { location = '' } = await browser.signIn('idp');
    const { url } = await server.authorize(location);
    url.searchParams.set('code', 'forged');

    const refused = await browser.get(url.href);

    expect(refused.location).toBe(`${app.url}/api/auth/signin?error=OAuthCallbackError`);
    expect((await browser.get(refused.location ?? '')).status).toBe(200);
  });

  it('redirects to an excluded sign-in page, whose form posts below the prefix', async () => {
    await start(['auth/signin']);
    const browser = browserAt();

    const guarded = await browser.get('/api/orders/page', { accept: 'text/html' });
    const page = await browser.get(guarded.location ?? '');
    const action = passwordFormOf(page.text);
    const [, csrfToken = ''] = /name="csrfToken" value="([^"]+)"/.exec(page.text) ?? [];
    const signedIn = await browser.post(action, { form: { csrfToken, ...JANE } });

    expect(guarded.location).toContain(`${app.url}/auth/signin?`);
    expect(page.status).toBe(200);
    expect(action).toBe(`${app.url}/api/auth/callback/credentials`);
    expect(signedIn.status).toBe(302);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    expect((await browser.get('/api/orders')).status).toBe(200);
  });

  it('may have a parameter', async () => {
    await start([CALLBACK], ':tenant');
    const providers = await browserAt('/acme/auth').get('/acme/auth/providers');

    expect(providers.json()).toMatchObject({
      idp: {
        signinUrl: `${app.url}/acme/auth/signin/idp`,
        callbackUrl: `${app.url}/auth/callback/idp`,
      },
    });
  });
});
