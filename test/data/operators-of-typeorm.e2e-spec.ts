import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aSession, aUser } from '@authnest/testing';
import { authEntities, AuthSession, TypeOrmAdapter } from '@authnest/typeorm';
import {
  BeforeInsert,
  DataSource,
  type DataSourceOptions,
  Entity,
  FindOperator,
  PrimaryColumn,
} from 'typeorm';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';

const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

/** Accepts nothing but keys. */
const upsideDown = (key: string): string => Array.from(key).reverse().join('');

@Entity('sessions')
class OwnSession extends AuthSession {
  @PrimaryColumn({ type: 'varchar', length: 36, transformer: { to: upsideDown, from: upsideDown } })
  declare id: string;

  @BeforeInsert()
  makeId(): void {
    this.id = randomUUID();
  }
}

const own = authEntities({ session: OwnSession });

/** As TypeORM 0.3, in which a condition on a row is never passed through a transformer. */
const transformValue = jest.spyOn(FindOperator.prototype, 'transformValue');
beforeEach(() => void transformValue.mockImplementation(() => undefined));
afterAll(() => transformValue.mockRestore());

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeEach(async () => {
    database = await server.create();
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Stores a session that is over and one that is not, and cleans up. */
  async function cleanUp(adapter: TypeOrmAdapter): Promise<void> {
    const { id: userId } = await adapter.createUser(aUser());
    const over = await adapter.createSession(aSession({ userId, expires: hoursFromNow(-1) }));
    const alive = await adapter.createSession(aSession({ userId, expires: hoursFromNow(1) }));

    expect(await adapter.deleteExpired()).toMatchObject({ sessions: 1 });

    expect(await adapter.getSessionAndUser(over.sessionToken)).toBeNull();
    expect(await adapter.getSessionAndUser(alive.sessionToken)).not.toBeNull();
  }

  it('deletes only what has expired from tables of Auth.js (DT30)', async () => {
    const entities = authEntities({ layout: 'auth.js' });
    const options = { ...database.options, entities, migrations: [] } as DataSourceOptions;
    dataSource = await new DataSource(options).initialize();
    await createAuthJsTables(dataSource);

    await cleanUp(new TypeOrmAdapter(dataSource));
  });

  it.each(['+09:00', '-09:00'])(
    'compares times with a driver whose time zone is %s (DT30)',
    async (timezone) => {
      dataSource = await openMigrated({ ...database.options, timezone } as DataSourceOptions);
      const adapter = new TypeOrmAdapter(dataSource);
      const mark = { markers: [randomUUID()], expires: hoursFromNow(9) };

      await cleanUp(adapter);
      await adapter.markEnded({ ...mark, before: hoursFromNow(1) });
      await adapter.markEnded({ ...mark, before: hoursFromNow(3) });
      await adapter.markEnded({ ...mark, before: hoursFromNow(2) });

      const ended = await adapter.endedBefore(mark.markers);
      expect(Math.round((Number(ended) - Date.now()) / HOUR_MS)).toBe(3);
    },
  );

  it('deletes rows whose keys have a transformer (DT30)', async () => {
    const options = { ...database.options, entities: [...own], synchronize: true };
    dataSource = await new DataSource(options as DataSourceOptions).initialize();

    await cleanUp(new TypeOrmAdapter(dataSource, own));
  });
});
