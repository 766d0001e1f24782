import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { declareAdapterRaces } from '../support/adapter-races.js';
import {
  databaseServers,
  describeDatabases,
  openMigrated,
  type TestDatabase,
  withPool,
} from '../support/databases.js';

describeDatabases(await databaseServers(), (server) => {
  describe.each([10, 1])('with a pool size of %i', (poolSize) => {
    let database: TestDatabase;
    let dataSource: DataSource;
    let adapter: TypeOrmAdapter;

    beforeAll(async () => {
      database = await server.create();
      dataSource = await openMigrated(withPool(database.options, poolSize));
      adapter = new TypeOrmAdapter(dataSource);
    });
    afterAll(async () => {
      await dataSource.destroy();
      await database.drop();
    });

    declareAdapterRaces(() => adapter);
  });
});
