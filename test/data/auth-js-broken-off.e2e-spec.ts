import { authJs } from '@authnest/take-over';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource } from 'typeorm';
import { ADA, authJsContents, EXPIRES, insertAuthJsRows } from '../support/auth-js-rows.js';
import { type AuthJsDialect, createAuthJsTables } from '../support/auth-js-tables.js';
import { Breaker, countChanges } from '../support/breaker.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { RACES } from '../support/races.js';
import { differences, migrationsRun } from '../support/schema.js';

/** Maps a statement to what is interrupted once: itself in `ops/run races`, else its kind. */
const kindOf = (query: string): string =>
  RACES.length > 3 ? query : query.replace(/`[^`]*`/g, '``').slice(0, 24);
const TIMEOUT_MS = 300_000;

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let breaker: Breaker;
  const madeBy: readonly (AuthJsDialect | undefined)[] =
    server.name === 'MariaDB' ? ['mysql'] : [undefined];

  beforeEach(async () => {
    breaker = new Breaker();
    database = await server.create();
    dataSource = await new DataSource({
      ...database.options,
      entities: authEntities(),
      migrations: authMigrations({ from: authJs }),
      logger: breaker,
      logging: true,
    }).initialize();
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  async function brokenOff(work: () => Promise<unknown>): Promise<boolean> {
    const failure = await work().then(
      () => undefined,
      (error: unknown) => String(error),
    );
    if (breaker.isDone) {
      expect(failure).toMatch(/broken off/);
      await dataSource.destroy();
      await dataSource.initialize();
    } else expect(failure).toBeUndefined();
    const wasBroken = breaker.isDone;
    breaker.rest();
    return wasBroken;
  }

  /** Runs work on MariaDB, which keeps what was done: each run gets at least one change further. */
  async function throughEachChange(work: () => Promise<unknown>): Promise<void> {
    do breaker.beforeNewChange(kindOf);
    while (await brokenOff(work));
  }

  /** Runs work on SQLite and PostgreSQL, which roll everything back after any interruption. */
  async function throughSomeChanges(work: () => Promise<unknown>): Promise<void> {
    for (const pattern of [/^(?:INSERT|DELETE)\b.*migrations/, /^COMMIT/]) {
      breaker.before(pattern);
      expect(await brokenOff(work)).toBe(true);
    }
    await work();
  }
  const through = server.name === 'MariaDB' ? throughEachChange : throughSomeChanges;

  it.each(madeBy.map((dialect) => [dialect ?? 'the current driver', dialect] as const))(
    'a take-over of tables created by %s completes after interruptions, up and down (Q4)',
    async (_who, dialect) => {
      await createAuthJsTables(dataSource, dialect);
      await insertAuthJsRows(dataSource);
      const before = await authJsContents(dataSource);

      await through(() => dataSource.runMigrations());
      expect(await differences(dataSource)).toEqual([]);
      expect(await migrationsRun(dataSource)).toEqual(
        dataSource.migrations.map(({ name }) => name),
      );
      const found = await new TypeOrmAdapter(dataSource).getSessionAndUser('a-session');
      expect([found?.session.expires, found?.user.id]).toEqual([EXPIRES, ADA]);

      for (const _ of dataSource.migrations) {
        await through(() => dataSource.undoLastMigration());
      }
      expect(await authJsContents(dataSource)).toEqual(before);
      expect(await migrationsRun(dataSource)).toEqual([]);

      await dataSource.runMigrations();
      expect(await differences(dataSource)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  if (server.name === 'MariaDB') return;

  it('the tables and the list of migrations agree after a revert is interrupted near its end (Q4)', async () => {
    await createAuthJsTables(dataSource);
    await insertAuthJsRows(dataSource);
    await dataSource.runMigrations();
    const changes = countChanges(await breaker.during(() => dataSource.undoLastMigration()));

    // The last changes drop a table, remove an entry from the list and end transactions.
    for (const back of [0, 1, 2, 3, 4]) {
      await dataSource.runMigrations();
      breaker.beforeChange(changes - back);
      expect(await brokenOff(() => dataSource.undoLastMigration())).toBe(true);

      await dataSource.runMigrations();
      expect(await differences(dataSource)).toEqual([]);
    }
  });
});
