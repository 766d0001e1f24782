import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { RACE_TIMEOUT_MS, RACES } from '../support/races.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { platforms, type TestApp } from '../support/test-app.js';
import { PasskeysController } from './passkeys.controller.js';

const ORIGIN = 'http://localhost:3000';

describeDatabases(await databaseServers(), (server) => {
  describe.each(platforms())('parallel removals of passkeys, on %s', (platform) => {
    let database: TestDatabase;
    let dataSource: DataSource;
    let adapter: TypeOrmAdapter;
    let app: TestApp;
    let count = 0;

    beforeAll(async () => {
      database = await server.create();
      dataSource = await openMigrated(database.options);
      adapter = new TypeOrmAdapter(dataSource);
      app = await startPasskeyApp({
        platform,
        adapter,
        module: { controllers: [PasskeysController] },
        provider: { relayingParty: { id: 'localhost', origin: ORIGIN } },
      });
    });
    afterAll(async () => {
      await app.close();
      await dataSource.destroy();
      await database.drop();
    });

    /** Registers a user with the given number of passkeys and no other way to sign in. */
    async function personWith(passkeys: number) {
      const email = `ada-${(count += 1)}@example.com`;
      const user = new PasskeyUser(app);
      const keys: SoftwareAuthenticator[] = [];
      for (let at = 0; at < passkeys; at += 1) {
        const { authenticator, response } = await user.register(
          email,
          new SoftwareAuthenticator(ORIGIN),
        );
        expect(response.location).toBe(app.url);
        keys.push(authenticator);
      }
      const { id = '' } = (await adapter.getUserByEmail(email)) ?? {};
      return { user, keys, id };
    }

    async function remove(user: PasskeyUser, key: SoftwareAuthenticator): Promise<number> {
      const path = `/passkeys/${key.credentialId.toString('base64url')}`;
      return (await user.browser.request('DELETE', path)).status;
    }

    /** Returns the passkeys that can still sign in. */
    async function working(keys: readonly SoftwareAuthenticator[]) {
      const found: SoftwareAuthenticator[] = [];
      for (const key of keys) {
        const user = new PasskeyUser(app);
        await user.signIn(key);
        if ((await user.session()) !== null) found.push(key);
      }
      return found;
    }

    it.each(RACES)(
      'of the last two passkeys leave at least one, which can sign in (run %i)',
      async () => {
        const { user, keys, id } = await personWith(2);

        const statuses = await Promise.all(keys.map((key) => remove(user, key)));

        expect(statuses).toContain(409);
        const kept = keys.filter((_, at) => statuses[at] === 409);
        expect(await working(keys)).toEqual(kept);
        const stored = await adapter.listAuthenticatorsByUserId(id);
        const accounts = await adapter.listAccountsByUserId(id);
        const ids = kept.map(({ credentialID }) => credentialID).sort();
        expect(stored.map(({ credentialID }) => credentialID).sort()).toEqual(ids);
        expect(accounts.map(({ providerAccountId }) => providerAccountId).sort()).toEqual(ids);
      },
      RACE_TIMEOUT_MS,
    );

    it.each(RACES)(
      'of the same passkey remove it and leave the other (run %i)',
      async () => {
        const { user, keys, id } = await personWith(2);
        const [first = new SoftwareAuthenticator(ORIGIN), second] = keys;

        const statuses = await Promise.all([remove(user, first), remove(user, first)]);

        expect(statuses).toContain(204);
        expect([204, 404]).toEqual(expect.arrayContaining(statuses));
        expect(await working(keys)).toEqual([second]);
        expect(await adapter.listAccountsByUserId(id)).toHaveLength(1);
      },
      RACE_TIMEOUT_MS,
    );

    it('of all three passkeys leave at least one, which can sign in', async () => {
      const { user, keys } = await personWith(3);

      const statuses = await Promise.all(keys.map((key) => remove(user, key)));

      const kept = keys.filter((_, at) => statuses[at] === 409);
      expect(kept.length).toBeGreaterThan(0);
      expect(await working(keys)).toEqual(kept);
    });
  });
});
