import { jest } from '@jest/globals';
import { authEntities, TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { Child } from '../support/child/child-process.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { IS_WHOLE } from '../support/effort.js';
import { MailApp } from '../support/mail-app.js';
import { RACE_TIMEOUT_MS, RACES } from '../support/races.js';
import { platforms, SECRET } from '../support/test-app.js';
import type { Confirmed } from './children/mail-app.child.js';

const SCRIPT = new URL('./children/mail-app.child.ts', import.meta.url);
const PROCESSES = IS_WHOLE ? [0, 1, 2, 3] : [0, 1];
const RACERS = 50;
const { session, user } = authEntities();

jest.setTimeout(RACE_TIMEOUT_MS);

describeDatabases(await databaseServers(), (server) => {
  describe.each(platforms())(
    'emailed links, used at the same time in several processes, on %s',
    (platform) => {
      let database: TestDatabase;
      let dataSource: DataSource;
      let mail: MailApp;
      let children: Child[] = [];

      beforeAll(async () => {
        database = await server.create();
        dataSource = await openMigrated(database.options);
        mail = await MailApp.start({ platform, adapter: new TypeOrmAdapter(dataSource) });
        children = await Promise.all(
          PROCESSES.map(async () => {
            const child = await Child.start(SCRIPT);
            await child.ask({ platform, databaseUrl: database.url, secret: SECRET });
            return child;
          }),
        );
      });
      afterAll(async () => {
        await Promise.all(children.map((child) => child.kill()));
        await mail.close();
        await dataSource.destroy();
        await database.drop();
      });

      /** Uses the links at the same time, distributed over the processes. */
      async function race(links: readonly string[]): Promise<Confirmed[]> {
        const results = await Promise.all(
          children.map((child, at) =>
            child.ask<Confirmed[]>({
              links: links.filter((_, index) => index % PROCESSES.length === at),
            }),
          ),
        );
        return results.flat();
      }

      /** Requests all links at once, since the mail server delays its greeting to each client. */
      async function linksFor(email: string): Promise<string[]> {
        const first = mail.mailbox.mails.length;
        const all = Array.from({ length: RACERS }, (_, index) => index);
        await Promise.all(all.map(() => mail.client().signIn('email', { email })));
        return Promise.all(all.map((index) => mail.mailbox.link(first + index)));
      }

      it.each(RACES)('50 uses of one link create one session, round %i (F01)', async (round) => {
        const email = `f01-${round}@x.example`;
        const link = await mail.linkFor(email);
        const before = await dataSource.getRepository(session).count();

        const responses = await race(Array.from({ length: RACERS }, () => link));

        const refused = responses.filter(({ location }) => location.endsWith('error=Verification'));
        expect(refused).toHaveLength(RACERS - 1);
        expect(responses.filter(({ status }) => status !== 302)).toEqual([]);
        expect(await dataSource.getRepository(session).count()).toBe(before + 1);
      });

      it.each(RACES)(
        '50 links for one new address create one user, round %i (H18)',
        async (round) => {
          const email = `h18-${round}@x.example`;
          const links = await linksFor(email);

          const responses = await race(links);

          expect(responses.filter(({ status }) => status !== 302)).toEqual([]);
          const outcomes = responses.map(({ location }) => /error=\w+/.exec(location)?.[0] ?? 'in');
          expect(outcomes).toContain('in');
          expect(outcomes.filter((outcome) => outcome !== 'error=Verification')).toEqual(
            outcomes.filter((outcome) => outcome === 'in'),
          );
          const users = await dataSource.getRepository(user).findBy({ email });
          expect(users).toHaveLength(1);
          const sessions = await dataSource
            .getRepository(session)
            .countBy({ userId: users[0]?.id });
          expect(sessions).toBe(outcomes.filter((outcome) => outcome === 'in').length);
        },
      );
    },
  );
});
