import { never, PATIENCE } from '../support/patience.js';
import { sentCookies } from '../support/set-cookies.js';
import { MeController } from '../support/signed-out.js';
import { type CheckedClient, JANE, TestApp } from '../support/test-app.js';
import { withSessionStores, WatchedStore } from '../support/watched-store.js';

const module = { controllers: [MeController] };

/** Returns the names of the session cookies that a response sets and does not clear. */
function openedBy(lines: readonly string[] | undefined): string[] {
  return sentCookies(lines)
    .filter(({ name, value }) => name.includes('session-token') && value !== '')
    .map(({ name }) => name);
}

describe.each(withSessionStores())('a store that is down on %s and %s', (platform, kind) => {
  let store: WatchedStore;
  let app: TestApp;
  let browser: CheckedClient;

  beforeAll(async () => {
    store = await WatchedStore.open(kind);
    const config = { adapter: store.adapter, timeout: PATIENCE };
    app = await TestApp.start({ platform, config, module });
  });
  beforeEach(async () => {
    store.heal();
    browser = app.client();
    await browser.signIn('credentials', JANE);
  });
  afterAll(async () => {
    await app.close();
    await store.close();
  });

  it.each<[string, (failing: WatchedStore) => void]>([
    ['rejects', (failing) => failing.fail('getSessionAndUser')],
    [
      'throws',
      (failing) =>
        failing.replace('getSessionAndUser', () => {
          throw new Error('down');
        }),
    ],
    ['never responds', (failing) => failing.replace('getSessionAndUser', never)],
  ])('causes responses with 503 and signs nobody out if it %s (H03)', async (_, fail) => {
    const before = [...browser.cookies];
    fail(store);

    const session = await browser.get('/auth/session');
    const guarded = await browser.get('/me');

    expect(session).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(session.text).not.toContain('null');
    expect(guarded.status).toBe(503);
    expect(session.headers['set-cookie']).toBeUndefined();
    expect(guarded.headers['set-cookie']).toBeUndefined();
    expect([...browser.cookies]).toEqual(before);
    store.heal();
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });

  it('does not hide a session that cannot be extended, and its cookie is not set again (Q9)', async () => {
    const config = { adapter: store.adapter, session: { updateAge: 0 } };
    const eager = await TestApp.start({ platform, config, module });
    browser = eager.client();
    await browser.signIn('credentials', JANE);
    const before = [...browser.cookies];
    store.fail('updateSession');

    const shown = await browser.get('/auth/session');
    const guarded = await browser.get('/me');

    expect(shown.json()).toMatchObject({ user: { name: 'jane' } });
    expect(guarded.status).toBe(200);
    expect(shown.headers['set-cookie']).toBeUndefined();
    expect([...browser.cookies]).toEqual(before);
    expect(eager.logs.errors).not.toEqual([]);
    await eager.close();
  });

  it.each(['jane', 'otto'])(
    'creates no session for %s if it cannot be stored (A59)',
    async (name) => {
      // Jane exists, so only her session is written. Otto's is written together with the user.
      store.fail('createSession', 'registerUser', 'addToUser');
      const visitor = app.client();

      const failed = await visitor.signIn('credentials', { ...JANE, username: name });

      expect(failed.location).toBe(`${app.url}/auth/error?error=Configuration`);
      expect(openedBy(failed.headers['set-cookie'])).toEqual([]);
      store.heal();
      await visitor.signIn('credentials', { ...JANE, username: name });
      expect(await visitor.session()).toMatchObject({ user: { name } });
    },
  );
});

describe('a SQLite database that has been closed', () => {
  it('causes responses with 503 and signs nobody out (H03)', async () => {
    const store = await WatchedStore.open('sqlite');
    const app = await TestApp.start({
      platform: 'express',
      config: { adapter: store.adapter },
      module,
    });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const before = [...browser.cookies];

    await store.close();

    expect((await browser.get('/auth/session')).status).toBe(503);
    expect((await browser.get('/me')).status).toBe(503);
    expect([...browser.cookies]).toEqual(before);
    await app.close();
  });
});
