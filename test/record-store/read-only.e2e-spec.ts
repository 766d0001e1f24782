import { RecordStoreAdapter } from '@authnest/record-store';
import { aSession, aUser } from '@authnest/testing';
import { MeController, SESSION } from '../support/signed-out.js';
import { SurrealStore } from '../support/surreal-store.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { InterruptedClient } from './interrupted-client.js';

const HOUR_MS = 3_600_000;

describe.each(platforms())('a record store that refuses writes, on %s', (platform) => {
  let store: SurrealStore;
  let client: InterruptedClient;
  let adapter: RecordStoreAdapter;
  let app: TestApp;

  beforeEach(async () => {
    store = await SurrealStore.open();
    client = new InterruptedClient(store, Infinity);
    adapter = new RecordStoreAdapter(client);
    app = await TestApp.start({
      platform,
      config: { adapter, session: { updateAge: 0 } },
      module: { controllers: [MeController] },
    });
  });
  afterEach(async () => {
    await app.close();
    await store.close();
  });

  it('returns a valid session that is due for renewal, without a new cookie (Q9)', async () => {
    const browser = app.client();
    await browser.signIn('credentials', JANE);

    client.writesLeft = 0;
    const [shown, guarded] = [await browser.get('/auth/session'), await browser.get('/me')];

    expect(shown.json()).toMatchObject({ user: { name: 'jane' } });
    expect(guarded.status).toBe(200);
    for (const { headers } of [shown, guarded]) expect(headers['set-cookie']).toBeUndefined();
    client.writesLeft = Infinity;
    const renewed = await browser.get('/auth/session');
    expect(`${renewed.headers['set-cookie']}`).toContain(SESSION);
  });

  it('refuses a session that has expired (Q9)', async () => {
    const { id: userId } = await adapter.createUser(aUser());
    const expires = new Date(Date.now() - HOUR_MS);
    const { sessionToken } = await adapter.createSession(aSession({ userId, expires }));
    const cookie = `${SESSION}=${sessionToken}`;

    client.writesLeft = 0;

    const shown = await app.client().get('/auth/session', { cookie });
    expect(shown).toMatchObject({ status: 200, text: 'null' });
    expect((await app.client().get('/me', { cookie })).status).toBe(401);
  });

  it('responds to a sign-out with 503, keeps the session, and opens no new one (Q9)', async () => {
    const [browser, other] = [app.client(), app.client()];
    await browser.signIn('credentials', JANE);
    await browser.csrfToken();
    await other.csrfToken();

    client.writesLeft = 0;
    const out = await browser.signOut();
    const opened = await other.signIn('credentials', JANE);
    client.writesLeft = Infinity;

    expect(out.status).toBe(503);
    expect(opened.location).toContain('error=Configuration');
    expect(other.cookies.has(SESSION)).toBe(false);
    expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
  });
});
