import { DataSource } from 'typeorm';
import { forgetMigration } from './forget-migration.js';

it('removes a migration from the list also with TypeORM 0.3, which has only `connection` (DT22)', async () => {
  const dataSource = new DataSource({ type: 'better-sqlite3', database: ':memory:' });
  await dataSource.initialize();
  await dataSource.query('CREATE TABLE migrations (name varchar)');
  await dataSource.query("INSERT INTO migrations VALUES ('first'), ('second')");
  const runner = Object.create(dataSource.createQueryRunner(), {
    dataSource: { value: undefined },
    connection: { value: dataSource },
  }) as ReturnType<DataSource['createQueryRunner']>;

  await forgetMigration(runner, 'first');

  expect(await dataSource.query('SELECT name FROM migrations')).toEqual([{ name: 'second' }]);
  await dataSource.destroy();
});
