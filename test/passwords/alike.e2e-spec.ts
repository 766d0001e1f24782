import { performance } from 'node:perf_hooks';
import { jest } from '@jest/globals';
import type { AuthConfig } from '@authnest/core';
import { argon2id, Password, passwordTable, PasswordService } from '@authnest/password';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { CHEAP, GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';
import { printMedians, ROUNDS } from '../support/timings.js';

const KINDS = ['known', 'unknown', 'oauth-only', 'deleted'] as const;
type Kind = (typeof KINDS)[number];

const STEPS = {
  register: '/auth/password/register',
  forgot: '/auth/password/forgot',
  'sign in': '/auth/callback/password',
};

const waiting: (() => void)[] = [];

/** How long mails take, or that they fail. */
const MAILS: Readonly<Record<string, () => Promise<void> | void>> = {
  'sends mails': () => undefined,
  'is slow': () => new Promise<void>((resolve) => waiting.push(resolve)),
  'is down': () => Promise.reject(new Error('the mail server is not there')),
};

// As long as printed times need.
jest.setTimeout(1_800_000);
const [platform = 'express'] = platforms();
/** The real cost for times that are printed. */
const hashing = process.env['TIMING_ROUNDS'] === undefined ? CHEAP : argon2id();

describeDatabases(await databaseServers(), (server) => {
  describe('somebody who types an address and a password', () => {
    let database: TestDatabase;
    let dataSource: DataSource;
    let app: PasswordApp;
    let send: () => Promise<void> | void = () => undefined;
    const mailed: string[] = [];

    beforeAll(async () => {
      database = await server.create();
      const model = { with: [passwordTable] };
      dataSource = await openMigrated({
        ...database.options,
        entities: authEntities(model),
        migrations: authMigrations(model),
      });
      const adapter = new TypeOrmAdapter(dataSource);
      const config: Partial<AuthConfig> = {
        providers: [Password({ hashing })],
        mailer: ({ to }) => {
          mailed.push(to);
          return send();
        },
      };
      app = await PasswordApp.start({ platform, adapter, config });
      for (const kind of KINDS) {
        if (kind === 'unknown') continue;
        const user = { id: crypto.randomUUID(), email: addressOf(kind), emailVerified: new Date() };
        const { id } = await adapter.createUser(user);
        if (kind !== 'oauth-only') {
          const service = app.app.app.get(PasswordService, { strict: false });
          await service.import(id, await hashing.hash(GOOD));
        }
        if (kind === 'deleted') await adapter.deleteUser(id);
      }
    });
    afterAll(async () => {
      for (const resolve of waiting) resolve();
      await app.close();
      await dataSource.destroy();
      await database.drop();
    });
    beforeEach(() => {
      mailed.length = 0;
    });

    /** As long as each other, so that pages are as long. */
    const addressOf = (kind: Kind) => `somebody-${KINDS.indexOf(kind)}@corp.example`;

    async function shown(step: keyof typeof STEPS, kind: Kind, password = OTHER) {
      const browser = app.client();
      const csrfToken = await browser.csrfToken();
      app.app.logs.lines.length = 0;
      const began = performance.now();
      const form = { email: addressOf(kind), password, csrfToken };
      const { status, location, text, headers } = await browser.post(STEPS[step], { form });
      const time = performance.now() - began;
      const cookies = [headers['set-cookie'] ?? []].flat().map((one) => {
        const [pair = '', ...attributes] = `${one}`.split('; ');
        const [name = '', value = ''] = pair.split('=');
        return [name, value.length, ...attributes.map((attribute) => attribute.split('=')[0])];
      });
      const calls = app.app.logs.lines.flatMap((line) => /^adapter_\w+/.exec(line) ?? []);
      const answer = {
        status,
        location,
        text: text.replaceAll(addressOf(kind), 'the address').replaceAll(csrfToken, 'the token'),
        headers: Object.keys(headers).toSorted(),
        cookies,
        calls,
      };
      return { answer, time };
    }

    describe.each(Object.keys(MAILS))('while the mail server %s', (state) => {
      beforeAll(() => {
        send = MAILS[state] ?? send;
      });

      it.each(Object.keys(STEPS) as (keyof typeof STEPS)[])(
        'cannot distinguish known, unknown, OAuth-only and deleted at %s (K27)',
        async (step) => {
          // The first one of each kind is in no cache.
          for (const kind of KINDS) await shown(step, kind);
          const known = await shown(step, 'known');

          for (const kind of KINDS) {
            expect((await shown(step, kind)).answer).toEqual(known.answer);
            const weak = await shown(step, kind, 'short');
            expect(weak.answer).toEqual((await shown(step, 'known', 'short')).answer);
          }
          expect(known.answer.calls.length).toBeGreaterThan(0);
        },
      );
    });

    it('reveals it in the mailbox only (K27)', async () => {
      send = () => undefined;
      for (const kind of KINDS) await shown('forgot', kind);
      for (const kind of KINDS) await shown('register', kind);

      const both = [addressOf('known'), addressOf('oauth-only')];
      expect(mailed.toSorted()).toEqual([...both, ...KINDS.map(addressOf)].toSorted());
    });

    it('waits as long for each of them (K27)', async () => {
      for (const step of Object.keys(STEPS) as (keyof typeof STEPS)[]) {
        const times = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]]));
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const kind of KINDS) times[kind]?.push((await shown(step, kind)).time);
        }
        printMedians(`${step} on ${server.name}`, times);
        expect(times['known']).toHaveLength(ROUNDS);
      }
    });
  });
});
