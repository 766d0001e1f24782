import type { SessionList } from '@authnest/core';
import { authEntities, authMigrations, TypeOrmSessionRegistry } from '@authnest/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { startClock, stopClock } from '../support/clock.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { type CheckedClient, JANE, OTTO, TestApp } from '../support/test-app.js';

const module = { controllers: [MeController] };
const SETS = { with: ['sessionRegistry'] } as const;
const DAY = 24 * 60 * 60 * 1000;
const ROUNDS = 20;

/** Returns database options with the table for the registry. */
function withRegistry(options: DataSourceOptions): DataSourceOptions {
  return {
    ...options,
    entities: [...authEntities(SETS)],
    migrations: authMigrations(SETS),
  } as DataSourceOptions;
}

async function signedIn(app: TestApp, person: typeof JANE | typeof OTTO = JANE) {
  const browser = app.client();
  await browser.signIn('credentials', person);
  return browser;
}

async function post(browser: CheckedClient, verb: string, fields: Record<string, unknown> = {}) {
  const json = { csrfToken: await browser.csrfToken(), ...fields };
  return (await browser.post(`/auth/sessions/${verb}`, { json })).json();
}

const tokenOf = (browser: CheckedClient): string => browser.cookies.get(SESSION) ?? '';

describeDatabases(await databaseServers(), (server) => {
  describe('TypeOrmSessionRegistry', () => {
    let database: TestDatabase;
    const sources: DataSource[] = [];
    const apps: TestApp[] = [];

    beforeEach(async () => {
      database = await server.create();
      for (const platform of ['express', 'fastify'] as const) {
        const source = await openMigrated(withRegistry(database.options));
        sources.push(source);
        const revocation = new TypeOrmSessionRegistry(source);
        const session = { strategy: 'jwt', revocation, maxPerUser: 3 } as const;
        apps.push(await TestApp.start({ platform, module, config: { session } }));
      }
    });
    afterEach(async () => {
      for (const app of apps.splice(0)) await app.close();
      for (const source of sources.splice(0)) await source.destroy();
      await database.drop();
    });

    it('lists and ends stateless sessions, including from another instance (K38)', async () => {
      const [here, there] = apps as [TestApp, TestApp];
      const [laptop, phone] = [await signedIn(here), await signedIn(there)];
      const otto = await signedIn(there, OTTO);
      const listed = (await laptop.get('/auth/sessions')).json<SessionList>().items;
      expect(listed).toMatchObject([
        { current: false, provider: 'credentials', address: '127.0.0.0/24' },
        { current: true },
      ]);

      expect(await post(laptop, 'revoke', { id: listed[0]?.id })).toEqual({ revoked: 1 });
      await expectSignedOut(there, { [SESSION]: tokenOf(phone) }, 'kept');

      const again = await signedIn(there);
      const copied = tokenOf(laptop);
      expect(await post(laptop, 'revoke-others')).toEqual({ revoked: 1 });
      for (const token of [tokenOf(again), copied]) {
        await expectSignedOut(there, { [SESSION]: token }, 'kept');
      }
      expect(await laptop.session()).not.toBeNull();

      expect(await post(laptop, 'revoke-all')).toEqual({ revoked: 1 });
      await expectSignedOut(here, { [SESSION]: tokenOf(again) }, 'kept');
      expect(await otto.session()).not.toBeNull();
    });

    it.each(['end-oldest', 'refuse'] as const)(
      'keeps one to three sessions after 20 simultaneous sign-ins, and no other entries: %s (K40)',
      async (whenFull) => {
        const registries = sources.map((source) => new TypeOrmSessionRegistry(source));
        for (const app of apps.splice(0)) await app.close();
        for (const [nth, revocation] of registries.entries()) {
          const platform = nth % 2 === 0 ? 'express' : 'fastify';
          const session = { strategy: 'jwt', revocation, maxPerUser: 3, whenFull } as const;
          apps.push(await TestApp.start({ platform, module, config: { session } }));
        }
        const first = await signedIn(apps[0] as TestApp);

        const browsers = await Promise.all(
          Array.from({ length: 20 }, (_, nth) => signedIn(apps[nth % apps.length] as TestApp)),
        );

        const live = (await Promise.all([first, ...browsers].map((one) => one.session()))).filter(
          (session) => session !== null,
        );
        expect(live.length).toBeGreaterThanOrEqual(1);
        expect(live.length).toBeLessThanOrEqual(3);
        expect(await registries[0]?.list('id-of-jane')).toHaveLength(live.length);
        // The first session is kept if further ones are refused.
        if (whenFull === 'refuse') expect(await first.session()).not.toBeNull();
      },
    );

    it('stores a later end with each call, unless the session that asks is over (ID9)', async () => {
      const registries = sources.map((source) => new TypeOrmSessionRegistry(source));
      const [before, expires] = [new Date(), new Date(Date.now() + DAY)];
      const end = async (nth: number, ifEndedBefore?: Date) =>
        registries[nth % 2]?.revokeUser({ userId: 'ends', before, expires, ifEndedBefore });

      const ends = await Promise.all(Array.from({ length: 12 }, (_, nth) => end(nth)));

      expect(new Set(ends.map(Number)).size).toBe(12);
      expect(await end(0, before)).toBeNull();
      const last = new Date(before.getTime() + 11);
      const facts = { userId: 'ends', startedAt: last, issuedAt: last };
      expect(await registries[1]?.isRevoked('a', facts)).toEqual(last);
      expect(await end(1, new Date(last.getTime() + 1))).toEqual(new Date(last.getTime() + 1));
    });

    it('names the reason if others end the sessions of a user at each try', async () => {
      const [source] = sources as [DataSource];
      const registry = new TypeOrmSessionRegistry(source);
      const expires = new Date(Date.now() + DAY);
      const { target } = source.getMetadata('session_records');
      const end = () => registry.revokeUser({ userId: 'busy', before: new Date(), expires });
      await end();
      let later = Date.now();
      source.subscribers.push({
        beforeUpdate: async () => {
          const endedBefore = new Date((later += 1000));
          await source
            .createQueryBuilder()
            .update(target)
            .set({ endedBefore })
            .callListeners(false)
            .execute();
        },
      });

      await expect(end()).rejects.toThrow(
        'update session_records failed (CONTENDED): other requests kept changing',
      );
    });

    it('never moves the revocation time of a user back, whichever instance writes last', async () => {
      const [registry, other] = sources.map((source) => new TypeOrmSessionRegistry(source));
      const userId = 'u';
      const [early, late] = [new Date(Date.now() - 1000), new Date()];
      const expires = new Date(Date.now() + DAY);

      await Promise.all([
        registry?.revokeUser({ userId, before: late, expires }),
        other?.revokeUser({ userId, before: early, expires }),
        other?.refreshUser({ userId, before: early, expires }),
      ]);
      await other?.revokeUser({ userId, before: early, expires });

      const facts = (startedAt: Date, issuedAt = new Date()) => ({ userId, startedAt, issuedAt });
      expect(await other?.isRevoked('a', facts(late))).toBeTruthy();
      // Each of the two other calls raises it by at most a millisecond.
      const next = new Date(late.getTime() + 3);
      expect(await other?.isRevoked('a', facts(next))).toBe(false);
      expect(await other?.isRevoked('a', facts(next, early))).toBe('stale');
    });

    it('does not restore an ended session that is recorded again, and deletes entries a day after their end', async () => {
      const [source] = sources as [DataSource];
      const registry = new TypeOrmSessionRegistry(source);
      const facts = { userId: 'u', startedAt: new Date(), issuedAt: new Date() };
      const record = { id: 's', userId: 'u', createdAt: new Date() };
      await registry.record({ ...record, expires: new Date(Date.now() + DAY) });
      await registry.revoke({ id: 's', expires: new Date(Date.now() + DAY) });
      await registry.record({ ...record, expires: new Date(Date.now() - DAY - 1) });

      expect(await registry.isRevoked('s', facts)).toBe(true);
      expect(await registry.list('u')).toEqual([]);
      expect(await registry.deleteExpired()).toBe(1);
      expect(await registry.deleteExpired()).toBe(0);
    });

    it.each(['known', 'unknown'])(
      'reports to one caller that a session ended, if it is %s (AT4)',
      async (kind) => {
        const registries = sources.map((source) => new TypeOrmSessionRegistry(source));
        const expires = new Date(Date.now() + DAY);
        const later = new Date(Date.now() + 2 * DAY);
        const record = { id: kind, userId: 'u', createdAt: new Date(), expires };
        if (kind === 'known') await registries[0]?.record(record);

        const first = await Promise.all(registries.map((one) => one.revoke({ id: kind, expires })));
        const again = await registries[0]?.revoke({ id: kind, expires: later });

        expect(first.filter(Boolean)).toHaveLength(1);
        expect(again).toBe(false);
        stopClock(Date.now() + 3 * DAY - 1000);
        expect(await registries[0]?.deleteExpired()).toBe(0);
        startClock();
      },
    );

    it('keeps an ended session that is valid by a clock that is behind (DT8)', async () => {
      const [source] = sources as [DataSource];
      const registry = new TypeOrmSessionRegistry(source);
      const facts = { userId: 'w', startedAt: new Date(), issuedAt: new Date() };
      await registry.revoke({ id: 'w1', expires: new Date(Date.now() + DAY / 12) });

      stopClock(Date.now() + DAY / 8);
      expect(await registry.deleteExpired()).toBe(0);
      startClock();

      expect(await registry.isRevoked('w1', facts)).toBe(true);
    });

    it('keeps the end of all sessions that is stored while a clean-up removes an earlier one', async () => {
      const [registry, other] = sources.map((source) => new TypeOrmSessionRegistry(source));
      const [before, past] = [new Date(Date.now() - 40 * DAY), new Date(Date.now() - 2 * DAY)];
      const expires = new Date(Date.now() + DAY);
      const startedAt = new Date(Date.now() - 1000);
      // The connections of one process to SQLite hardly ever meet by themselves.
      const clean = async () => void (await other?.deleteExpired());
      if (server.name === 'SQLite') sources[0]?.subscribers.push({ afterUpdate: clean });
      for (let nth = 0; nth < ROUNDS; nth += 1) {
        const userId = `cleaned-${nth}`;
        await registry?.revokeUser({ userId, before, expires: past });
        let isStored = false;
        const cleaning = (async () => {
          while (!isStored) await clean();
        })();

        const end = await registry?.revokeUser({ userId, before: new Date(), expires });
        isStored = true;
        await cleaning;

        const facts = { userId, startedAt, issuedAt: startedAt };
        expect(await other?.isRevoked('a', facts)).toEqual(end);
      }
    });

    it('refuses a limit for a clean-up that is not a whole number (DT26)', async () => {
      const [source] = sources as [DataSource];
      const registry = new TypeOrmSessionRegistry(source);

      await expect(registry.deleteExpired({ limit: Number.NaN })).rejects.toThrow('`limit` must');
    });

    it('has a table that a migration creates and drops', async () => {
      const [source] = sources as [DataSource];
      const left = async () => (await source.driver.createSchemaBuilder().log()).upQueries;

      expect((await left()).map(({ query }) => query)).toEqual([]);
      await source.undoLastMigration();

      expect(await source.createQueryRunner().hasTable('session_records')).toBe(false);
      expect(await source.createQueryRunner().hasTable('sessions')).toBe(true);
      await source.runMigrations();
    });
  });
});

it('TypeOrmSessionRegistry reports how to add its table if the DataSource lacks it', async () => {
  const [server] = await databaseServers();
  const database = await server?.create();
  if (!database) return;
  const source = await openMigrated(database.options);

  await expect(new TypeOrmSessionRegistry(source).list('u')).rejects.toThrow(
    "authEntities({ with: ['sessionRegistry'] })",
  );

  await source.destroy();
  await database.drop();
});
