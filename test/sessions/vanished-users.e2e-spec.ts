import type { AuthConfig } from '@authnest/core';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { MapRegistry } from '../support/map-registry.js';
import { authorize, OidcProvider } from '../support/oidc.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, TestApp } from '../support/test-app.js';
import { withSessionStores, WatchedStore } from '../support/watched-store.js';

const HOUR = 60 * 60;

type JwtCallback = NonNullable<NonNullable<AuthConfig['callbacks']>['jwt']>;

describe.each(withSessionStores())('a deleted user (%s, %s)', (platform, kind) => {
  let idp: OidcProvider;
  let store: WatchedStore;
  let app: TestApp;
  let browser: CheckedClient;
  let jwt: JwtCallback;

  beforeAll(async () => {
    idp = await OidcProvider.start();
    store = await WatchedStore.open(kind);
    const session = { strategy: 'jwt', updateAge: HOUR } as const;
    const callbacks = { jwt: (params: Parameters<JwtCallback>[0]) => jwt(params) };
    const config = { adapter: store.adapter, providers: [idp.config('idp')], session, callbacks };
    app = await TestApp.start({ platform, config, module: { controllers: [MeController] } });
    await idp.register(app, 'idp');
  });
  beforeEach(async () => {
    for (const name of ['ada', 'grace']) {
      const left = await store.real.getUserByEmail(`${name}@example.com`);
      if (left) await store.real.deleteUser(left.id);
    }
    stopClock();
    jwt = ({ token }) => token;
    browser = app.client();
    await browser.get(await authorize(browser, 'idp'));
  });
  afterEach(startClock);
  afterAll(async () => {
    await app.close();
    await store.close();
    await idp.close();
  });

  it('loses a stateless session at its next refresh (A30)', async () => {
    const token = browser.cookies.get(SESSION) ?? '';
    const user = await store.real.getUserByEmail('ada@example.com');
    setClock(HOUR - 1);
    expect((await browser.get('/me')).json()).toMatchObject({ id: user?.id });

    await store.real.deleteUser(user?.id ?? '');

    setClock(HOUR);
    await expectSignedOut(app, { [SESSION]: token }, 'kept');
  });

  it.each<[string, JwtCallback]>([
    ['the callback changes it at each read', ({ token }) => ({ ...token, seen: Date.now() })],
    [
      'the browser updates it',
      ({ token, session }) => (session ? { ...token, locale: String(Date.now()) } : token),
    ],
  ])('loses a stateless session that is reissued because %s (A30)', async (_, callback) => {
    jwt = callback;
    const user = await store.real.getUserByEmail('ada@example.com');
    await store.real.deleteUser(user?.id ?? '');

    for (let minutes = 50; minutes <= 200; minutes += 50) {
      setClock(minutes * 60);
      const csrfToken = await browser.csrfToken();
      await browser.post('/auth/session', { json: { csrfToken, data: {} } });
    }

    expect((await browser.get('/me')).status).toBe(401);
  });

  it('cannot link another account with the remaining session (A30)', async () => {
    const user = await store.real.getUserByEmail('ada@example.com');
    await store.real.deleteUser(user?.id ?? '');

    await browser.get(await authorize(browser, 'idp', { sub: 'grace-hopper' }));

    expect((await browser.get('/me')).json()).toMatchObject({ email: 'grace@example.com' });
    expect(await store.real.getUser(user?.id ?? '')).toBeNull();
  });

  it('sees and ends no session in a list (A30)', async () => {
    const session = { strategy: 'jwt', revocation: new MapRegistry() } as const;
    const config = { adapter: store.adapter, providers: [idp.config('other')], session };
    const other = await TestApp.start({ platform, config });
    await idp.register(other, 'other');
    const visitor = other.client();
    await visitor.get(await authorize(visitor, 'other', { sub: 'grace-hopper' }));
    expect((await visitor.get('/auth/sessions')).status).toBe(200);

    const user = await store.real.getUserByEmail('grace@example.com');
    await store.real.deleteUser(user?.id ?? '');

    expect((await visitor.get('/auth/sessions')).status).toBe(401);
    const json = { csrfToken: await visitor.csrfToken() };
    expect((await visitor.post('/auth/sessions/revoke-all', { json })).status).toBe(401);
    await other.close();
  });

  it('is looked up only at a refresh of the session', async () => {
    store.forgetCalls();

    await browser.get('/me');
    await browser.get('/auth/session');

    expect(store.calls).toEqual([]);
  });

  it('is not assumed if the look-up fails, and the session is kept (H03)', async () => {
    const before = [...browser.cookies];
    setClock(HOUR);
    store.fail('getUser');

    expect((await browser.get('/me')).status).toBe(503);
    expect((await browser.get('/auth/session')).status).toBe(503);

    expect([...browser.cookies]).toEqual(before);
    store.heal();
    expect((await browser.get('/me')).status).toBe(200);
  });
});
