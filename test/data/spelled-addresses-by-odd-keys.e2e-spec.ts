import { aUser } from '@authnest/testing';
import { type AuthEntities, authEntities, AuthUser, TypeOrmAdapter } from '@authnest/typeorm';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { BeforeInsert, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';

/** A UUID as its 16 bytes. */
const asBytes = {
  to: (id: unknown) => (typeof id === 'string' ? Buffer.from(id.replaceAll('-', ''), 'hex') : id),
  from: (id: unknown) =>
    Buffer.isBuffer(id)
      ? id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      : id,
};

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    database = await server.create();
  });
  afterEach(() => dataSource.destroy());
  afterAll(async () => {
    jest.restoreAllMocks();
    await database.drop();
  });

  async function open(entities: AuthEntities): Promise<DataSource> {
    dataSource = new DataSource({ ...database.options, entities: [...entities], migrations: [] });
    await dataSource.initialize();
    await dataSource.synchronize(true);
    return dataSource;
  }

  it('finds an address in capitals by a user with a binary key (BT6)', async () => {
    const binary = {
      SQLite: { type: 'blob' },
      PostgreSQL: { type: 'bytea' },
      MariaDB: { type: 'binary', length: 16 },
    } as const;

    @Entity('users')
    class BinaryKey extends AuthUser {
      @PrimaryColumn({ ...binary[server.name], transformer: asBytes })
      declare id: string;
    }

    const entities = authEntities({ user: BinaryKey });
    const adapter = new TypeOrmAdapter(await open(entities), entities);
    const jane = await adapter.createUser(aUser({ email: 'Jane.Doe@Example.com' }));

    expect(await adapter.getUserByEmail('jane.doe@example.com')).toEqual(jane);
  });

  it('finds the user with the address, not the one whose key is rounded alike (BT6)', async () => {
    let last = 9007199254740991n;

    @Entity('users')
    class LargeKey extends AuthUser {
      @PrimaryColumn({ type: 'bigint' })
      declare id: string;

      @BeforeInsert()
      makeId(): void {
        this.id = `${(last += 1n)}`;
      }
    }

    const entities = authEntities({ user: LargeKey, id: 'bigint' });
    const adapter = new TypeOrmAdapter(await open(entities), entities);
    await adapter.createUser(aUser({ email: 'otto@example.com' }));
    const jane = await adapter.createUser(aUser({ email: 'Jane.Doe@Example.com' }));

    expect(jane.id).toBe('9007199254740993');
    expect(await adapter.getUserByEmail('jane.doe@example.com')).toEqual(jane);
  });
});
