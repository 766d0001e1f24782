import type { AuthConfig } from '@authnest/core';
import { aUser } from '@authnest/testing';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { currentAdapter } from '../support/current-adapter.js';
import { sentCookies } from '../support/set-cookies.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, TestApp } from '../support/test-app.js';
import { withSessionStores, WatchedStore } from '../support/watched-store.js';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

describe.each(withSessionStores())(
  'the lifetime of a stored session on %s and %s',
  (platform, kind) => {
    let store: WatchedStore;
    /** The applications, by their options for sessions. */
    const apps = new Map<string, TestApp>();
    let app: TestApp;
    let browser: CheckedClient;
    let token: string;

    async function start(session: AuthConfig['session']): Promise<TestApp> {
      const started = await TestApp.start({
        platform,
        config: { adapter: currentAdapter(() => store.adapter), session },
        module: { controllers: [MeController] },
      });
      apps.set(JSON.stringify(session), started);
      return started;
    }

    /** Signs Jane in at noon. */
    async function signIn(session: AuthConfig['session'] = {}): Promise<void> {
      app = apps.get(JSON.stringify(session)) ?? (await start(session));
      browser = app.client();
      await browser.signIn('credentials', JANE);
      token = browser.cookies.get(SESSION) ?? '';
      store.forgetCalls();
    }

    /** Reads the session with the first cookie, even if it has expired. @returns the new expiry */
    async function read(): Promise<string | undefined> {
      const { text, headers } = await browser.get('/auth/session', {
        cookie: `${SESSION}=${token}`,
      });
      expect(text).toContain('jane@example.com');
      const [cookie] = sentCookies(headers['set-cookie']).filter(({ name }) => name === SESSION);
      expect([undefined, token]).toContain(cookie?.value);
      return cookie?.attributes.get('Expires');
    }

    const row = async () => (await store.real.getSessionAndUser(token))?.session;
    const at = (seconds: number) => new Date(NOON + seconds * 1000);

    beforeEach(async () => {
      store = await WatchedStore.open(kind);
      stopClock();
    });

    afterEach(async () => {
      startClock();
      await store.close();
    });
    afterAll(async () => {
      for (const started of apps.values()) await started.close();
    });

    it('shows a change to the stored user at the next request, also in the guard (K41)', async () => {
      await signIn();
      const { userId = '' } = (await row()) ?? {};
      expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });

      await store.real.updateUser({ id: userId, name: 'jane without her role' });

      expect(await browser.session()).toMatchObject({ user: { name: 'jane without her role' } });
      expect((await browser.get('/me')).text).toContain('without her role');
    });

    it('ends when it has not been used for maxAge, and its row is deleted (D06)', async () => {
      await signIn({ maxAge: HOUR });

      setClock(HOUR - 1);
      await read();
      setClock(HOUR + 1);
      await expectSignedOut(app, { [SESSION]: token });
      expect(await row()).toBeUndefined();
    });

    it('ends when its row has expired, and the row is deleted, not extended (A35)', async () => {
      await signIn();
      await store.real.updateSession({ sessionToken: token, expires: at(-DAY) });

      await expectSignedOut(app, { [SESSION]: token });

      expect(await row()).toBeUndefined();
      expect(store.count('updateSession')).toBe(0);
      expect(store.count('deleteSession')).toBe(1);
    });

    it('ends at the absolute limit, however often it is used, and shows that expiry (D07)', async () => {
      await signIn({ maxAge: 2 * HOUR, updateAge: 0, absoluteMaxAge: 8 * HOUR });

      for (let hour = 1; hour < 8; hour += 1) {
        setClock(hour * HOUR);
        await read();
      }
      expect((await row())?.expires).toEqual(at(8 * HOUR));
      expect((await row())?.createdAt).toEqual(at(0));
      setClock(8 * HOUR - 1);
      expect((await browser.session())?.expires).toBe(at(8 * HOUR).toISOString());
      setClock(8 * HOUR + 1);
      await expectSignedOut(app, { [SESSION]: token });
      expect(await row()).toBeUndefined();
    });

    it('ends at the absolute limit even if its row expires later (D07)', async () => {
      await signIn({ absoluteMaxAge: HOUR });
      await store.real.updateSession({ sessionToken: token, expires: at(30 * DAY) });

      setClock(HOUR + 1);
      await expectSignedOut(app, { [SESSION]: token });
    });

    it('is extended once after updateAge, in both the row and the cookie, and not before (D08)', async () => {
      await signIn({ updateAge: HOUR });

      for (let nth = 0; nth < 100; nth += 1) {
        setClock(nth * 30);
        expect(await read()).toBeUndefined();
      }
      expect(store.count('updateSession')).toBe(0);
      setClock(HOUR);
      const expires = await read();
      await read();
      expect(store.count('updateSession')).toBe(1);
      expect((await row())?.expires).toEqual(at(HOUR + 30 * DAY));
      expect(expires).toBe(at(HOUR + 30 * DAY).toUTCString());
    });

    it('is extended at every read if updateAge is 0 (D08)', async () => {
      await signIn({ updateAge: 0 });

      for (let nth = 1; nth <= 10; nth += 1) {
        setClock(nth);
        await read();
      }

      expect(store.count('updateSession')).toBe(10);
    });

    it('requires a single call to the store if no extension is due', async () => {
      await signIn();

      await browser.get('/me');

      expect(store.calls.map(({ operation }) => operation)).toEqual(['getSessionAndUser']);
    });

    it('ends when the user is deleted, and leaves no row (A30)', async () => {
      await signIn();
      const user = await store.real.getUserByEmail('jane@example.com');

      await store.real.deleteUser(user!.id);

      await expectSignedOut(app, { [SESSION]: token });
      expect(await row()).toBeUndefined();
    });

    it.each<[string, () => unknown]>([
      ['has no user', () => ({ session: { ...session, expires: at(DAY) }, user: null })],
      ['has no expiry', () => ({ session: { ...session, expires: null }, user: aUser() })],
      [
        'has an invalid expiry',
        () => ({ session: { ...session, expires: new Date('x') }, user: aUser() }),
      ],
      [
        'has a string as its expiry',
        () => ({ session: { ...session, expires: '2099-01-01' }, user: aUser() }),
      ],
      ['is undefined', () => undefined],
      ['is empty', () => ({})],
    ])('is refused if the row that the store returns %s (D24)', async (_, readRow) => {
      await signIn();
      store.replace('getSessionAndUser', readRow);

      await expectSignedOut(app, { [SESSION]: token }, { logs: 'any' });
    });

    it('is not looked up if the token is too long', async () => {
      await signIn();

      await expectSignedOut(app, { [SESSION]: 'x'.repeat(600) });
      expect(store.calls).toEqual([]);
    });
  },
);

const session = { sessionToken: 'x', userId: 'y' };

describe('damaged rows in SQLite', () => {
  it.each([
    ['PRAGMA foreign_keys = OFF; DELETE FROM users'],
    ["UPDATE sessions SET expires = ''"],
    ["UPDATE sessions SET expires = 'never'"],
  ])('are not accepted as sessions after: %s (D24)', async (statements) => {
    const store = await WatchedStore.open('sqlite');
    const app = await TestApp.start({
      platform: 'express',
      config: { adapter: store.adapter },
      module: { controllers: [MeController] },
    });
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    for (const statement of statements.split('; ')) await store.dataSource?.query(statement);

    const token = browser.cookies.get(SESSION) ?? '';
    await expectSignedOut(app, { [SESSION]: token }, { logs: 'any' });
    await app.close();
    await store.close();
  });
});
