import { setTimeout as pauseFor } from 'node:timers/promises';
import type { AdapterSession, AuthConfig, AuthEvents } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { MapRegistry } from '../support/map-registry.js';
import { PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, platforms, TestApp } from '../support/test-app.js';
import { Watched } from '../support/watched.js';

const modes = ['end-oldest', 'refuse'] as const;
type Session = NonNullable<AuthConfig['session']>;

async function signedIn(app: TestApp): Promise<CheckedClient> {
  const browser = app.client();
  await browser.signIn('credentials', JANE);
  return browser;
}

/** Counts the browsers that are signed in. */
async function liveAmong(browsers: readonly CheckedClient[]): Promise<number> {
  const sessions = await Promise.all(browsers.map((browser) => browser.session()));
  return sessions.filter((session) => session !== null).length;
}

describeDatabases(await databaseServers(), (server) => {
  describe.each(modes)(
    '20 simultaneous sign-ins with a limit of three sessions, whenFull: %s',
    (whenFull) => {
      let database: TestDatabase;
      const sources: DataSource[] = [];
      const apps: TestApp[] = [];

      beforeAll(async () => {
        database = await server.create();
        for (const platform of ['express', 'fastify'] as const) {
          const source = await openMigrated(database.options);
          sources.push(source);
          const session: Session = { strategy: 'database', maxPerUser: 3, whenFull };
          const config = { adapter: new TypeOrmAdapter(source), session };
          apps.push(await TestApp.start({ platform, config }));
        }
        await signedIn(apps[0] as TestApp);
      });
      afterAll(async () => {
        for (const app of apps) await app.close();
        for (const source of sources) await source.destroy();
        await database.drop();
      });

      it('leave one to three sessions across all instances, and no other rows (K40)', async () => {
        const browsers = await Promise.all(
          Array.from({ length: 20 }, (_, nth) => signedIn(apps[nth % apps.length] as TestApp)),
        );

        const [source] = sources as [DataSource];
        const rows = await source.query('SELECT * FROM sessions');
        expect(rows.length).toBeGreaterThanOrEqual(1);
        expect(rows.length).toBeLessThanOrEqual(3);
        // The session from `beforeAll` is kept if further ones are refused.
        const live = await liveAmong(browsers);
        expect(live).toBe(whenFull === 'refuse' ? rows.length - 1 : rows.length);
      });
    },
  );
});

const kinds: [name: string, config: () => Partial<AuthConfig>][] = [
  ['database sessions', () => ({ adapter: new MemoryAdapter() })],
  ['stateless sessions', () => ({ session: { strategy: 'jwt', revocation: new MapRegistry() } })],
];

describe.each(platforms())('maxPerUser on %s', (platform) => {
  describe.each(kinds)('with %s', (_kind, kind) => {
    let app: TestApp;
    const ended: AuthEvents['revokeSessions'][] = [];

    async function start(session: Session): Promise<void> {
      ended.length = 0;
      const config = kind();
      const events = {
        revokeSessions: (message: AuthEvents['revokeSessions']) => void ended.push(message),
      };
      const options = { ...config.session, ...session };
      app = await TestApp.start({ platform, config: { ...config, events, session: options } });
    }
    afterEach(() => app.close());

    it('ends the oldest session, and reports it', async () => {
      await start({ maxPerUser: 2 });
      const first = await signedIn(app);
      await pause();
      const [second] = [await signedIn(app), await pause()];
      const third = await signedIn(app);

      expect(await first.session()).toBeNull();
      expect(await liveAmong([second, third])).toBe(2);
      expect(ended).toMatchObject([{ ids: [expect.stringMatching(/^[\w-]{22}$/)] }]);
    });

    it('refuses a further sign-in, with the reason in the language of the user', async () => {
      await start({ maxPerUser: 1, whenFull: 'refuse' });
      const first = await signedIn(app);
      const second = app.client();

      const refused = await second.signIn('credentials', JANE);

      const target = new URL(`${refused.headers.location}`);
      expect(target.searchParams.get('error')).toBe('TooManySessions');
      expect(await second.session()).toBeNull();
      expect(await first.session()).not.toBeNull();
      const page = (language: string) =>
        second.get(target.pathname + target.search, { 'accept-language': language });
      expect((await page('en')).text).toContain('too many devices');
      expect((await page('de')).text).toContain('zu vielen Geräten');
    });

    it('counts a browser that signs in again only once', async () => {
      await start({ maxPerUser: 1, whenFull: 'refuse' });
      const browser = await signedIn(app);

      await browser.signIn('credentials', JANE);

      expect(await browser.session()).not.toBeNull();
    });
  });

  it.each(['database', 'jwt'] as const)(
    'leaves one session if a browser adds 12 passkeys at once, strategy %s (ID16)',
    async (strategy) => {
      const registry = strategy === 'jwt' ? { revocation: slowRegistry() } : {};
      const session: Session = { strategy, maxPerUser: 1, ...registry };
      const watched = new Watched();
      const { adapter } = watched;
      const app = await startPasskeyApp({ platform, adapter, config: { session } });
      const owner = new PasskeyUser(app);
      await owner.register();
      const tabs: (() => Promise<CheckedClient>)[] = [];
      for (let n = 0; n < 12; n += 1) {
        const tab = new PasskeyUser(app);
        for (const [name, value] of owner.browser.cookies) tab.browser.cookies.set(name, value);
        const { options } = await tab.ask({ action: 'register' });
        const made = new SoftwareAuthenticator(app.url).create(options);
        tabs.push(async () => {
          await tab.respond('register', made);
          return tab.browser;
        });
      }

      // Each tab finds the session before another one has replaced it.
      watched.before.set('deleteSession', () => pauseFor(50));
      const browsers = await Promise.all(tabs.map((add) => add()));

      watched.before.clear();
      expect(await liveAmong([owner.browser, ...browsers])).toBeLessThanOrEqual(1);
      await app.close();
    },
  );

  it('leaves no row for a sign-in if the sessions of the user cannot be listed', async () => {
    const { adapter, failing, store } = new Watched();
    const session: Session = { strategy: 'database', maxPerUser: 1 };
    const app = await TestApp.start({ platform, config: { adapter, session } });
    const first = await signedIn(app);
    failing.add('listSessionsByUserId');
    const second = app.client();

    await second.signIn('credentials', JANE);

    failing.clear();
    expect(await second.session()).toBeNull();
    expect(await first.session()).not.toBeNull();
    const jane = { provider: 'credentials', providerAccountId: 'id-of-jane' };
    const user = await store.getUserByAccount(jane);
    expect(await store.listSessionsByUserId(user?.id ?? '')).toHaveLength(1);
    await app.close();
  });

  it('ends nothing if it turns out that the store does not keep when sessions begin (ID12)', async () => {
    const adapter = new MemoryAdapter({ columns: [] });
    // As before a DataSource is initialized.
    const promised = { columns: { value: ['sessions.createdAt'] } };
    const promising = Object.create(adapter, promised) as MemoryAdapter;
    const app = await TestApp.start({ platform, config: { adapter: promising } });
    const first = await signedIn(app);
    const jane = { provider: 'credentials', providerAccountId: 'id-of-jane' };
    const { id: userId = '' } = (await adapter.getUserByAccount(jane)) ?? {};
    for (let nth = 0; nth < 100; nth += 1) {
      const expires = new Date(Date.now() + 60_000);
      await adapter.createSession({ sessionToken: `session-${nth}`, userId, expires });
    }

    const second = await signedIn(app);

    expect(await liveAmong([first, second])).toBe(2);
    expect(await adapter.listSessionsByUserId(userId)).toHaveLength(102);
    await app.close();
  });

  it('accepts a sign-in whose surplus session another instance has just ended', async () => {
    const adapter = new StrictAdapter();
    const session: Session = { strategy: 'database', maxPerUser: 1 };
    const app = await TestApp.start({ platform, config: { adapter, session } });
    const first = await signedIn(app);
    await pause();
    adapter.endsMeanwhile = first.cookies.get(SESSION);

    const second = await signedIn(app);

    expect(await liveAmong([first, second])).toBe(1);
    await app.close();
  });
});

/** A registry that takes its time to end a session. */
function slowRegistry(): MapRegistry {
  const registry = new MapRegistry();
  const revoke = registry.revoke.bind(registry);
  return Object.assign(registry, {
    revoke: async (entry: Parameters<typeof revoke>[0]) => {
      await pauseFor(50);
      return revoke(entry);
    },
  });
}

/** Refuses to delete a missing session, as the adapter for Prisma does. */
class StrictAdapter extends MemoryAdapter {
  /** The token of a session that ends after it was listed. */
  endsMeanwhile: string | undefined;

  override async deleteSession(token: string): Promise<AdapterSession | null> {
    const deleted = await super.deleteSession(token);
    if (!deleted) throw Object.assign(new Error('No record was found'), { code: 'P2025' });
    return deleted;
  }

  override async listSessionsByUserId(userId: string): Promise<AdapterSession[]> {
    const found = await super.listSessionsByUserId(userId);
    if (this.endsMeanwhile !== undefined) await super.deleteSession(this.endsMeanwhile);
    return found;
  }
}

/** Waits a few milliseconds, as sessions with the same start would be ordered by their key. */
function pause(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 3));
}
