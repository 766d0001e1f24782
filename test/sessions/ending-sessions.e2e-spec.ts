import type { AuthEvents } from '@authnest/core';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { currentAdapter } from '../support/current-adapter.js';
import { Deferred } from '../support/deferred.js';
import { clearedNames, sentCookies } from '../support/set-cookies.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, OTTO, TestApp } from '../support/test-app.js';
import { withSessionStores, WatchedStore } from '../support/watched-store.js';

const module = { controllers: [MeController] };

const ofSession = (lines: readonly string[] | undefined) =>
  sentCookies(lines).filter(({ name }) => name === SESSION);

/** Returns the current session of a browser, to be sent even after its cookies have changed. */
function copyOf(browser: CheckedClient): { cookie: string; token: string } {
  const token = browser.cookies.get(SESSION) ?? '';
  return { cookie: `${SESSION}=${token}`, token };
}

describe.each(withSessionStores())('ending a stored session on %s and %s', (platform, kind) => {
  let store: WatchedStore;
  let app: TestApp;
  let browser: CheckedClient;
  let ended: AuthEvents['signOut'][];

  beforeAll(async () => {
    store = await WatchedStore.open(kind);
    const adapter = currentAdapter(() => store.adapter);
    const events = { signOut: (message: AuthEvents['signOut']) => ended.push(message) };
    app = await TestApp.start({ platform, config: { adapter, events }, module });
    await store.close();
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    ended = [];
    store = await WatchedStore.open(kind);
    stopClock();
    browser = app.client();
    await browser.signIn('credentials', JANE);
  });

  afterEach(async () => {
    startClock();
    await store.close();
  });

  it('invalidates a copied cookie and deletes the row (D03)', async () => {
    const { token } = copyOf(browser);

    const signedOut = await browser.signOut();

    expect(clearedNames(signedOut.headers['set-cookie'])).toEqual([SESSION]);
    expect(await store.real.getSessionAndUser(token)).toBeNull();
    await expectSignedOut(app, { [SESSION]: token });
    expect(ended).toMatchObject([{ session: { sessionToken: token } }]);
  });

  it('reports no sign-out if the store fails, and succeeds later (D05)', async () => {
    const { cookie, token } = copyOf(browser);
    store.fail('deleteSession');

    const refused = await browser.signOut();

    expect(refused.status).toBe(503);
    expect(refused.location).toBeUndefined();
    expect(sentCookies(refused.headers['set-cookie'])).toEqual([]);
    expect(ended).toEqual([]);
    expect((await browser.get('/me', { cookie })).status).toBe(200);
    store.heal();
    expect((await browser.signOut()).status).toBe(302);
    await expectSignedOut(app, { [SESSION]: token });
  });

  it('succeeds if the row is gone, and the store refuses to delete a missing one (D05)', async () => {
    await store.real.deleteSession(copyOf(browser).token);
    // As Prisma does.
    const missing = Object.assign(new Error('No record was found'), { code: 'P2025' });
    store.replace('deleteSession', () => Promise.reject(missing));

    const signedOut = await browser.signOut();

    expect(signedOut.status).toBe(302);
    expect(clearedNames(signedOut.headers['set-cookie'])).toEqual([SESSION]);
  });

  it.each(['/auth/session', '/me'])(
    'is not undone by a late renewal at %s, which shows no session and sets no cookie (S, late result)',
    async (path) => {
      const { cookie, token } = copyOf(browser);
      const [asked, goOn] = [new Deferred(), new Deferred()];
      store.replace('updateSession', async () => {
        asked.resolve();
        await goOn.promise;
        return store.real.updateSession({ sessionToken: token, expires: new Date() });
      });
      setClock(2 * 24 * 60 * 60);
      const late = app.client().get(path, { cookie });
      await asked.promise;

      await browser.signOut();
      goOn.resolve();
      const response = await late;

      expect(response.status === 401 || response.text === 'null').toBe(true);
      expect(ofSession(response.headers['set-cookie'])).toEqual([]);
      expect(await store.real.getSessionAndUser(token)).toBeNull();
    },
  );

  it.each<[string, unknown]>([
    ['an empty object', {}],
    ['undefined', undefined],
  ])('is not assumed if updateSession returns %s (S, late result)', async (_, result) => {
    const { cookie } = copyOf(browser);
    store.replace('updateSession', () => result);
    setClock(2 * 24 * 60 * 60);

    const read = await app.client().get('/auth/session', { cookie });

    expect(read.json()).toMatchObject({ user: { name: 'jane' } });
    expect(ofSession(read.headers['set-cookie'])).toHaveLength(1);
  });

  it('responds to a script with 503 if the store fails (D05)', async () => {
    store.fail('deleteSession');

    const refused = await browser.signOut({}, { 'x-auth-return-redirect': '1' });

    expect(refused.status).toBe(503);
    expect(refused.json()).toMatchObject({ url: `${app.url}/auth/error?error=Configuration` });
  });

  it('ends only the valid session of this browser (A29)', async () => {
    const otto = app.client();
    await otto.signIn('credentials', OTTO);
    const theirs = copyOf(otto);
    const csrfToken = await browser.csrfToken();
    const mine = [...browser.cookies].map(([name, value]) => `${name}=${value}`);
    const planted = [`${SESSION}.0`, `__Secure-${SESSION}`, `__Host-${SESSION}`, `X${SESSION}`].map(
      (name) => `${name}=${theirs.token}`,
    );
    const own = copyOf(browser);

    const signedOut = await browser.post('/auth/signout', {
      form: { csrfToken },
      headers: { cookie: [...planted, ...mine].join('; ') },
    });

    expect(signedOut.status).toBe(302);
    await expectSignedOut(app, own.cookie);
    expect((await otto.get('/me')).json()).toMatchObject({ name: 'otto' });
  });

  it.each(['first', 'last'])(
    'ends all sessions whose cookies are sent, the other one %s (A29)',
    async (place) => {
      const otto = app.client();
      await otto.signIn('credentials', OTTO);
      const csrfToken = await browser.csrfToken();
      const mine = [...browser.cookies].map(([name, value]) => `${name}=${value}`);
      const planted = copyOf(otto).cookie;
      const cookies = place === 'first' ? [planted, ...mine] : [...mine, planted];
      const own = copyOf(browser);

      const signedOut = await browser.post('/auth/signout', {
        form: { csrfToken },
        headers: { cookie: cookies.join('; ') },
      });

      expect(clearedNames(signedOut.headers['set-cookie'])).toEqual([SESSION]);
      expect((await otto.get('/me')).status).toBe(401);
      expect((await app.client().get('/me', { cookie: own.cookie })).status).toBe(401);
    },
  );

  it('emits no event if there is no cookie, and clears a cookie that belongs to no session', async () => {
    const visitor = app.client();
    await visitor.signOut();
    expect(ended).toEqual([]);
    visitor.cookies.set(SESSION, 'x'.repeat(43));

    const signedOut = await visitor.signOut();

    expect(signedOut.status).toBe(302);
    expect(clearedNames(signedOut.headers['set-cookie'])).toEqual([SESSION]);
    expect(ended).toEqual([{ session: null }]);
  });
});
