import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { clearedNames } from '../support/set-cookies.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { StatementRecorder } from '../support/statement-recorder.js';
import { type CheckedClient, PASSWORD, platforms, TestApp } from '../support/test-app.js';

const YESTERDAY = new Date(Date.now() - 24 * 60 * 60 * 1000);

/** Statements that cause damage such as other programs, restores and errors might. */
const damages: Record<string, Record<string, readonly string[]>> = {
  SQLite: {
    'its user is missing': [
      'PRAGMA foreign_keys = OFF',
      'DELETE FROM users',
      'PRAGMA foreign_keys = ON',
    ],
    'its expiry is empty': ["UPDATE sessions SET expires = ''"],
    'its expiry is a word': ["UPDATE sessions SET expires = 'never'"],
    'its expiry is a number': ['UPDATE sessions SET expires = 99999999999999999'],
  },
  PostgreSQL: {
    'its user is missing': [
      'SET session_replication_role = replica',
      'DELETE FROM users',
      'SET session_replication_role = DEFAULT',
    ],
    'its expiry is null': [
      'ALTER TABLE sessions ALTER COLUMN expires DROP NOT NULL',
      'UPDATE sessions SET expires = NULL',
    ],
    'its expiry is infinity': ["UPDATE sessions SET expires = 'infinity'"],
    'its expiry is beyond any date': ["UPDATE sessions SET expires = '290000-01-01 00:00:00+00'"],
  },
  MariaDB: {
    'its user is missing': [
      'SET foreign_key_checks = 0',
      'DELETE FROM users',
      'SET foreign_key_checks = 1',
    ],
    'its expiry is null': [
      'ALTER TABLE sessions MODIFY expires datetime(3) NULL',
      'UPDATE sessions SET expires = NULL',
    ],
    'its expiry is the zero date': [
      "SET sql_mode = ''",
      "UPDATE sessions SET expires = '0000-00-00'",
      'SET sql_mode = DEFAULT',
    ],
  },
};

describeDatabases(await databaseServers(), (server) => {
  const logger = new StatementRecorder();
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated({ ...database.options, logger, logging: true });
    adapter = new TypeOrmAdapter(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  describe.each(platforms())('stored sessions on %s', (platform) => {
    let app: TestApp;
    let count = 0;

    beforeAll(async () => {
      const module = { controllers: [MeController] };
      app = await TestApp.start({ platform, config: { adapter }, module });
    });
    afterAll(() => app.close());

    async function signIn(): Promise<{ browser: CheckedClient; token: string; name: string }> {
      const name = `${platform}-${(count += 1)}`;
      const browser = app.client();
      await browser.signIn('credentials', { username: name, password: PASSWORD });
      expect((await browser.get('/me')).json()).toMatchObject({ name });
      return { browser, token: browser.cookies.get(SESSION) ?? '', name };
    }

    const row = async (token: string) => adapter.getSessionAndUser(token);

    async function signOut(browser: CheckedClient, cookies: readonly string[]) {
      const form = { csrfToken: await browser.csrfToken() };
      const mine = [...browser.cookies].map(([name, value]) => `${name}=${value}`);
      const cookie = cookies.flatMap((one) => (one === 'mine' ? mine : [one])).join('; ');
      return browser.post('/auth/signout', { form, headers: { cookie } });
    }

    it('a sign-out ends only the session of this browser, whatever other cookies it sends (A29)', async () => {
      const [mine, theirs] = [await signIn(), await signIn()];
      const names = [`${SESSION}.0`, `__Secure-${SESSION}`, `__Host-${SESSION}`, `X${SESSION}`];
      const planted = names.map((name) => `${name}=${theirs.token}`);

      expect((await signOut(mine.browser, [...planted, 'mine'])).status).toBe(302);

      await expectSignedOut(app, { [SESSION]: mine.token });
      expect(await row(mine.token)).toBeNull();
      expect((await theirs.browser.get('/me')).json()).toMatchObject({ name: theirs.name });
    });

    it.each(['first', 'last'])(
      'a sign-out with two session cookies ends both sessions if the planted one is %s (A29)',
      async (place) => {
        const [mine, theirs] = [await signIn(), await signIn()];
        const planted = `${SESSION}=${theirs.token}`;

        const response = await signOut(
          mine.browser,
          place === 'first' ? [planted, 'mine'] : ['mine', planted],
        );

        expect(clearedNames(response.headers['set-cookie'])).toEqual([SESSION]);
        expect([await row(mine.token), await row(theirs.token)]).toEqual([null, null]);
      },
    );

    it.each<[string, (id: string) => Promise<unknown>]>([
      ['the adapter', (id) => adapter.deleteUser(id)],
      [
        'another program',
        (id) =>
          dataSource.query(
            `DELETE FROM users WHERE id = ${dataSource.driver.createParameter('id', 0)}`,
            [id],
          ),
      ],
    ])(
      'a session ends when its user is deleted by %s, and its row is removed (A30)',
      async (_, remove) => {
        const { token } = await signIn();
        const userId = (await row(token))?.user.id ?? '';

        await remove(userId);

        expect(await adapter.listSessionsByUserId(userId)).toEqual([]);
        await expectSignedOut(app, { [SESSION]: token });
      },
    );

    it('an expired session is refused, and its row is deleted, not extended (A35)', async () => {
      const { token } = await signIn();
      await adapter.updateSession({ sessionToken: token, expires: YESTERDAY });

      const statements = await logger.during(() => expectSignedOut(app, { [SESSION]: token }));

      const verbs = statements.map((statement) => statement.split(' ', 1)[0]);
      expect(verbs).toContain('DELETE');
      expect(verbs).not.toContain('UPDATE');
      expect(await row(token)).toBeNull();
    });

    it.each(Object.entries(damages[server.name] ?? {}))(
      'a session is refused if %s (D24)',
      async (_, statements) => {
        const { token } = await signIn();
        const runner = dataSource.createQueryRunner();
        for (const statement of statements) await runner.query(statement);
        await runner.release();

        await expectSignedOut(app, { [SESSION]: token }, { logs: 'any' });

        await dataSource.query('DELETE FROM sessions');
      },
    );
  });
});
