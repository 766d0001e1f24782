import { type AuthConfig, encode, type PlatformRequest, SessionService } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import type { IncomingMessage } from 'node:http';
import type { EndOfLive } from '../../libs/core/src/live/live-session.js';
import { OpenConnectionsService } from '../../libs/core/src/live/open-connections.service.js';
import { Deferred } from '../support/deferred.js';
import { LogCollector } from '../support/log-collector.js';
import { credentials, JANE, OTTO, platforms, SECRET, TestApp } from '../support/test-app.js';
import { MapRegistry } from '../support/map-registry.js';
import { until } from '../support/until.js';
import { Watched } from '../support/watched.js';

const STORES: readonly (readonly [string, () => Partial<AuthConfig>])[] = [
  ['stored', () => ({ adapter: new MemoryAdapter(), session: { strategy: 'database' } })],
  ['stateless', () => ({})],
  ['registered', () => ({ session: { strategy: 'jwt', revocation: new MapRegistry() } })],
];

type Browser = ReturnType<TestApp['client']>;

function handshakeOf(browser: Browser, host = '127.0.0.1'): IncomingMessage {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  return { url: '/', headers: { cookie, host }, socket: {} } as IncomingMessage;
}

async function signedIn(app: TestApp, form: Record<string, string> = JANE): Promise<Browser> {
  const browser = app.client();
  await browser.signIn('credentials', form);
  return browser;
}

async function connect(app: TestApp, browser: Browser, host?: string) {
  const ends: EndOfLive[] = [];
  const lives = app.app.get(OpenConnectionsService);
  const onEnd = (reason: EndOfLive): void => void ends.push(reason);
  const live = await lives.whileOpen(handshakeOf(browser, host), onEnd);
  return { live, ends };
}

describe.each(platforms())('an open connection on %s', (platform) => {
  describe.each(STORES)('with %s sessions', (kind, config) => {
    let app: TestApp;
    beforeAll(async () => {
      app = await TestApp.start({ platform, config: config() });
    });
    afterAll(() => app.close());

    it('has the session of its request, and none without a session', async () => {
      const { live } = await connect(app, await signedIn(app));

      expect(await live?.current()).toMatchObject({ user: { name: 'jane' } });
      expect((await connect(app, app.client())).live).toBeNull();
    });

    it('is closed at once when its browser signs out, and no other user’s is (K65)', async () => {
      const [jane, otto] = [await signedIn(app), await signedIn(app, OTTO)];
      const [own, other] = [await connect(app, jane), await connect(app, otto)];

      await jane.signOut();

      expect([own.ends, other.ends]).toEqual([['signed-out'], []]);
      expect(await own.live?.current()).toBeNull();
      expect(await other.live?.current()).toMatchObject({ user: { name: 'otto' } });
    });

    it('is closed when its browser signs out while it is being opened (K65)', async () => {
      const jane = await signedIn(app);
      const opening = connect(app, jane);
      await jane.signOut();

      const { live, ends } = await opening;

      // Either the reading found no session any more, or what ended meanwhile was applied.
      expect(live === null ? ['signed-out'] : ends).toEqual(['signed-out']);
    });

    it('is closed when another user signs in with its browser (K65)', async () => {
      const jane = await signedIn(app);
      const { ends } = await connect(app, jane);

      await jane.signIn('credentials', OTTO);

      expect(ends).toEqual(['signed-out']);
    });

    if (kind === 'stateless') {
      it('is not told apart from others of its user, since the session has no id', async () => {
        const [one, another] = [await signedIn(app), await signedIn(app)];
        const { ends } = await connect(app, another);

        await one.signOut();

        expect(ends).toEqual(['signed-out']);
      });
      return;
    }

    it('stays open when its user signs out in another browser (K65)', async () => {
      const [one, another] = [await signedIn(app), await signedIn(app)];
      const { ends, live } = await connect(app, another);

      await one.signOut();

      expect(ends).toEqual([]);
      expect(await live?.current()).not.toBeNull();
    });

    it('is closed at once when its session is revoked (K65)', async () => {
      const jane = await signedIn(app);
      const { live, ends } = await connect(app, jane);
      const other = await connect(app, await signedIn(app));
      const id = (await live?.current())?.id ?? '';

      await app.app.get(SessionService).revoke({ userId: await idOf(live) }, id);

      expect([ends, other.ends]).toEqual([['revoked'], []]);
    });

    it('is closed when the others, and when all sessions of its user are revoked (K65)', async () => {
      const [jane, elsewhere] = [await signedIn(app), await signedIn(app)];
      const [own, other] = [await connect(app, jane), await connect(app, elsewhere)];

      const csrfToken = await jane.csrfToken();
      await jane.post('/auth/sessions/revoke-others', { json: { csrfToken } });
      expect(other.ends).toEqual(['revoked']);

      const userId = await idOf(own.live);
      await app.app.get(SessionService).revokeAll({ userId });
      await until('the connection is closed', () => own.ends.length > 0);
      expect(own.ends).toEqual(['ended']);
    });

    it('is closed when the access of its user ends (K65)', async () => {
      const { live, ends } = await connect(app, await signedIn(app));
      const otto = await connect(app, await signedIn(app, OTTO));

      await app.app.get(SessionService).endAccess(await idOf(live));
      await until('the connection is closed', () => ends.length > 0);

      expect([ends, otto.ends]).toEqual([['ended'], []]);
    });
  });

  describe('of a stateless session without a registry', () => {
    const adapter = new MemoryAdapter();
    let app: TestApp;
    beforeAll(async () => {
      const providers = [{ ...credentials(), usersOfAdapter: true }];
      const session = { strategy: 'jwt' } as const;
      const config = { adapter, providers, session, sockets: { sweep: 1 } };
      app = await TestApp.start({ platform, config });
    });
    afterAll(() => app.close());

    async function connected() {
      await adapter.createUser({ id: 'id-of-jane', email: 'j@x.example', emailVerified: null });
      const browser = await signedIn(app);
      return { browser, ...(await connect(app, browser)) };
    }

    it('is closed when the access of its user ends, and not opened again (K65)', async () => {
      const { browser, ends, live } = await connected();

      await app.app.get(SessionService).endAccess('id-of-jane');
      await until('the connection is closed', () => ends.length > 0);

      expect(await live?.current()).toBeNull();
      expect((await connect(app, browser)).live).toBeNull();
      await adapter.deleteUser('id-of-jane');
    });

    it('is closed in time when its user is deleted (K65)', async () => {
      const { ends } = await connected();

      await adapter.deleteUser('id-of-jane');
      await until('the connection is closed', () => ends.length > 0);

      expect(ends).toEqual(['ended']);
    });
  });

  it('is closed at once when a user of a list of the application signs out everywhere (JT4)', async () => {
    const session = { strategy: 'jwt', revocation: new MapRegistry() } as const;
    const config = { adapter: new MemoryAdapter(), session, sockets: { sweep: 3600 } };
    const app = await TestApp.start({ platform, config });
    const [jane, elsewhere] = [await signedIn(app), await signedIn(app)];
    const { ends } = await connect(app, elsewhere);

    await jane.post('/auth/sessions/revoke-all', { json: { csrfToken: await jane.csrfToken() } });

    await until('the connection is closed', () => ends.length > 0);
    expect(ends).toEqual(['ended']);
    await app.close();
  });

  it('is closed at once when a session of an Auth.js application signs out that got an id later (JT5)', async () => {
    const revocation = new MapRegistry();
    const session = { strategy: 'jwt', updateAge: 0, revocation } as const;
    const app = await TestApp.start({ platform, config: { session, sockets: { sweep: 3600 } } });
    const browser = app.client();
    const salt = 'authjs.session-token';
    const token = { sub: 'jane', name: 'jane' };
    browser.cookies.set(salt, await encode({ token, secret: SECRET, salt }));
    const { live, ends } = await connect(app, browser);
    await browser.session();

    await browser.signOut();

    await until('the connection is closed', () => ends.length > 0);
    expect(await live?.current()).toBeNull();
    await app.close();
  });

  it('does not extend its session (K65)', async () => {
    const watched = new Watched();
    const session = { strategy: 'database', updateAge: 0 } as const;
    const sockets = { recheck: 0 };
    const app = await TestApp.start({
      platform,
      config: { ...watched.config, session, sockets },
    });
    const { live } = await connect(app, await signedIn(app));
    watched.reset();

    await live?.current();
    await live?.current();

    expect(watched.calls).toEqual(['getSessionAndUser', 'getSessionAndUser']);
    await app.close();
  });

  it('costs no query for messages within the recheck (K65)', async () => {
    const watched = new Watched();
    const app = await TestApp.start({
      platform,
      config: { ...watched.config, session: { strategy: 'database' } },
    });
    const { live } = await connect(app, await signedIn(app));
    watched.reset();

    for (let count = 0; count < 100; count += 1) await live?.current();

    expect(watched.calls).toEqual([]);
    await app.close();
  });

  it('is not opened while the store is down, and stays open when it goes down later', async () => {
    const watched = new Watched();
    const config = { ...watched.config, sockets: { recheck: 0 } };
    const app = await TestApp.start({
      platform,
      config: { ...config, session: { strategy: 'database' } },
    });
    const browser = await signedIn(app);
    const { live, ends } = await connect(app, browser);
    watched.failing.add('getSessionAndUser');

    await expect(connect(app, browser)).rejects.toThrow('the session could not be read');
    await expect((async () => live?.current())()).rejects.toThrow('the session could not be read');
    expect(ends).toEqual([]);
    watched.failing.clear();
    expect(await live?.current()).toMatchObject({ user: { name: 'jane' } });
    await app.close();
  });

  it('hears of a sign-out that its own reading did not see yet (K65)', async () => {
    const [reached, released] = [new Deferred(), new Deferred()];
    const app = await TestApp.start({
      platform,
      config: {
        adapter: new MemoryAdapter(),
        session: { strategy: 'database' },
        callbacks: {
          // Called after the session was read.
          session: async ({ session }) => {
            reached.resolve();
            await released.promise;
            return session;
          },
        },
      },
    });
    const jane = await signedIn(app);
    const opening = connect(app, jane);
    await reached.promise;
    await jane.signOut();
    released.resolve();

    expect((await opening).ends).toEqual(['signed-out']);
    await app.close();
  });
});

describe.each(platforms())('open connections of two tenants on %s', (platform) => {
  it('are closed in time while the store of the other tenant hangs (K65)', async () => {
    const stores = { acme: new Watched(), beta: new Watched() };
    const configOf = (tenant: keyof typeof stores): AuthConfig => ({
      tenant,
      secret: SECRET,
      trustHost: [`${tenant}.example`],
      logger: new LogCollector(),
      providers: [credentials()],
      session: { strategy: 'database' },
      sockets: { sweep: 1 },
      timeout: 3600,
      ...stores[tenant].config,
    });
    const [atAcme, atBeta] = [configOf('acme'), configOf('beta')];
    const app = await TestApp.start({
      platform,
      input: ({ headers }: PlatformRequest) =>
        headers['host'] === 'acme.example' ? atAcme : atBeta,
    });
    const connectAt = async (tenant: string) => {
      const host = `${tenant}.example`;
      const browser = app.client({ host });
      await browser.signIn('credentials', JANE);
      return { browser, ...(await connect(app, browser, host)) };
    };
    const [beta, ...acme] = [await connectAt('beta'), await connectAt('acme')];
    // More than one tenant may read at once.
    for (let count = 1; count < 20; count += 1) acme.push(await connectAt('acme'));
    const hanging = new Deferred();
    stores.acme.before.set('getSessionAndUser', () => hanging.promise);
    await stores.beta.store.deleteSession(beta.browser.cookies.get('authjs.session-token') ?? '');

    await until('the connection of beta is closed', () => beta.ends.length > 0);

    expect(beta.ends).toEqual(['ended']);
    expect(acme.flatMap(({ ends }) => ends)).toEqual([]);
    hanging.resolve();
    acme.forEach(({ live }) => live?.release());
    // Nothing is kept of tenants without connections.
    expect(app.app.get(OpenConnectionsService)['sweeps'].size).toBe(0);
    await app.close();
  });
});

async function idOf(live: Awaited<ReturnType<typeof connect>>['live']): Promise<string> {
  return (await live?.current())?.user?.id ?? '';
}
