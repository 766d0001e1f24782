import { aSession, aUser } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import {
  type DatabaseServer,
  databaseServers,
  openMigrated,
  type TestDatabase,
  withPool,
} from '../support/databases.js';
import { describeWith } from '../support/services.js';

const [, postgres, mariadb] = (await databaseServers()) as [
  DatabaseServer,
  DatabaseServer,
  DatabaseServer,
];

for (const server of [postgres, mariadb])
  describeWith(server, `a connection with an open transaction, on ${server.name}`, () => {
    let database: TestDatabase;
    let other: DataSource;

    beforeAll(async () => {
      database = await server.create();
      other = await openMigrated(database.options);
    });
    afterAll(async () => {
      await other.destroy();
      await database.drop();
    });

    it('is replaced, so that what was stored is there for others (DT7)', async () => {
      const dataSource = await new DataSource(withPool(database.options, 1)).initialize();
      const adapter = new TypeOrmAdapter(dataSource);
      const elsewhere = new TypeOrmAdapter(other);
      const { id: userId } = await adapter.createUser(aUser());
      const { sessionToken } = await adapter.createSession(aSession({ userId }));

      await dataSource.query('BEGIN');
      await adapter.deleteSession(sessionToken);
      expect(await elsewhere.getSessionAndUser(sessionToken)).toBeNull();

      await dataSource.query('BEGIN');
      const session = await adapter.createSession(aSession({ userId }));
      expect(await elsewhere.getSessionAndUser(session.sessionToken)).not.toBeNull();
      await dataSource.destroy();
      expect(await elsewhere.getSessionAndUser(session.sessionToken)).not.toBeNull();
    });

    it('is replaced after the server has refused to write on it (DT13)', async () => {
      const dataSource = await new DataSource(withPool(database.options, 1)).initialize();
      const adapter = new TypeOrmAdapter(dataSource);
      await dataSource.query(
        server === postgres
          ? 'SET default_transaction_read_only = on'
          : 'SET SESSION TRANSACTION READ ONLY',
      );

      await expect(adapter.createUser(aUser())).rejects.toThrow(/25006|READ_ONLY/);

      expect(await adapter.createUser(aUser())).not.toBeNull();
      await dataSource.destroy();
    });

    it('does not reach into transactions of our own and of the application', async () => {
      const dataSource = await new DataSource(withPool(database.options, 2)).initialize();
      const adapter = new TypeOrmAdapter(dataSource);

      const user = await dataSource.transaction(async (manager) => {
        const within = adapter.within(manager);
        const created = await within.createUser(aUser());
        await within.createSession(aSession({ userId: created.id }));
        return created;
      });

      expect(await new TypeOrmAdapter(other).listSessionsByUserId(user.id)).toHaveLength(1);
      await dataSource.destroy();
    });
  });

describeWith(mariadb, 'connections to MariaDB', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await mariadb.create();
    await (await openMigrated(database.options)).destroy();
  });
  afterAll(() => database.drop());

  it('are replaced if they have no autocommit (DT7)', async () => {
    const dataSource = await new DataSource(withPool(database.options, 1)).initialize();
    const adapter = new TypeOrmAdapter(dataSource);
    await dataSource.query('SET autocommit = 0');

    // The connection is replaced by one that has autocommit.
    const { id } = await adapter.createUser(aUser());
    await dataSource.destroy();

    const other = await new DataSource(database.options).initialize();
    expect(await new TypeOrmAdapter(other).getUser(id)).not.toBeNull();
    await other.destroy();
  });

  it('are refused if they count changed rows only (DT18)', async () => {
    const options = { ...database.options, flags: ['-FOUND_ROWS'] } as DataSourceOptions;
    const dataSource = await new DataSource(options).initialize();

    await expect(new TypeOrmAdapter(dataSource).createUser(aUser())).rejects.toThrow(
      /CHANGED_ROWS.*remove `-FOUND_ROWS`/,
    );
    await dataSource.destroy();
  });
});

describeWith(postgres, 'a transaction of the application that refers to a user', () => {
  it('does not keep that user from signing in (DT15)', async () => {
    const database = await postgres.create();
    const dataSource = await openMigrated(database.options);
    const adapter = new TypeOrmAdapter(dataSource);
    const user = await adapter.createUser(aUser({ emailVerified: null }));
    await dataSource.query('CREATE TABLE orders ("userId" uuid REFERENCES users (id))');
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('INSERT INTO orders VALUES ($1)', [user.id]);

    const added = await adapter.addToUser({ user, session: aSession({ userId: user.id }) });

    expect(added).toBe(true);
    await runner.rollbackTransaction();
    await runner.release();
    await dataSource.destroy();
    await database.drop();
  });
});
