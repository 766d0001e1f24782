import { DataSource } from 'typeorm';
import { authJsContents } from '../support/auth-js-rows.js';
import { countChanges } from '../support/breaker.js';
import { Child } from '../support/child/child-process.js';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { killedAmong, killPoints } from '../support/kill-points.js';
import {
  createTakenOver,
  layouts,
  type MigrationLayout,
  optionsOf,
  PLAIN,
  takeOvers,
} from '../support/migration-layouts.js';
import { differences, revertAll, tableNames } from '../support/schema.js';
import { StatementRecorder } from '../support/statement-recorder.js';
import type { Migrate } from './children/migrate.child.js';

const SCRIPT = new URL('./children/migrate.child.ts', import.meta.url);
/** Each statement needs a new process: `ops/run kills` starts hundreds in one test. */
const TIMEOUT_MS = 3_600_000;
const servers = await databaseServers();

describeDatabases(servers, (server) => {
  const isMariadb = server.name === 'MariaDB';
  const possible = layouts.filter(({ schema }) => !schema || server.name === 'PostgreSQL');
  const tried = killedAmong([PLAIN, ...possible], servers.indexOf(server));
  const databases: TestDatabase[] = [];
  const dataSources: DataSource[] = [];

  afterEach(async () => {
    for (const dataSource of dataSources.splice(0)) await dataSource.destroy();
    for (const database of databases.splice(0)) await database.drop();
  });

  async function open(
    layout: MigrationLayout,
    logger = new StatementRecorder(),
  ): Promise<{ url: string; dataSource: DataSource }> {
    const database = await server.create();
    databases.push(database);
    const { url } = database;
    const dataSource = await new DataSource({
      ...optionsOf(url, layout),
      logger,
      logging: true,
    }).initialize();
    dataSources.push(dataSource);
    if (layout.schema) await dataSource.query(`CREATE SCHEMA ${layout.schema}`);
    if (layout.migrations?.from) await createTakenOver(dataSource, layout);
    return { url, dataSource };
  }

  /** Counts the changes that an uninterrupted run and an uninterrupted revert make. */
  async function changesOf(layout: MigrationLayout): Promise<Record<'up' | 'down', number>> {
    const recorder = new StatementRecorder();
    const { dataSource } = await open(layout, recorder);
    await dataSource.showMigrations(); // creates TypeORM's own table
    const up = countChanges(await recorder.during(() => dataSource.runMigrations()));
    const down = countChanges(await recorder.during(() => revertAll(dataSource)));
    return { up, down };
  }

  /** Runs processes that are ended by SIGKILL before their n-th change, for several n. */
  async function killed(
    dataSource: DataSource,
    run: Omit<Migrate, 'dieBefore'>,
    changes: number,
  ): Promise<void> {
    for (const dieBefore of killPoints(changes)) {
      // Each of several migrations is reverted separately, so run the reverted ones again first.
      if (run.direction === 'down' && !isMariadb) await dataSource.runMigrations();
      const child = await Child.start(SCRIPT);
      const outcome = await child.ask({ ...run, dieBefore }).catch(String);
      // MariaDB keeps the changes from earlier runs, so a later run might have fewer left.
      if (!isMariadb || outcome !== 'done') expect(outcome).toMatch(/ended with null/);
      await child.kill();
    }
  }

  it.each(tried)(
    'migrations $name that are killed complete when run, reverted and run again (Q4 Q5)',
    async (layout) => {
      const changes = await changesOf(layout);
      const { url, dataSource } = await open(layout);

      await killed(dataSource, { url, layout, direction: 'up' }, changes.up);
      if (!isMariadb) expect(await tableNames(dataSource)).toEqual([]);
      await dataSource.runMigrations();
      const made = await tableNames(dataSource);
      expect(made).toHaveLength(7);
      expect(await differences(dataSource)).toEqual([]);

      await killed(dataSource, { url, layout, direction: 'down' }, changes.down);
      await revertAll(dataSource);
      expect(await tableNames(dataSource)).toEqual([]);
      await dataSource.runMigrations();
      expect(await tableNames(dataSource)).toEqual(made);
      expect(await differences(dataSource)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it.each(killedAmong(takeOvers, servers.indexOf(server) + 1))(
    'a take-over $name that is killed completes up and down, with the same rows (Q4 Q5)',
    async (layout) => {
      const changes = await changesOf(layout);
      const { url, dataSource } = await open(layout);
      const before = await authJsContents(dataSource);

      await killed(dataSource, { url, layout, direction: 'up' }, changes.up);
      if (!isMariadb) expect(await authJsContents(dataSource)).toEqual(before);
      await dataSource.runMigrations();
      expect(await differences(dataSource)).toEqual([]);

      await killed(dataSource, { url, layout, direction: 'down' }, changes.down);
      await revertAll(dataSource);
      expect(await authJsContents(dataSource)).toEqual(before);
      await dataSource.runMigrations();
      expect(await differences(dataSource)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
