import { MemoryAdapter } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { databaseServers, describeDatabases, openMigrated } from './databases.js';

/** An open store, and how to remove it. */
export interface OpenStore {
  readonly store: MemoryAdapter | TypeOrmAdapter;
  /** The DataSource, if the store is a database. */
  readonly dataSource?: DataSource;
  close(): Promise<void>;
}

/** Declares tests for the memory adapter, and for each of the three databases. Await it. */
export async function describeStores(
  declare: (open: () => Promise<OpenStore>) => void,
): Promise<void> {
  describe('in memory', () => {
    declare(async () => ({ store: new MemoryAdapter(), close: async () => undefined }));
  });
  describeDatabases(await databaseServers(), (server) => {
    declare(async () => {
      const database = await server.create();
      const dataSource = await openMigrated(database.options);
      const close = async (): Promise<void> => {
        await dataSource.destroy();
        await database.drop();
      };
      return { store: new TypeOrmAdapter(dataSource), dataSource, close };
    });
  });
}
