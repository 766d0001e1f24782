import { currentAdapter } from '../support/current-adapter.js';
import { authorize, OidcProvider } from '../support/oidc.js';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { sentCookies } from '../support/set-cookies.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';
import { platformsAndStores, WatchedStore } from '../support/watched-store.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JUMPS = [HOUR, -HOUR, DAY, -DAY];
const MAX_AGE = 30 * DAY;

/** Asserts that no Max-Age is negative, and that no cookie with a value has expired. */
function expectSaneCookies(lines: readonly string[] | undefined): void {
  for (const { value, attributes } of sentCookies(lines)) {
    expect(Number(attributes.get('Max-Age') ?? 0)).toBeGreaterThanOrEqual(0);
    const expires = attributes.get('Expires');
    if (value !== '' && expires) expect(Date.parse(expires)).toBeGreaterThan(Date.now());
  }
}

describe.each(platforms())('clock jumps with stateless sessions on %s', (platform) => {
  let idp: OidcProvider;
  let app: TestApp;

  beforeEach(async () => {
    stopClock();
    idp = await OidcProvider.start();
    const config = {
      providers: [idp.config('idp', { checks: ['pkce', 'state', 'nonce'] })],
      session: { maxAge: MAX_AGE, updateAge: 10 * MINUTE, absoluteMaxAge: 60 * DAY },
    };
    app = await TestApp.start({ platform, config, module: { controllers: [MeController] } });
    await idp.register(app, 'idp');
  });

  afterEach(async () => {
    startClock();
    await app.close();
    await idp.close();
  });

  async function signIn(): Promise<CheckedClient> {
    const browser = app.client();
    await browser.get(await authorize(browser, 'idp'));
    return browser;
  }

  it.each(JUMPS)(
    'cause a sign-in during a jump of %i s to be refused, without an internal error (H20)',
    async (jump) => {
      const browser = app.client();
      const callback = await authorize(browser, 'idp');
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

      setClock(jump);
      const refused = await browser.get(callback, { cookie });

      expect(refused.status).toBe(302);
      expect(refused.location).toMatch(/\/auth\/(?:error|signin)\?error=/);
      expectSaneCookies(refused.headers['set-cookie']);
      setClock(0);
      expect(await (await signIn()).session()).toMatchObject({ user: { name: 'Ada Lovelace' } });
    },
  );

  it.each(JUMPS)(
    'do not extend a session beyond its limits after a jump of %i s (H20)',
    async (jump) => {
      const browser = await signIn();
      const before = browser.cookies.get(SESSION) ?? '';

      setClock(jump);
      const during = await browser.get('/auth/session', { cookie: `${SESSION}=${before}` });
      expect(during.status).toBe(200);
      expectSaneCookies(during.headers['set-cookie']);
      const after = sentCookies(during.headers['set-cookie']).find(({ name }) => name === SESSION);

      setClock(0);
      if (after?.value && jump > 0) await expectSignedOut(app, { [SESSION]: after.value });
      const session = await browser.get('/auth/session', { cookie: `${SESSION}=${before}` });
      expect(Date.parse(session.json<{ expires: string }>().expires)).toBeLessThanOrEqual(
        Date.now() + MAX_AGE * 1000,
      );
    },
  );
});

describe.each(platformsAndStores())(
  'clock jumps with stored sessions on %s and %s',
  (platform, kind) => {
    let store: WatchedStore;
    let app: TestApp;

    beforeAll(async () => {
      store = await WatchedStore.open(kind);
      const session = { maxAge: MAX_AGE, updateAge: 10 * MINUTE, absoluteMaxAge: 60 * DAY };
      const config = { adapter: currentAdapter(() => store.adapter), session };
      app = await TestApp.start({ platform, config, module: { controllers: [MeController] } });
      await store.close();
    });
    afterAll(() => app.close());

    beforeEach(async () => {
      store = await WatchedStore.open(kind);
      stopClock();
    });

    afterEach(async () => {
      startClock();
      await store.close();
    });

    it.each(JUMPS)(
      'do not extend a session beyond its limits after a jump of %i s (H20)',
      async (jump) => {
        const browser = app.client();
        await browser.signIn('credentials', JANE);
        const token = browser.cookies.get(SESSION) ?? '';
        const cookie = `${SESSION}=${token}`;

        setClock(jump);
        const during = await browser.get('/auth/session', { cookie });
        expect(during.status).toBe(200);
        expectSaneCookies(during.headers['set-cookie']);

        setClock(0);
        const after = await browser.get('/auth/session', { cookie });
        expectSaneCookies(after.headers['set-cookie']);
        const limit = Date.now() + MAX_AGE * 1000;
        expect(Date.parse(after.json<{ expires: string }>().expires)).toBeLessThanOrEqual(limit);
        const row = await store.real.getSessionAndUser(token);
        expect(row?.session.expires.getTime()).toBeLessThanOrEqual(limit);
      },
    );

    it.each([HOUR, DAY])(
      'do not leave a session with a start %i s in the future (H20)',
      async (jump) => {
        setClock(jump);
        const browser = app.client();
        await browser.signIn('credentials', JANE);
        const token = browser.cookies.get(SESSION) ?? '';

        setClock(0);
        await browser.get('/me', { cookie: `${SESSION}=${token}` });

        const row = await store.real.getSessionAndUser(token);
        expect(row?.session.createdAt).toEqual(new Date());
        expect(row?.session.expires).toEqual(new Date(Date.now() + MAX_AGE * 1000));
      },
    );
  },
);
