import { jest } from '@jest/globals';
import { bcrypt, passwordTable, PasswordService } from '@authnest/password';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { Child } from '../support/child/child-process.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { IS_WHOLE } from '../support/effort.js';
import { GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { RACE_TIMEOUT_MS, RACES } from '../support/races.js';
import { platforms, SECRET } from '../support/test-app.js';
import type { Visit, Visited } from './children/password-app.child.js';

const SCRIPT = new URL('./children/password-app.child.ts', import.meta.url);
const PROCESSES = IS_WHOLE ? 4 : 2;
const RACERS = 50;
/** `U*U`, by crypt_blowfish. */
const BCRYPT = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
const [platform = 'express'] = platforms();

jest.setTimeout(RACE_TIMEOUT_MS);

describeDatabases(await databaseServers(), (server) => {
  describe('passwords in several processes', () => {
    let database: TestDatabase;
    let dataSource: DataSource;
    let app: PasswordApp;
    let children: Child[] = [];

    beforeAll(async () => {
      database = await server.create();
      const model = { with: [passwordTable] };
      dataSource = await openMigrated({
        ...database.options,
        entities: authEntities(model),
        migrations: authMigrations(model),
      });
      app = await PasswordApp.start({
        platform,
        adapter: new TypeOrmAdapter(dataSource),
        password: { verifies: [bcrypt()] },
      });
      children = await Promise.all(
        Array.from({ length: PROCESSES }, async () => {
          const child = await Child.start(SCRIPT);
          await child.ask({ platform, databaseUrl: database.url, secret: SECRET });
          return child;
        }),
      );
    });
    afterAll(async () => {
      await Promise.all(children.map((child) => child.kill()));
      await app.close();
      await dataSource.destroy();
      await database.drop();
    });

    /** Distributes what browsers do over the processes. @returns the responses in their order */
    async function race(visits: readonly Visit[]): Promise<Visited[]> {
      const results = await Promise.all(
        children.map((child, at) =>
          child.ask<Visited[]>({ visits: visits.filter((_, nth) => nth % PROCESSES === at) }),
        ),
      );
      return visits.map((_, nth) => {
        const found = results[nth % PROCESSES]?.[Math.floor(nth / PROCESSES)];
        return found ?? { status: 0, location: '' };
      });
    }

    const racers = <T>(make: (nth: number) => T): T[] =>
      Array.from({ length: RACERS }, (_, nth) => make(nth));
    const storedOf = (userId: string) =>
      app.adapter.findRow?.({ table: passwordTable, key: { userId } });
    const isRight = async (email: string, secret: string): Promise<boolean> => {
      const { location = '' } = await app.signIn(email, secret);
      return !location.includes('error=');
    };

    it.each(RACES)(
      'one of 50 resets by one link sets the password, round %i (K29)',
      async (round) => {
        const email = `k29-${round}@corp.example`;
        await app.registered(email);
        await app.send(app.client(), 'forgot', { email });
        const { link } = await app.newest(email, 2);

        const responses = await race(
          racers((nth) => ({
            page: link,
            path: '/auth/password/reset',
            form: { password: `password of browser ${nth}` },
          })),
        );

        const won = responses.flatMap(({ status }, nth) => (status === 302 ? [nth] : []));
        expect(won).toHaveLength(1);
        expect(responses.filter(({ status }) => status !== 403)).toHaveLength(1);
        expect(await isRight(email, `password of browser ${won[0]}`)).toBe(true);
        expect(await isRight(email, GOOD)).toBe(false);
      },
    );

    it.each(RACES)('50 sign-ins replace a foreign hash, round %i (K34)', async (round) => {
      const email = `k34-${round}@corp.example`;
      const { id = '' } =
        (await app.adapter.createUser?.({
          id: crypto.randomUUID(),
          email,
          emailVerified: new Date(),
        })) ?? {};
      await app.app.app.get(PasswordService, { strict: false }).import(id, BCRYPT);
      const before = await storedOf(id);

      const path = '/auth/callback/password';
      const responses = await race(
        racers((nth) => ({ path, form: { email, password: nth % 2 === 0 ? 'U*U' : OTHER } })),
      );

      const isIn = responses.map(({ location }) => !location.includes('error='));
      expect(isIn).toEqual(racers((nth) => nth % 2 === 0));
      const after = await storedOf(id);
      expect(after).toMatchObject({
        hash: expect.stringMatching(/^\$scrypt\$/) as string,
        changedAt: before?.['changedAt'],
      });
    });

    it.each(RACES)(
      'a reset is not undone by sign-ins that hash anew, round %i (K34)',
      async (round) => {
        const email = `k34-reset-${round}@corp.example`;
        const { id = '' } =
          (await app.adapter.createUser?.({
            id: crypto.randomUUID(),
            email,
            emailVerified: new Date(),
          })) ?? {};
        await app.app.app.get(PasswordService, { strict: false }).import(id, BCRYPT);
        await app.send(app.client(), 'forgot', { email });
        const { link } = await app.newest(email);
        const reset = { page: link, path: '/auth/password/reset', form: { password: OTHER } };
        const signIn = { path: '/auth/callback/password', form: { email, password: 'U*U' } };

        await race(racers((nth) => (nth === RACERS / 2 ? reset : signIn)));

        expect([await isRight(email, OTHER), await isRight(email, 'U*U')]).toEqual([true, false]);
      },
    );
  });
});
