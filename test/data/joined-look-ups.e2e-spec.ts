import { type AdapterSession } from '@authnest/core';
import { aSession, aUser } from '@authnest/testing';
import { authEntities, authMigrations, AuthUser, TypeOrmAdapter } from '@authnest/typeorm';
import { Column, DataSource, Entity } from 'typeorm';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';
import { StatementRecorder } from '../support/statement-recorder.js';

/** Strings that are not tokens, and that might cause database errors. */
const HOSTILE = [
  '',
  '\0',
  'a\0b',
  '\ud800',
  '%',
  "'",
  '"; --',
  'x'.repeat(5000),
  '__proto__',
  '{}',
];

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
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.drop();
  });

  const isPooled = (): boolean => dataSource.options.type !== 'better-sqlite3';

  async function storedSessions(count: number): Promise<AdapterSession[]> {
    const { id: userId } = await adapter.createUser(aUser());
    const sessions = Array.from({ length: count }, () => aSession({ userId }));
    for (const session of sessions) await adapter.createSession(session);
    return sessions;
  }

  it('100 look-ups at once each find the right session, with few statements', async () => {
    const sessions = await storedSessions(100);
    let found: unknown[] = [];

    const statements = await logger.during(async () => {
      found = await Promise.all(
        sessions.map(({ sessionToken }) => adapter.getSessionAndUser(sessionToken)),
      );
    });

    expect(found).toEqual(
      sessions.map(({ sessionToken }) =>
        expect.objectContaining({ session: expect.objectContaining({ sessionToken }) as unknown }),
      ),
    );
    expect(statements.length).toBe(isPooled() ? 2 : 100);
  });

  it.each(['uuid', 'int'] as const)(
    '100 look-ups of users by ids of type %s each find the right user, with few statements',
    async (id) => {
      const model = { prefix: `of_${id}_`, id };
      const tables = { entities: authEntities(model), migrations: authMigrations(model) };
      const own = await openMigrated({
        ...database.options,
        ...tables,
        migrationsTableName: `list_${id}`,
        logger,
        logging: true,
      });
      const users = new TypeOrmAdapter(own);
      const ids: string[] = [];
      for (let nth = 0; nth < 100; nth += 1) ids.push((await users.createUser(aUser())).id);
      const asked = [...ids, ids[0] ?? '', ...HOSTILE, `0${ids[1]}`, ` ${ids[2]}`];
      let found: unknown[] = [];

      const statements = await logger.during(async () => {
        found = await Promise.all(asked.map(async (one) => (await users.getUser(one))?.id));
      });

      expect(found).toEqual([...ids, ids[0], ...asked.slice(101).map(() => undefined)]);
      if (isPooled()) expect(statements.length).toBeLessThan(5);
      await own.destroy();
    },
  );

  it.each([2, 3, 63, 64, 65])(
    '%i look-ups at once return the right rows for known and unknown tokens',
    async (count) => {
      const [known] = await storedSessions(1);
      const tokens = Array.from({ length: count }, (_, nth) =>
        nth % 2 === 0 ? (known?.sessionToken ?? '') : `unknown-${nth}`,
      );

      const found = await Promise.all(tokens.map((token) => adapter.getSessionAndUser(token)));

      expect(found.map((row) => row?.session.sessionToken)).toEqual(
        tokens.map((token, nth) => (nth % 2 === 0 ? token : undefined)),
      );
    },
  );

  it('two look-ups of the same token share no object', async () => {
    const [known] = await storedSessions(1);
    const token = known?.sessionToken ?? '';

    const [one, other] = await Promise.all([
      adapter.getSessionAndUser(token),
      adapter.getSessionAndUser(token),
    ]);
    if (one) Object.assign(one.user, { name: 'changed' });

    expect(other?.session).toEqual(one?.session);
    expect(other?.session).not.toBe(one?.session);
    expect(other?.user.name).not.toBe('changed');
  });

  it('a string that is not a token finds nothing, and does not affect other look-ups', async () => {
    const [known] = await storedSessions(1);
    const token = known?.sessionToken ?? '';

    const found = await Promise.all(
      [...HOSTILE, token, token.toUpperCase(), `${token} `].map((each) =>
        adapter.getSessionAndUser(each),
      ),
    );

    expect(found.map((row) => row?.session.sessionToken).filter(Boolean)).toEqual([token]);
  });

  it('a deleted session is not found by any of several look-ups', async () => {
    const [gone, kept] = await storedSessions(2);
    await adapter.deleteSession(gone?.sessionToken ?? '');

    const tokens = [gone, kept, gone, kept].map((session) => session?.sessionToken ?? '');
    const found = await Promise.all(tokens.map((token) => adapter.getSessionAndUser(token)));

    expect(found.map((row) => row !== null)).toEqual([false, true, false, true]);
  });

  it('within a transaction of the application, each look-up reads in that transaction', async () => {
    const [known] = await storedSessions(1);
    const token = known?.sessionToken ?? '';

    await dataSource.transaction(async (manager) => {
      const within = adapter.within(manager);
      await within.deleteSession(token);
      const reading = [within.getSessionAndUser(token), within.getSessionAndUser('unknown')];
      expect(await Promise.all(reading)).toEqual([null, null]);
      if (isPooled()) expect(await adapter.getSessionAndUser(token)).not.toBeNull();
    });
  });

  it("a row that the application's entity cannot read fails only for its caller", async () => {
    const own = await new DataSource({
      ...dataSource.options,
      entities: [...authEntities({ user: PickyUser })],
      migrations: [...authMigrations()],
      logging: false,
    } as DataSource['options']).initialize();
    const picky = new TypeOrmAdapter(own);
    const [good, bad] = [await storedSessions(1), await storedSessions(1)].flat();
    await adapter.updateUser({ id: bad?.userId ?? '', image: 'unreadable' });

    const [first, second] = await Promise.allSettled(
      [good, bad].map((session) => picky.getSessionAndUser(session?.sessionToken ?? '')),
    );

    expect([first?.status, second?.status]).toEqual(['fulfilled', 'rejected']);
    await own.destroy();
  });

  it('every waiting look-up fails once the DataSource is destroyed', async () => {
    const other = await openMigrated({ ...database.options, logging: false });
    const orphan = new TypeOrmAdapter(other);
    await orphan.getSessionAndUser('x');
    await other.destroy();

    const reading = ['a', 'b', 'c'].map((token) => orphan.getSessionAndUser(token));
    const outcomes = await Promise.allSettled(reading);

    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  });
});

@Entity('users')
class PickyUser extends AuthUser {
  @Column({
    type: 'varchar',
    nullable: true,
    transformer: {
      to: (image: unknown) => image,
      from: (image: unknown) => {
        if (image === 'unreadable') throw new Error('this picture cannot be read');
        return image;
      },
    },
  })
  declare image: string | null;
}
