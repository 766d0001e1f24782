import { DataSource } from 'typeorm';
import { authJsContents } from '../support/auth-js-rows.js';
import { countChanges, Trigger } from '../support/breaker.js';
import { killedAmong, killPoints } from '../support/kill-points.js';
import {
  createTakenOver,
  type MigrationLayout,
  optionsOf,
  PLAIN,
  takeOvers,
} from '../support/migration-layouts.js';
import { OwnServer } from '../support/own-server.js';
import { ownServerKinds } from '../support/own-server-kinds.js';
import { differences, revertAll, tableNames } from '../support/schema.js';
import { describeWith } from '../support/services.js';

/** Each statement needs a server start: `ops/run kills` makes about a hundred in one test. */
const TIMEOUT_MS = 3_600_000;

for (const kind of ownServerKinds) {
  describeWith(kind, `when a ${kind.name} server is killed`, () => {
    let server: OwnServer;
    let dataSource: DataSource;
    const deaths: Promise<void>[] = [];
    const trigger = new Trigger(() => deaths.push(server.kill()));

    beforeAll(async () => {
      server = await OwnServer.start(kind);
    }, TIMEOUT_MS);
    afterEach(() => dataSource?.destroy());
    afterAll(() => server?.remove());

    async function open(layout: MigrationLayout): Promise<void> {
      const { url } = await server.createDatabase();
      const options = { ...optionsOf(url, layout), logger: trigger, logging: true } as const;
      dataSource = await new DataSource(options).initialize();
      if (layout !== PLAIN) await createTakenOver(dataSource, layout);
    }

    /** Runs work, kills the server before the n-th change, and starts the server again. */
    async function killedBefore(n: number, work: () => Promise<unknown>): Promise<void> {
      trigger.beforeChange(n);
      const failure = await work().then(() => undefined, String);
      trigger.rest();
      const [death] = await Promise.all(deaths.splice(0).map((it) => it.then(() => 'dead')));
      // MariaDB keeps the changes from earlier runs, so a later run might have fewer left.
      if (!death) return expect(failure).toBeUndefined();
      expect(failure).toBeDefined();
      await dataSource.destroy().catch(() => {});
      await server.restart();
      await dataSource.initialize();
    }

    it.each([
      ['migrations', PLAIN] as const,
      ...killedAmong(takeOvers, ownServerKinds.indexOf(kind) + 2).map(
        (layout) => [`a take-over ${layout.name}`, layout] as const,
      ),
    ])(
      '%s can be completed by a further run, and then reverted by another (Q4 Q5)',
      async (_, layout) => {
        await open(layout);
        const contents = () => (layout === PLAIN ? tableNames : authJsContents)(dataSource);
        const before = await contents();
        await dataSource.showMigrations(); // creates TypeORM's own table
        const up = countChanges(await trigger.during(() => dataSource.runMigrations()));
        const down = countChanges(await trigger.during(() => revertAll(dataSource)));
        expect(await contents()).toEqual(before);

        for (const n of killPoints(up)) {
          await killedBefore(n, () => dataSource.runMigrations());
          if (kind.name === 'PostgreSQL') expect(await contents()).toEqual(before);
        }
        await dataSource.runMigrations();
        expect(await differences(dataSource)).toEqual([]);

        for (const n of killPoints(down)) await killedBefore(n, () => revertAll(dataSource));
        await revertAll(dataSource);
        expect(await contents()).toEqual(before);
        await dataSource.runMigrations();
        expect(await differences(dataSource)).toEqual([]);
      },
      TIMEOUT_MS,
    );
  });
}
