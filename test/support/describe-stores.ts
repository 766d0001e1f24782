import { MemoryAdapter } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { IS_WHOLE } from './effort.js';
import { numberOfStory } from './story.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
} from './databases.js';

/** An open store, and how to remove it. */
export interface OpenStore {
  readonly store: MemoryAdapter | TypeOrmAdapter;
  /** The DataSource, if the store is a database. */
  readonly dataSource?: DataSource;
  close(): Promise<void>;
}

/**
 * Declares tests for the memory adapter, and for each of the three databases; for one of them, unless
 * the effort is whole. Await it. A store that was closed is emptied for the next one, as to create the
 * tables takes longer than most tests.
 */
export async function describeStores(
  declare: (open: () => Promise<OpenStore>) => void,
): Promise<void> {
  const isInMemory = Math.floor(numberOfStory() / 2) % 4 === 0;
  if (IS_WHOLE || isInMemory) {
    describe('in memory', () => {
      declare(async () => ({ store: new MemoryAdapter(), close: async () => undefined }));
    });
  }
  if (!IS_WHOLE && isInMemory) return;
  describeDatabases(await databaseServers(), (server) => {
    const databases: TestDatabase[] = [];
    const all: DataSource[] = [];
    const empty: DataSource[] = [];

    afterAll(async () => {
      for (const dataSource of all) await dataSource.destroy();
      for (const database of databases) await database.drop();
    });
    async function create(): Promise<DataSource> {
      const database = await server.create();
      databases.push(database);
      const dataSource = await openMigrated(database.options);
      all.push(dataSource);
      return dataSource;
    }

    declare(async () => {
      const dataSource = empty.pop() ?? (await create());
      const close = async (): Promise<void> => {
        await deleteAll(dataSource);
        empty.push(dataSource);
      };
      return { store: new TypeOrmAdapter(dataSource), dataSource, close };
    });
  });
}

/** Deletes all rows in one transaction, as a database waits for its disk after each. */
async function deleteAll(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    for (const { target } of dataSource.entityMetadatas) {
      await manager.createQueryBuilder().delete().from(target).execute();
    }
  });
}
