import { setImmediate as turn } from 'node:timers/promises';
import { adapterOperations, type AdapterUser } from '@authnest/core';
import { aSession, aUser } from '@authnest/testing';
import { authEntities, StoreError, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, EntitySchema, type EntityManager } from 'typeorm';
import { Invitations } from '../fixtures/invitations.js';
import { authWrites } from '../support/auth-writes.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  optionsAt,
  type TestDatabase,
} from '../support/databases.js';
import { Deferred } from '../support/deferred.js';

/** How a transaction of the application ends, and what it does right before. */
const ends: Readonly<Record<string, (manager: EntityManager) => Promise<void>>> = {
  commits: async () => {},
  'rolls back': () => Promise.reject(new Error('rolled back')),
  'nests and commits': (manager) => manager.transaction(async (inner) => placeOrder(inner)),
  'nests, undoes the inner part and commits': async (manager) => {
    const inner = manager.transaction(() => Promise.reject(new Error('inner')));
    await expect(inner).rejects.toThrow('inner');
  },
};

async function placeOrder(manager: EntityManager): Promise<void> {
  await manager.query('INSERT INTO orders VALUES (1)');
}

it('every operation that writes is covered (Q1)', () => {
  // Those for tables of features need such a table; they run through the same operations.
  const isOther = /^(?:get|list|find|endedBefore)|Rows?$/;
  const writes = adapterOperations.filter((name) => !isOther.test(name));

  expect(Object.keys(authWrites)).toEqual(expect.arrayContaining([...writes]));
});

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  let user: AdapterUser;

  beforeAll(async () => {
    database = await server.create();
    const pool = server.name === 'SQLite' ? {} : { poolSize: 6 };
    dataSource = await openMigrated({ ...database.options, ...pool } as typeof database.options);
    await dataSource.query('CREATE TABLE orders (id integer)');
  });
  beforeEach(async () => {
    adapter = new TypeOrmAdapter(dataSource);
    user = await adapter.createUser(aUser());
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Opens a transaction of the application. @returns a function that ends it */
  async function openTransaction(): Promise<(end: keyof typeof ends) => Promise<void>> {
    const [begun, ending] = [new Deferred(), new Deferred<string>()];
    const running = dataSource.transaction(async (manager) => {
      await placeOrder(manager);
      begun.resolve();
      await ends[await ending.promise]?.(manager);
    });
    await begun.promise;
    return async (end) => {
      ending.resolve(`${end}`);
      await Promise.allSettled([running]);
    };
  }

  describe.each(Object.keys(ends))('during a transaction of the application that %s', (end) => {
    it.each(Object.keys(authWrites))('%s has taken effect when it returns (Q1)', async (name) => {
      const write = await authWrites[name]?.(adapter, user);
      const finish = await openTransaction();

      const running = write?.run(adapter);
      for (let turns = 0; turns < 5; turns += 1) await turn();
      await finish(end);
      await running;

      expect(await write?.isDone(adapter)).toBe(true);
    });
  });

  // On SQLite's one connection, each would wait for the other; this is tested further below.
  if (server.name !== 'SQLite') {
    it.each(Object.keys(authWrites))(
      '%s called without `within` in a transaction that rolls back takes effect nevertheless (Q1)',
      async (name) => {
        const write = await authWrites[name]?.(adapter, user);

        const failing = dataSource.transaction(async (manager) => {
          await placeOrder(manager);
          await write?.run(adapter);
          throw new Error('rolled back');
        });

        await expect(failing).rejects.toThrow('rolled back');
        expect(await write?.isDone(adapter)).toBe(true);
      },
    );

    it.each(Object.keys(authWrites))(
      '%s returns and takes effect at once while a transaction of the application hangs (Q1)',
      async (name) => {
        const write = await authWrites[name]?.(adapter, user);
        const finish = await openTransaction();

        await write?.run(adapter);

        await finish('rolls back');
        expect(await write?.isDone(adapter)).toBe(true);
      },
    );
  }

  it('a session is read without uncommitted changes from an open transaction (Q1)', async () => {
    const { sessionToken } = await adapter.createSession(aSession({ userId: user.id }));
    const [begun, ending] = [new Deferred(), new Deferred()];
    const running = dataSource.transaction(async (manager) => {
      await manager.query('DELETE FROM sessions');
      begun.resolve();
      await ending.promise;
      throw new Error('rolled back');
    });
    await begun.promise;

    const reading = adapter.getSessionAndUser(sessionToken);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    ending.resolve();
    await Promise.allSettled([running]);

    expect((await reading)?.user.id).toBe(user.id);
  });

  describe('as part of a transaction of the application', () => {
    it.each(Object.keys(authWrites))(
      '%s takes effect when the transaction commits (Q1)',
      async (name) => {
        const write = await authWrites[name]?.(adapter, user);

        await dataSource.transaction(async (manager) => {
          await write?.run(adapter.within(manager));
        });

        expect(await write?.isDone(adapter)).toBe(true);
      },
    );

    it.each(Object.keys(authWrites))(
      '%s is undone when the transaction rolls back (Q1)',
      async (name) => {
        const write = await authWrites[name]?.(adapter, user);

        const failing = dataSource.transaction(async (manager) => {
          await write?.run(adapter.within(manager));
          throw new Error('rolled back');
        });

        await expect(failing).rejects.toThrow('rolled back');
        expect(await write?.isDone(adapter)).toBe(false);
      },
    );

    it.each(Object.keys(authWrites))(
      '%s in a nested transaction is undone even if only that transaction rolls back (Q1)',
      async (name) => {
        const write = await authWrites[name]?.(adapter, user);
        const order = aUser();

        await dataSource.transaction(async (manager) => {
          await adapter.within(manager).createUser(order);
          const nested = manager.transaction(async (inner) => {
            await write?.run(adapter.within(inner));
            throw new Error('inner');
          });
          await expect(nested).rejects.toThrow('inner');
        });

        expect(await write?.isDone(adapter)).toBe(false);
        expect(await adapter.getUserByEmail(order.email)).not.toBeNull();
      },
    );

    it.each(Object.keys(authWrites))(
      '%s sees what was stored since the first query, with READ COMMITTED',
      async (name) => {
        // Others store nothing meanwhile.
        if (server.name === 'SQLite') return;
        const write = await dataSource.transaction('READ COMMITTED', async (manager) => {
          await manager.query('SELECT * FROM users');
          const prepared = await authWrites[name]?.(adapter, await adapter.createUser(aUser()));
          await prepared?.run(adapter.within(manager));
          return prepared;
        });

        expect(await write?.isDone(adapter)).toBe(true);
      },
    );

    it('the transaction stays usable after a duplicate key (Q1)', async () => {
      const other = aUser();

      await dataSource.transaction(async (manager) => {
        const part = adapter.within(manager);
        expect(await part.registerUser({ user: aUser({ email: user.email }) })).toBeNull();
        await expect(part.createUser(aUser({ email: user.email }))).rejects.toThrow('insert into');
        expect(await part.registerUser({ user: other })).not.toBeNull();
        expect(await part.getUserByEmail(other.email)).not.toBeNull();
      });

      expect(await adapter.getUserByEmail(other.email)).not.toBeNull();
    });

    it("the guide's sample stores both the user and the membership, or neither (Q1)", async () => {
      const members = new EntitySchema({
        name: 'members',
        columns: {
          userId: { type: String, length: 36, primary: true },
          team: { type: String, length: 36 },
        },
      });
      const entities = [...authEntities(), members];
      const own = await new DataSource({ ...database.options, entities }).initialize();
      const invitations = new Invitations(own, new TypeOrmAdapter(own));
      const email = aUser().email;

      const early = invitations.accept(email, 'red'); // the table does not exist yet
      await expect(early).rejects.toThrow(/members/);
      expect(await adapter.getUserByEmail(email)).toBeNull();
      await own.query(
        'CREATE TABLE members ("userId" varchar(36), team varchar(36))'.replaceAll(
          '"',
          server.name === 'MariaDB' ? '`' : '"',
        ),
      );
      const member = await invitations.accept(email, 'red');

      expect(await adapter.getUserByEmail(email)).toEqual(member);
      expect(await own.getRepository(members).find()).toEqual([{ userId: member.id, team: 'red' }]);
      await expect(invitations.accept(email, 'blue')).rejects.toThrow('the address is taken');
      await own.destroy();
    });

    it('refuses a manager that has no transaction or belongs to another DataSource (Q1)', async () => {
      const other = await new DataSource({ ...database.options }).initialize();

      expect(() => adapter.within(dataSource.manager)).toThrow('has no transaction');
      await other.transaction(async (manager) => {
        expect(() => adapter.within(manager)).toThrow('belongs to another DataSource');
      });

      await other.destroy();
    });
  });
});

describe('waiting for a transaction of the application, on SQLite', () => {
  const TIMEOUT_MS = 200;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  let user: AdapterUser;

  beforeAll(async () => {
    dataSource = await openMigrated(optionsAt('sqlite::memory:'));
  });
  beforeEach(async () => {
    adapter = new TypeOrmAdapter(dataSource);
    adapter.limitTime(TIMEOUT_MS);
    user = await adapter.createUser(aUser());
  });
  afterAll(() => dataSource.destroy());

  it.each(Object.keys(authWrites))(
    '%s called inside that transaction fails in time and does not run later (Q1)',
    async (name) => {
      const write = await authWrites[name]?.(adapter, user);

      await dataSource.transaction(async () => {
        // The transaction and the operation wait for each other.
        await expect(write?.run(adapter)).rejects.toThrow(
          /failed \(IN_TRANSACTION\): .*end it before you await the adapter, or use `adapter.within/,
        );
      });

      for (let turns = 0; turns < 5; turns += 1) await turn();
      expect(await write?.isDone(adapter)).toBe(false);
    },
  );

  it('waiting operations run in the order in which they were called (Q1)', async () => {
    const [begun, ending] = [new Deferred(), new Deferred()];
    const order: string[] = [];
    const transactions = async () => {
      await dataSource.transaction(async () => {
        begun.resolve();
        await ending.promise;
      });
      await dataSource.transaction(async () => {
        order.push('the next transaction');
        await turn();
      });
    };
    const running = transactions();
    await begun.promise;

    const waiting = ['first', 'second', 'third'].map(async (name) => {
      await adapter.updateUser({ id: user.id, name });
      order.push(name);
    });
    await turn();
    ending.resolve();
    await Promise.all([running, ...waiting]);

    expect(order.filter((name) => !name.startsWith('the'))).toEqual(['first', 'second', 'third']);
    expect((await adapter.getUser(user.id))?.name).toBe('third');
  });

  it('the end of a transaction is detected without TypeORM, and no subscriber is left behind (Q1)', async () => {
    const subscribers = dataSource.subscribers.length;
    const connection = Reflect.get(dataSource.driver, 'databaseConnection') as {
      exec(sql: string): void;
    };

    connection.exec('BEGIN');
    const reading = adapter.getUser(user.id);
    await turn();
    connection.exec('ROLLBACK');

    expect(await reading).toEqual(user);
    await turn();
    expect(dataSource.subscribers).toHaveLength(subscribers);
  });

  it('a waiting operation fails when the DataSource is destroyed, and the process continues (Q1)', async () => {
    const own = await openMigrated(optionsAt('sqlite::memory:'));
    const reading = new Deferred<unknown>();

    const running = own.transaction(async () => {
      reading.resolve(new TypeOrmAdapter(own).getUser(user.id).catch((error: unknown) => error));
      await turn();
      await own.destroy();
    });

    await expect(running).rejects.toThrow();
    expect(await reading.promise).toBeInstanceOf(StoreError);
  });
});
