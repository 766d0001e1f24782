import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Adapter } from '@authnest/core';
import { FakeOAuthServer } from '@authnest/testing';
import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { ContestedApp } from '../support/contested-app.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { Deferred } from '../support/deferred.js';
import { RACE_TIMEOUT_MS, RACES } from '../support/races.js';
import { without } from '../support/without.js';

jest.setTimeout(RACE_TIMEOUT_MS);

const entities = authEntities();

/** Ways to store: in transactions, or in single steps if the adapter has no transactions. */
const adapters: readonly [string, (real: TypeOrmAdapter) => Adapter][] = [
  ['transactions', (real) => real],
  ['single steps', (real) => without(real, 'addToUser', 'proveUser', 'registerUser')],
];

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let provider: FakeOAuthServer;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated(database.options);
    provider = await FakeOAuthServer.start();
  });
  afterAll(async () => {
    await provider.close();
    await dataSource.destroy();
    await database.drop();
  });

  describe.each(adapters)('the verification of an address, stored in %s', (_name, adapterOf) => {
    let contested: ContestedApp;
    /** Awaited by the `signIn` callback before it returns true, except for emailed links. */
    let during: () => Promise<void>;

    beforeAll(async () => {
      contested = await ContestedApp.start({
        platform: 'fastify',
        adapter: adapterOf(new TypeOrmAdapter(dataSource)),
        provider,
        session: { strategy: 'database' },
        callbacks: {
          signIn: async ({ account }) => {
            if (account?.type !== 'email') await during();
            return true;
          },
        },
      });
    });
    beforeEach(() => {
      during = () => Promise.resolve();
    });
    afterAll(() => contested.close());

    /** Counts the accounts, passkeys and sessions of a user. */
    async function accessTo(email: string): Promise<{ total: number; sessions: number }> {
      const user = await new TypeOrmAdapter(dataSource).getUserByEmail(email);
      const counts = await Promise.all(
        [entities.account, entities.authenticator, entities.session].map((entity) =>
          dataSource.getRepository(entity).countBy({ userId: user?.id ?? '' }),
        ),
      );
      const [accounts = 0, passkeys = 0, sessions = 0] = counts;
      return { total: accounts + passkeys + sessions, sessions };
    }

    /** Prepares three ways in which an attacker may gain access, and the owner's verification. */
    async function prepare(email: string) {
      const attacker = await contested.attackerOf(email);
      const returning = await contested.returnOf(attacker.authenticator);
      const ways = [
        await contested.linkingOf(attacker.browser, `sub of ${email}`),
        await contested.passkeyOf(attacker.user),
        returning.go,
      ];
      const victim = contested.app.client();
      return { attacker, returning, ways, victim, prove: await contested.linkOf(email, victim) };
    }

    describe.each(['at once', 'slow'] as const)('with a signIn callback (%s)', (speed) => {
      it.each(RACES)('leaves the attacker no access, run %i (V1, S4)', async (run) => {
        for (let round = 0; round < 3; round += 1) {
          const email = `${server.name}.${_name}.${speed}.${run}.${round}@x.example`
            .replaceAll(' ', '')
            .toLowerCase();
          const { attacker, returning, ways, victim, prove } = await prepare(email);
          during = () => (speed === 'slow' ? delay(Math.random() * 20) : Promise.resolve());

          const [proof, ...others] = await Promise.all([prove(), ...ways.map((go) => go())]);

          expect(proof.location).toBe(`${contested.app.url}/home`);
          expect(others.filter(({ status }) => status >= 500)).toEqual([]);
          expect(await victim.session()).toMatchObject({ user: { email } });
          expect(await accessTo(email)).toEqual({ total: 1, sessions: 1 });
          for (const browser of [attacker.browser, returning.browser]) {
            expect((await browser.session())?.user?.email).not.toBe(email);
          }
        }
      });
    });

    it.each(['link', 'passkey', 'return'] as const)(
      'refuses a %s that the callback delayed until after the verification (V1, S4)',
      async (way) => {
        const email = `held.${way}.${_name.replace(' ', '')}@x.example`;
        const { attacker, returning, ways, victim, prove } = await prepare(email);
        const [link, passkey, back] = ways;
        const go = { link, passkey, return: back }[way];
        const held = new Deferred();
        const arrived = new Deferred();
        during = () => {
          arrived.resolve();
          return held.promise;
        };

        const pending = go?.();
        await arrived.promise;
        await prove();
        held.resolve();
        const response = await pending;

        expect(response?.location).toContain('error=');
        expect(await victim.session()).toMatchObject({ user: { email } });
        expect(await accessTo(email)).toEqual({ total: 1, sessions: 1 });
        expect(await attacker.browser.session()).toBeNull();
        expect(await returning.browser.session()).toBeNull();
      },
    );
  });
});
