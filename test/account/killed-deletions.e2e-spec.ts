import { jest } from '@jest/globals';
import type { AdapterUser } from '@authnest/core';
import { passwordTable } from '@authnest/password';
import { anAuthenticator } from '@authnest/testing';
import {
  authEntities,
  authMigrations,
  TypeOrmAdapter,
  TypeOrmSessionRegistry,
} from '@authnest/typeorm';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { AccountApp } from '../support/account-app.js';
import { countChanges } from '../support/breaker.js';
import { Child } from '../support/child/child-process.js';
import { startClock, stopClock } from '../support/clock.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { timesOf } from '../support/effort.js';
import { killPoints } from '../support/kill-points.js';
import { GOOD } from '../support/password-app.js';
import { RACE_TIMEOUT_MS } from '../support/races.js';
import { StatementRecorder } from '../support/statement-recorder.js';
import { type CheckedClient, platforms, SECRET } from '../support/test-app.js';
import type { DeletionToKill } from './children/deletion-app.child.js';

const SCRIPT = new URL('./children/deletion-app.child.ts', import.meta.url);
/** Tables in which each user of these tests has one row. */
const OWNED = ['accounts', 'passwords', 'authenticators'];
/** Tables that are empty when nobody is left. Records of stateless sessions stay until they expire. */
const ALL = [...OWNED, 'users', 'sessions', 'challenges', 'verification_tokens'];
/** Each point needs a new process; `ops/run kills` tries all of them. */
const POINTS = timesOf('KILL_POINTS', { part: 2, whole: 4 });
const [platform = 'express'] = platforms();

interface Somebody {
  readonly user: AdapterUser;
  readonly browsers: readonly [CheckedClient, CheckedClient];
  /** Paths of mailed links. */
  readonly links: readonly string[];
}

const accountOf = ({ id }: AdapterUser) => ({ provider: 'idp', providerAccountId: id });

jest.setTimeout(RACE_TIMEOUT_MS);

describeDatabases(await databaseServers(), (server) => {
  describe.each(['database', 'jwt'] as const)('the deletion of a user with %s', (strategy) => {
    const recorder = new StatementRecorder();
    let folder: string;
    let app: AccountApp;
    let database: TestDatabase;
    let dataSource: DataSource;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'authnest-events-'));
      database = await server.create();
      const model = { with: [passwordTable, 'sessionRegistry'] } as const;
      dataSource = await openMigrated({
        ...database.options,
        entities: authEntities(model),
        migrations: authMigrations(model),
        logger: recorder,
        logging: true,
      });
      const revocation = new TypeOrmSessionRegistry(dataSource);
      app = await AccountApp.start({
        platform,
        strategy,
        adapter: new TypeOrmAdapter(dataSource),
        config: { session: { strategy, ...(strategy === 'jwt' && { revocation }) } },
      });
    });
    afterAll(async () => {
      await app.close();
      await dataSource.destroy();
      await database.drop();
      await rm(folder, { recursive: true });
    });

    const repositoryOf = (table: string) =>
      dataSource.getRepository(
        dataSource.entityMetadatas.find(({ tableName }) => tableName === table)?.target ?? '',
      );
    const rowsOf = (user: AdapterUser): Promise<number[]> =>
      Promise.all(
        OWNED.map(async (table) => repositoryOf(table).count({ where: { userId: user.id } })),
      );
    const allRows = async (): Promise<string[]> => {
      const counted = ALL.map(async (table) =>
        (await repositoryOf(table).count()) ? [table] : [],
      );
      return (await Promise.all(counted)).flat();
    };

    /** Somebody with every way to sign in, two sessions, and mails on the way. */
    async function somebody(): Promise<Somebody> {
      const user = await app.user();
      const { id: userId, email } = user;
      await app.adapter.linkAccount?.({ userId, type: 'oidc', ...accountOf(user) });
      await app.adapter.createAuthenticator?.(anAuthenticator({ userId }));
      const stranger = app.app.client();
      const csrfToken = await stranger.csrfToken();
      await stranger.post('/auth/password/forgot', { form: { csrfToken, email } });
      await stranger.get(await app.link(email, 'reset'));
      await stranger.post('/auth/password/reset', { form: { csrfToken, password: GOOD } });
      await stranger.signIn('email', { email });
      await stranger.post('/auth/password/forgot', { form: { csrfToken, email } });
      const links = [await app.link(email, 'sign-in'), await app.link(email, 'reset', 2)];
      return { user, links, browsers: [await byPassword(user), await byPassword(user)] };
    }

    async function byPassword({ email }: AdapterUser): Promise<CheckedClient> {
      const browser = app.app.client();
      const csrfToken = await browser.csrfToken();
      const form = { email, password: GOOD, csrfToken };
      await browser.post('/auth/callback/password', { form });
      return browser;
    }

    /** Starts an application in a process, which dies during a deletion. @returns its events */
    async function kill(
      browser: CheckedClient,
      deletion: Pick<DeletionToKill, 'form' | 'dieBefore'>,
    ): Promise<number> {
      const child = await Child.start(SCRIPT);
      const events = join(folder, `${deletion.form['email']}`);
      await writeFile(events, '');
      const cookies = [...browser.cookies];
      const to = { databaseUrl: database.url, secret: SECRET, strategy, events, cookies };
      const outcome = await child.ask({ ...to, ...deletion }).catch(String);
      expect(outcome).toMatch(/ended with null/);
      await child.kill();
      return (await readFile(events, 'utf8')).split('\n').length - 1;
    }

    /** Counts the changes of a deletion that nothing interrupts. */
    async function countedChanges(): Promise<number> {
      const { user, browsers } = await somebody();
      const sent = await recorder.during(() =>
        app.send(browsers[0], 'delete', { email: user.email }),
      );
      expect(await allRows()).toEqual([]);
      return countChanges(sent);
    }

    /** Somebody who has no user any more has no way in. */
    async function assertGone({ user, browsers, links }: Somebody): Promise<void> {
      expect(await app.now(user)).toBeNull();
      expect(await allRows()).toEqual([]);
      expect(await app.adapter.getUserByAccount?.(accountOf(user))).toBeNull();
      const stranger = app.app.client();
      for (const link of links) await stranger.get(link);
      const all = [...browsers, stranger, await byPassword(user)];
      expect(await Promise.all(all.map(async (browser) => browser.session()))).toEqual(
        all.map(() => null),
      );
    }

    it('that is killed before any change is completed by another process (K50)', async () => {
      for (const dieBefore of killPoints(await countedChanges(), POINTS)) {
        const one = await somebody();
        const { user, browsers } = one;
        const csrfToken = await browsers[0].csrfToken();
        app.events.length = 0;

        const heard = await kill(browsers[0], {
          form: { email: user.email, csrfToken },
          dieBefore,
        });

        const isLeft = (await app.now(user)) !== null;
        expect([dieBefore, ...(await rowsOf(user))]).toEqual([
          dieBefore,
          ...OWNED.map(() => (isLeft ? 1 : 0)),
        ]);
        if (isLeft) {
          // Sessions that begin in the second in which access was ended count as ended, too.
          stopClock(Date.now() + 2000);
          const again = await byPassword(user);
          const { location } = await app.send(again, 'delete', { email: user.email });
          startClock();
          expect(location).toBe(`${app.app.url}/`);
        }
        await assertGone(one);
        expect([heard, app.events.length]).toEqual([0, isLeft ? 1 : 0]);
      }
    });
  });
});
