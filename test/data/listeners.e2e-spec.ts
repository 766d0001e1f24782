import type { AdapterUser } from '@authnest/core';
import { aUser } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource, EntitySubscriberInterface } from 'typeorm';
import { authWrites } from '../support/auth-writes.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from '../support/databases.js';

const inserts = [
  'createUser',
  'registerUser',
  'addToUser',
  'linkAccount',
  'createSession',
  'createVerificationToken',
  'spendOnce',
  'createAuthenticator',
];
const others = Object.keys(authWrites).filter((name) => !inserts.includes(name));

const refuse = (): Promise<never> => Promise.reject(new Error('refused by a subscriber'));

describeDatabases(await databaseServers(), (server) => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let adapter: TypeOrmAdapter;
  let user: AdapterUser;

  beforeAll(async () => {
    database = await server.create();
    dataSource = await openMigrated(database.options);
    adapter = new TypeOrmAdapter(dataSource);
  });
  beforeEach(async () => {
    user = await adapter.createUser(aUser());
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  async function withSubscriber(
    subscriber: EntitySubscriberInterface,
    work: () => Promise<unknown>,
  ): Promise<void> {
    dataSource.subscribers.push(subscriber);
    try {
      await work();
    } finally {
      dataSource.subscribers.pop();
    }
  }

  it.each(inserts)('%s that a subscriber refuses after it leaves no row (Q14)', async (name) => {
    const write = await authWrites[name]?.(adapter, user);

    await withSubscriber({ afterInsert: refuse }, async () => {
      await expect(write?.run(adapter)).rejects.toThrow('failed');
    });

    expect(await write?.isDone(adapter)).toBe(false);
  });

  // SQLite cannot undo it: its one connection must not be kept while a subscriber is awaited.
  const isUndone = server.name !== 'SQLite';
  it.each(others)(
    `%s that a subscriber refuses after it is ${isUndone ? 'undone' : 'done'} (Q14)`,
    async (name) => {
      const write = await authWrites[name]?.(adapter, user);

      await withSubscriber({ afterUpdate: refuse, afterRemove: refuse }, async () => {
        await expect(write?.run(adapter)).rejects.toThrow('failed');
      });

      expect(await write?.isDone(adapter)).toBe(!isUndone);
    },
  );

  it.each(Object.keys(authWrites))(
    '%s that a subscriber refuses before it is not done (Q14)',
    async (name) => {
      const write = await authWrites[name]?.(adapter, user);
      const refusing = { beforeInsert: refuse, beforeUpdate: refuse, beforeRemove: refuse };

      await withSubscriber(refusing, async () => {
        await expect(write?.run(adapter)).rejects.toThrow('failed');
      });

      expect(await write?.isDone(adapter)).toBe(false);
    },
  );
});
