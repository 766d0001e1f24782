import type { AuthEvents } from '@authnest/core';
import { aUser } from '@authnest/testing';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { clearedNames, sentCookies } from '../support/set-cookies.js';
import { SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { platformsAndStores, WatchedStore } from '../support/watched-store.js';

const DAY = 24 * 60 * 60;
const IN_30_DAYS = '2026-04-09T12:00:00.000Z';

describe.each(platforms())('the session endpoint with stateless sessions on %s', (platform) => {
  let app: TestApp;
  const events: AuthEvents['session'][] = [];

  beforeEach(async () => {
    stopClock();
    events.length = 0;
    app = await TestApp.start({
      platform,
      config: { events: { session: (message) => events.push(message) } },
    });
  });

  afterEach(async () => {
    startClock();
    await app.close();
  });

  it('returns null and sets no session cookie if there is no session', async () => {
    const response = await app.client().get('/auth/session');

    expect(response).toMatchObject({ status: 200, text: 'null' });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(sentCookies(response.headers['set-cookie']).map(({ name }) => name)).not.toContain(
      SESSION,
    );
    expect(events).toEqual([]);
  });

  it('returns the name, email and expiry in UTC with milliseconds, and emits an event', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    const { text } = await browser.get('/auth/session');

    expect(text).toBe(
      `{"user":{"name":"jane","email":"jane@example.com"},"expires":"${IN_30_DAYS}"}`,
    );
    expect(events).toEqual([
      {
        session: JSON.parse(text),
        token: expect.objectContaining({ sub: 'id-of-jane', name: 'jane' }),
      },
    ]);
  });

  it('returns the expiry that the cookie has', async () => {
    const browser = app.client();

    const signedIn = await browser.signIn('credentials', JANE);

    const cookie = sentCookies(signedIn.headers['set-cookie']).find(({ name }) => name === SESSION);
    expect(cookie?.attributes.get('Expires')).toBe(new Date(IN_30_DAYS).toUTCString());
    expect(cookie?.attributes.get('Max-Age')).toBe(`${30 * 24 * 60 * 60}`);
  });

  it('responds to an update with null if there is no session, and with 400 and null if there is no CSRF token', async () => {
    const browser = app.client();
    const json = { csrfToken: await browser.csrfToken(), data: { name: 'x' } };

    expect(await browser.post('/auth/session', { json })).toMatchObject({
      status: 200,
      text: 'null',
    });
    expect(await browser.post('/auth/session', { json: { data: {} } })).toMatchObject({
      status: 400,
      text: 'null',
    });
  });

  it('does not add data from the client to the session by default', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const csrfToken = await browser.csrfToken();

    const updated = await browser.post('/auth/session', {
      json: { csrfToken, data: { name: 'root', user: { name: 'root' }, sub: 'other' } },
    });

    expect(updated.json()).toEqual({
      user: { name: 'jane', email: 'jane@example.com' },
      expires: IN_30_DAYS,
    });
  });

  it('changes nothing on HEAD, even if the session is due for renewal', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    setClock(2 * DAY);

    const response = await browser.request('HEAD', '/auth/session');

    expect(response).toMatchObject({ status: 200, text: '' });
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});

describe.each(platformsAndStores())(
  'the session endpoint with database sessions on %s and %s',
  (platform, kind) => {
    let store: WatchedStore;
    let app: TestApp;
    const events: AuthEvents['session'][] = [];

    beforeEach(async () => {
      events.length = 0;
      store = await WatchedStore.open(kind);
      stopClock();
      app = await TestApp.start({
        platform,
        config: {
          adapter: store.adapter,
          events: { session: (message) => events.push(message) },
        },
      });
    });

    afterEach(async () => {
      startClock();
      await app.close();
      await store.close();
    });

    it('returns only the name, email and image of the user, and the expiry of the row (D22)', async () => {
      const user = {
        ...aUser({ email: 'jane@example.com', name: 'Jane' }),
        passwordHash: 'secret',
      };
      const { id } = await store.real.createUser(user);
      await store.real.linkAccount({
        userId: id,
        type: 'credentials',
        provider: 'credentials',
        providerAccountId: 'id-of-jane',
      });
      const browser = app.client();
      await browser.signIn('credentials', JANE);

      const { text } = await browser.get('/auth/session');

      expect(JSON.parse(text)).toStrictEqual({
        user: { name: 'Jane', email: 'jane@example.com', image: user.image },
        expires: new Date(NOON + 30 * DAY * 1000).toISOString(),
      });
      expect(events).toEqual([{ session: JSON.parse(text) }]);
    });

    it('uses the same expiry for the cookie and the row', async () => {
      const browser = app.client();

      const signedIn = await browser.signIn('credentials', JANE);

      const [cookie] = sentCookies(signedIn.headers['set-cookie']).filter(
        ({ name }) => name === SESSION,
      );
      const row = await store.real.getSessionAndUser(cookie?.value ?? '');
      expect(row?.session.expires).toEqual(new Date(NOON + 30 * DAY * 1000));
      expect(cookie?.attributes.get('Expires')).toBe(row?.session.expires.toUTCString());
    });

    it('changes nothing on HEAD, even if the row has expired', async () => {
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      const cookie = `${SESSION}=${browser.cookies.get(SESSION)}`;
      setClock(31 * DAY);
      store.forgetCalls();

      const response = await browser.request('HEAD', '/auth/session', { cookie });

      expect(response).toMatchObject({ status: 200, text: '' });
      expect(clearedNames(response.headers['set-cookie'])).toEqual([]);
      expect(store.count('updateSession', 'deleteSession')).toBe(0);
      expect(events).toEqual([]);
    });
  },
);
