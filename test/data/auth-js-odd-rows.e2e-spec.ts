import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { ADA, authJsContents, insertAuthJsRows, insertRow } from '../support/auth-js-rows.js';
import { type AuthJsDialect, createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { differences, revertAll } from '../support/schema.js';

const idOf = (nth: number): string => `00000000-0000-4000-8000-0000000010${nth + 10}`;

/** Strings that users and providers might supply, for every column that is only copied. */
const STRINGS = [
  '',
  ' ',
  'trailing ',
  '\tIdA\n',
  'O\'Brien \\ "quoted" `ticks` -- ; %s ? $1 :v',
  'İstanbul ﬁ e\u0301 é 👩‍👩‍👧 \u202e',
  'NULL',
  '0',
  'é'.repeat(255),
];
/** Times in canonical notation, which a conversion and its revert leave unchanged. */
const TIMES = [
  '0',
  '1',
  '999',
  '1000',
  '951782400000',
  '1767323045678',
  '2147483648000',
  '32503680000000',
];
/** Values that a conversion and its revert would change or lose. */
const NO_TIMES = [
  '',
  ' 1767323045678',
  '1767323045678 ',
  '1767323045678\n',
  '01767323045678',
  '-1',
  '1.5',
  '1e12',
  'NaN',
  '2031-03-30T01:30:00.123Z',
  '999999999999999',
];

describeDatabases(await databaseServers(), (server) => {
  const makers: readonly AuthJsDialect[] = {
    SQLite: ['better-sqlite3'] as const,
    PostgreSQL: ['postgres'] as const,
    MariaDB: ['mariadb', 'mysql'] as const,
  }[server.name];

  describe.each(makers)('unusual rows in tables created by the driver %s', (madeBy) => {
    let database: TestDatabase;
    let dataSource: DataSource;

    beforeEach(async () => {
      database = await server.create();
      dataSource = await new DataSource({
        ...database.options,
        entities: authEntities(),
        migrations: authMigrations({ from: authJs }),
      }).initialize();
      await createAuthJsTables(dataSource, madeBy);
      await insertAuthJsRows(dataSource);
    });
    afterEach(async () => {
      await dataSource.destroy();
      await database.drop();
    });

    it('are byte-for-byte identical after a take-over and its revert (Q6 Q7)', async () => {
      for (const [nth, text] of STRINGS.entries()) {
        const id = idOf(nth);
        await insertRow(dataSource, 'users', {
          id,
          name: text,
          email: `${nth}@x.test`,
          image: text,
        });
        await insertRow(dataSource, 'accounts', {
          id,
          userId: ADA,
          type: text,
          provider: 'p',
          providerAccountId: `${nth}${text}`.slice(0, 255),
          access_token: text,
          refresh_token: text,
          scope: text,
          id_token: text,
          token_type: text,
          session_state: text,
          expires_at: nth * 1_000_000_007,
        });
      }
      for (const [nth, time] of TIMES.entries()) {
        const id = idOf(nth + STRINGS.length);
        await insertRow(dataSource, 'users', { id, emailVerified: time });
        await insertRow(dataSource, 'sessions', {
          id,
          userId: ADA,
          sessionToken: `${nth}`,
          expires: time,
        });
        await insertRow(dataSource, 'verification_tokens', {
          id,
          identifier: 'x',
          token: `${nth}`,
          expires: time,
        });
      }
      const before = await authJsContents(dataSource);

      await dataSource.runMigrations();
      expect(await differences(dataSource)).toEqual([]);
      await revertAll(dataSource);

      expect(await authJsContents(dataSource)).toEqual(before);
    });

    it('are refused in advance, with table and key, if a revert could not restore them (Q6)', async () => {
      for (const [nth, time] of NO_TIMES.entries()) {
        await insertRow(dataSource, 'sessions', {
          id: idOf(nth),
          userId: ADA,
          sessionToken: `t${nth}`,
          expires: time,
        });
      }
      await insertRow(dataSource, 'users', { id: idOf(50), emailVerified: 'yes' });
      const before = await authJsContents(dataSource);
      const reported = new Set<string>();

      // The error names at most ten rows for each kind of problem.
      for (let run = 0; run < 3 && reported.size < NO_TIMES.length; run += 1) {
        const failure = await dataSource.runMigrations().then(() => '', String);
        expect(failure).toMatch(/nothing was changed/);
        expect(failure).toContain(
          `- users: emailVerified is not a time in milliseconds (id ${idOf(50)})`,
        );
        const [, ids = ''] =
          /- sessions: expires is not a time in milliseconds \(id (.*?)(?: and more)?\)/.exec(
            failure,
          ) ?? [];
        for (const id of ids.split(', ')) reported.add(id);
        if (run === 0) expect(await authJsContents(dataSource)).toEqual(before);
        await dataSource.query(
          `DELETE FROM sessions WHERE id IN (${[...reported].map((id) => `'${id}'`).join()})`,
        );
      }

      expect([...reported].toSorted()).toEqual(NO_TIMES.map((_, nth) => idOf(nth)));
    });
  });
});
