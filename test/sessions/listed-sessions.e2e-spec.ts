import {
  type AuthConfig,
  SessionService,
  type SessionSummary,
  UnsupportedStrategy,
  type SessionList,
} from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { MySessionsController } from '../fixtures/my-sessions.controller.js';
import { SessionsController } from '../support/sessions.controller.js';
import { SESSION } from '../support/signed-out.js';
import {
  type CheckedClient,
  JANE,
  OTTO,
  type Platform,
  platforms,
  SECRET,
  TestApp,
  type TestAppOptions,
} from '../support/test-app.js';

const module = { controllers: [MySessionsController, SessionsController] };
const LIST = '/my/sessions';

const startWith = (platform: Platform, config: TestAppOptions['config']) =>
  TestApp.start({ platform, module, config: { session: { strategy: 'database' }, ...config } });

async function signedIn(
  app: TestApp,
  person: typeof JANE | typeof OTTO = JANE,
): Promise<CheckedClient> {
  const browser = app.client();
  await browser.signIn('credentials', person);
  return browser;
}

/** An adapter that deletes a number of sessions, then fails as if the store were down. */
class FailingAdapter extends MemoryAdapter {
  deletions = Number.POSITIVE_INFINITY;

  override async deleteSession(sessionToken: string) {
    this.deletions -= 1;
    if (this.deletions < 0) throw new Error('the store is down');
    return super.deleteSession(sessionToken);
  }
}

async function listOf(browser: CheckedClient): Promise<SessionSummary[]> {
  return (await browser.get(LIST)).json<SessionList>().items;
}

describeDatabases(await databaseServers(), (server) => {
  describe.each(platforms())('the sessions of a user, on %s', (platform) => {
    let database: TestDatabase;
    const sources: DataSource[] = [];
    const apps: TestApp[] = [];

    beforeAll(async () => {
      database = await server.create();
      for (let instance = 0; instance < 2; instance += 1) {
        const source = await openMigrated(database.options);
        sources.push(source);
        apps.push(await startWith(platform, { adapter: new TypeOrmAdapter(source) }));
      }
    });
    afterAll(async () => {
      for (const app of apps) await app.close();
      for (const source of sources) await source.destroy();
      await database.drop();
    });

    it('can be ended from another instance: one by id, all but the current one, or all (K38)', async () => {
      const [here, there] = apps as [TestApp, TestApp];
      const laptop = await signedIn(here);
      const [phone, tablet, desk] = [
        await signedIn(there),
        await signedIn(there),
        await signedIn(there),
      ];
      const otto = await signedIn(there, OTTO);
      expect(await listOf(laptop)).toHaveLength(4);

      const idOfPhone = (await listOf(phone)).find(({ current }) => current)?.id ?? '';
      expect((await laptop.request('DELETE', `${LIST}/${idOfPhone}`)).status).toBe(200);
      expect(await phone.session()).toBeNull();
      expect(await tablet.session()).not.toBeNull();

      expect((await laptop.request('DELETE', `${LIST}/others`)).text).toBe('2');
      expect([await tablet.session(), await desk.session()]).toEqual([null, null]);
      expect(await listOf(laptop)).toMatchObject([{ current: true }]);

      const again = await signedIn(there);
      expect((await laptop.request('DELETE', '/sessions')).text).toBe('2');
      expect([await laptop.session(), await again.session()]).toEqual([null, null]);
      expect(await otto.session()).not.toBeNull();
    });

    it('stay ended even if requests with them are in progress (K38)', async () => {
      const [here, there] = apps as [TestApp, TestApp];
      const [laptop, phone] = [await signedIn(here), await signedIn(there)];
      const copy = there.client();
      for (const [name, value] of phone.cookies) copy.cookies.set(name, value);

      await Promise.all([
        ...Array.from({ length: 10 }, () => copy.session()),
        laptop.request('DELETE', `${LIST}/others`),
        ...Array.from({ length: 10 }, () => copy.session()),
      ]);

      expect(await phone.session()).toBeNull();
      expect(await copy.session()).toBeNull();
      await laptop.request('DELETE', '/sessions');
    });
  });
});

describe.each(platforms())('the list of sessions on %s', (platform) => {
  let app: TestApp;
  let adapter: FailingAdapter;
  const revoked: unknown[] = [];
  const signedInIds: string[] = [];

  beforeEach(async () => {
    adapter = new FailingAdapter();
    revoked.length = 0;
    signedInIds.length = 0;
    const events: AuthConfig['events'] = {
      revokeSessions: (message) => void revoked.push(message),
      signIn: ({ account }) => void signedInIds.push(account?.userId ?? ''),
    };
    app = await startWith(platform, { adapter, events });
  });
  afterEach(() => app.close());

  it('shows the start and expiry of each session and which one is current, but no token (K42)', async () => {
    const [browser] = [await signedIn(app), await signedIn(app)];

    const { text } = await browser.get(LIST);
    const token = browser.cookies.get(SESSION) ?? '';

    expect(token).not.toBe('');
    expect(text).not.toContain(token);
    expect(JSON.parse(text)).toEqual({
      items: [
        { ...FACTS, current: false },
        { ...FACTS, current: true },
      ],
    });
  });

  it('contains ids that are not accepted as a session cookie or bearer token (K39)', async () => {
    const browser = await signedIn(app);
    const [{ id } = { id: '' }] = await listOf(browser);

    const thief = app.client();
    thief.cookies.set(SESSION, id);
    expect(await thief.session()).toBeNull();
    const bearer = app.client({ authorization: `Bearer ${id}` });
    expect((await bearer.get(LIST)).status).toBe(401);
  });

  it("accepts no id that is another user's, unknown or altered (K39)", async () => {
    const [jane, otto] = [await signedIn(app), await signedIn(app, OTTO)];
    const [{ id } = { id: '' }] = await listOf(otto);

    for (const other of [id, 'x', id.slice(0, -1), `${id}x`, id.toUpperCase(), '%00', '..%2f']) {
      const { status } = await jane.request('DELETE', `${LIST}/${other}`);
      expect([400, 404]).toContain(status);
    }
    expect((await jane.request('DELETE', `${LIST}/${id}`)).status).toBe(404);
    expect(await otto.session()).not.toBeNull();
    expect(revoked).toEqual([]);
  });

  it('omits sessions that have expired', async () => {
    const browser = await signedIn(app);
    const [userId = ''] = signedInIds;
    await adapter.createSession({
      sessionToken: 'over',
      userId,
      expires: new Date(Date.now() - 1),
    });

    expect(await listOf(browser)).toHaveLength(1);
  });

  it('is refused if there is no session', async () => {
    expect((await app.client().get('/sessions')).status).toBe(401);
  });

  it("lets an administrator list and end another user's sessions by the user's id", async () => {
    const [admin, otto] = [await signedIn(app), await signedIn(app, OTTO)];
    const userId = signedInIds.at(-1) ?? '';

    expect((await admin.get(`/sessions/of/${userId}`)).json()).toEqual({
      items: [{ ...FACTS, current: false }],
    });
    expect((await admin.request('DELETE', `/sessions/of/${userId}`)).text).toBe('1');

    expect(await otto.session()).toBeNull();
    expect(await admin.session()).not.toBeNull();
    expect(revoked).toEqual([{ userId, ids: 'all' }]);
  });

  it('reports ended sessions by their ids in the list', async () => {
    const [browser, other] = [await signedIn(app), await signedIn(app)];
    const listed = await listOf(other);
    const id = listed.find(({ current }) => current)?.id;

    await browser.request('DELETE', `${LIST}/others`);
    await browser.request('DELETE', `${LIST}/others`);

    const [userId] = signedInIds;
    expect(revoked).toEqual([{ userId, ids: [id] }]);
    expect(app.logs.facts.at(-1)).toEqual(['sessions ended', { userId, count: 1 }]);
  });

  it('reports the sessions that ended before the store failed, and responds with 500', async () => {
    const browsers = [await signedIn(app), await signedIn(app), await signedIn(app)];
    const [browser] = browsers as [CheckedClient];
    adapter.deletions = 1;

    expect((await browser.request('DELETE', `${LIST}/others`)).status).toBe(500);

    expect(revoked).toEqual([{ userId: signedInIds[0], ids: [ID] }]);
    expect(await listOf(browser)).toHaveLength(2);
  });

  const ID = expect.stringMatching(/^[\w-]{22}$/) as unknown;
  const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown;
  const FACTS = {
    id: ID,
    createdAt: DATE,
    expires: DATE,
    lastUsedAt: DATE,
    address: '127.0.0.0/24',
    browser: null,
    system: null,
    provider: 'credentials',
  };
});

describe('sessions that cannot be listed', () => {
  const listIn = async (options: Partial<TestAppOptions>, userId: unknown = '1') => {
    const app = await TestApp.start({ platform: 'express', ...options });
    const sessions = app.app.get(SessionService, { strict: false });
    try {
      return await sessions.list({ userId: userId as string });
    } finally {
      await app.close();
    }
  };
  const adapter = new MemoryAdapter();

  it('are stateless sessions, and the error states the remedy', async () => {
    await expect(listIn({})).rejects.toThrow(UnsupportedStrategy);
    await expect(listIn({})).rejects.toThrow("set `session.strategy: 'database'`");
  });

  it('are those in an adapter that cannot list, and the error names the missing operation', async () => {
    const poor = Object.create(adapter, { listSessionsByUserId: { value: undefined } }) as object;

    await expect(listIn({ config: { adapter: poor } })).rejects.toThrow(
      'adapter: listing sessions needs listSessionsByUserId',
    );
  });

  it('are those for an invalid user id, or with a configuration that depends on the request', async () => {
    await expect(listIn({ config: { adapter } }, '')).rejects.toThrow('must be a string');
    await expect(listIn({ config: { adapter } }, 7)).rejects.toThrow('must be a string');
    const input = () => ({ secret: SECRET, trustHost: true, adapter, providers: [] });
    await expect(listIn({ input })).rejects.toThrow('pass the request');
  });
});
