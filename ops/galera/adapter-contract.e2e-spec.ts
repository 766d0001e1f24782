import { runAdapterContract } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import type { DataSource } from 'typeorm';
import { openMigrated, withPool } from '../../test/support/databases.js';
import { galera, OwnGalera } from '../../test/support/own-galera.js';
import { describeWith } from '../../test/support/services.js';
import { spread } from '../../test/support/spread.js';

const START_MS = 180_000;

describeWith(galera, 'a Galera cluster whose three nodes all accept writes', () => {
  let cluster: OwnGalera;
  const sources: DataSource[] = [];

  beforeAll(async () => {
    cluster = await OwnGalera.start('--wsrep-sync-wait=7');
    for (const { options } of await cluster.createDatabase()) {
      sources.push(await openMigrated(withPool(options, 10)));
    }
  }, START_MS);
  afterAll(async () => {
    for (const source of sources) await source.destroy();
    await cluster?.remove();
  });

  runAdapterContract({
    name: 'TypeOrmAdapter with each call at a different node',
    createAdapter: () =>
      Promise.resolve({ adapter: spread(sources.map((source) => new TypeOrmAdapter(source))) }),
  });
});
