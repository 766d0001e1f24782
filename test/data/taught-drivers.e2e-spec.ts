import { aSession, aUser } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { databaseServers, openMigrated, type TestDatabase } from '../support/databases.js';
import { describeWith } from '../support/services.js';

/** OID of `timestamptz`. */
const TIMESTAMPTZ = 1184;

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
