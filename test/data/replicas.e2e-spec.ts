import { aUser, runAdapterContract } from '@authnest/testing';
import {
  authEntities,
  authMigrations,
  TypeOrmAdapter,
  TypeOrmSessionRegistry,
} from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { authWrites } from '../support/auth-writes.js';
import { openMigrated, type TestDatabase } from '../support/databases.js';
import { OwnReplication, replicationKinds } from '../support/own-replication.js';
import { expectSignedOut, MeController } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { describeWholly } from '../support/whole-effort.js';

const START_MS = 120_000;
const LAG_SECONDS = 5;
const SETS = { with: ['sessionRegistry'] } as const;
const entities = authEntities(SETS);
const HOUR_MS = 3_600_000;

for (const kind of replicationKinds) {
  describeWholly(kind.primary, `a ${kind.name} replica that lags by five seconds`, () => {
    let servers: OwnReplication;
    let database: TestDatabase;
    let dataSource: DataSource;
    let adapter: TypeOrmAdapter;
    let before: number;

    beforeAll(async () => {
      servers = await OwnReplication.start(kind);
      database = await servers.createDatabase();
      dataSource = await openMigrated({
        ...servers.optionsOf(database),
        entities: [...entities],
        migrations: [...authMigrations(SETS)],
      });
      const { session } = entities;
      await until('the replica has the tables as they are now', () =>
        dataSource
          .getRepository(session)
          .find({ take: 1 }) // selects every column, including those from later migrations
          .then(
            () => true,
            () => false,
          ),
      );
      await servers.lag(LAG_SECONDS);
      before = (await servers.statementsAtReplica()).length;
      adapter = new TypeOrmAdapter(dataSource, entities);
    }, START_MS);
    afterAll(async () => {
      await dataSource?.destroy();
      await servers?.remove();
    });

    const statementsSinceLag = async () => (await servers.statementsAtReplica()).slice(before);

    describe.each(platforms())('on %s', (platform) => {
      it.each(['database', 'jwt'] as const)(
        'a request right after sign-in is accepted, and one right after sign-out is refused (strategy: %s) (Q15)',
        async (strategy) => {
          const revocation = new TypeOrmSessionRegistry(dataSource);
          const session = strategy === 'jwt' ? { strategy, revocation } : { strategy };
          const app = await TestApp.start({
            platform,
            config: { adapter, session },
            module: { controllers: [MeController] },
          });
          const browser = app.client();

          await browser.signIn('credentials', JANE);
          expect((await browser.get('/me')).status).toBe(200);
          expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
          const cookies = Object.fromEntries(browser.cookies);
          await browser.signOut();

          const left = session.strategy === 'jwt' ? 'kept' : 'cleared';
          await expectSignedOut(app, cookies, left);
          await app.close();
        },
      );
    });

    it.each(Object.entries(authWrites))(
      '%s takes effect for a read right after it (Q15)',
      async (_, prepare) => {
        const user = await adapter.createUser(aUser());
        const write = await prepare(adapter, user);

        await write.run(adapter);

        expect(await write.isDone(adapter)).toBe(true);
      },
    );

    it('the registry of stateless sessions reads its own writes (Q15)', async () => {
      const registry = new TypeOrmSessionRegistry(dataSource);
      const [userId, now] = ['jane', new Date()];
      const expires = new Date(now.getTime() + HOUR_MS);
      const session = { id: 'of-jane', userId, createdAt: now, lastUsed: now, expires };

      await registry.record(session);
      expect(await registry.list(userId)).toHaveLength(1);
      await registry.revoke(session);
      expect(await registry.isRevoked(session.id, { userId, startedAt: now, issuedAt: now })).toBe(
        true,
      );
    });

    runAdapterContract({
      name: 'TypeOrmAdapter on a DataSource with `replication`',
      createAdapter: () => Promise.resolve({ adapter }),
    });

    it('receives no statements from Authnest, only reads from the application (Q15)', async () => {
      const tables = dataSource.entityMetadatas.map(({ tableName }) => tableName).join('|');
      const aboutTables = new RegExp(`\\b(?:${tables})\\b`);
      expect((await statementsSinceLag()).match(aboutTables)).toBeNull();

      await dataSource.getRepository(entities.session).find();

      expect(await statementsSinceLag()).toMatch(aboutTables);
    });

    it('cannot be used for a transaction that is passed to the adapter (Q15)', async () => {
      const runner = dataSource.createQueryRunner('slave');
      await runner.startTransaction();

      expect(() => adapter.within(runner.manager)).toThrow(
        'TypeOrmAdapter.within: the EntityManager reads from a replica',
      );

      await runner.rollbackTransaction();
      await runner.release();
    });
  });
}
