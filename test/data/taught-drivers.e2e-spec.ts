import { aSession, aUser } from '@authnest/testing';
import { authEntities, AuthUser, TypeOrmAdapter } from '@authnest/typeorm';
import pg from 'pg';
import { BeforeInsert, DataSource, type DataSourceOptions, Entity, PrimaryColumn } from 'typeorm';
import { databaseServers, openMigrated, type TestDatabase } from '../support/databases.js';
import { describeWith } from '../support/services.js';

/** OID of `timestamptz`. */
const TIMESTAMPTZ = 1184;
/** OID of `bigint`. */
const INT8 = 20;

/** A time as libraries represent it: no Date, but it has the value of one. */
class OtherTime {
  constructor(private readonly text: string) {}
  valueOf(): number {
    return new Date(this.text).getTime();
  }
}

const postgres = (await databaseServers()).find(({ name }) => name === 'PostgreSQL');
if (!postgres) throw new Error('PostgreSQL is not among the servers');

describeWith(postgres, 'a driver that returns its own date objects', () => {
  const before = pg.types.getTypeParser(TIMESTAMPTZ);
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await postgres.create();
    dataSource = await openMigrated(database.options);
    pg.types.setTypeParser(TIMESTAMPTZ, (text) => new OtherTime(text));
  });
  afterAll(async () => {
    pg.types.setTypeParser(TIMESTAMPTZ, before);
    await dataSource.destroy();
    await database.drop();
  });

  it('lets sessions live, with dates (RP20)', async () => {
    const adapter = new TypeOrmAdapter(dataSource);
    const emailVerified = new Date('2026-11-20T10:00:00.000Z');
    const { id: userId } = await adapter.createUser(aUser({ emailVerified }));
    const { sessionToken, expires } = await adapter.createSession(aSession({ userId }));

    const found = await adapter.getSessionAndUser(sessionToken);

    expect(found?.session.expires).toEqual(expires);
    expect(found?.user.emailVerified).toEqual(emailVerified);
  });
});

describeWith(postgres, 'a driver that reads 64-bit integers as numbers', () => {
  const before = pg.types.getTypeParser(INT8);
  afterAll(() => pg.types.setTypeParser(INT8, before));

  it('tells users apart whose ids are above 2^53 (LT9)', async () => {
    let last = 2n ** 60n;
    @Entity('users')
    class Member extends AuthUser {
      @PrimaryColumn({ type: 'bigint' }) declare id: string;
      @BeforeInsert() count() {
        last += 1n;
        this.id = `${last}`;
      }
    }
    pg.types.setTypeParser(INT8, Number);
    const database = await postgres.create();
    const entities = authEntities({ user: Member });
    const options = { ...database.options, entities: [...entities] } as DataSourceOptions;
    const dataSource = await new DataSource(options).initialize();
    await dataSource.synchronize();
    const adapter = new TypeOrmAdapter(dataSource, entities);

    for (const id of [1n, 2n].map((nth) => `${2n ** 60n + nth}`)) {
      expect((await adapter.createUser(aUser())).id).toBe(id);
      const { sessionToken } = await adapter.createSession(aSession({ userId: id }));
      const found = await adapter.getSessionAndUser(sessionToken);
      expect([found?.user.id, found?.session.userId]).toEqual([id, id]);
    }
    await dataSource.destroy();
    await database.drop();
  });
});
