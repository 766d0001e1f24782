import { authJs } from '@authnest/take-over';
import { aUser } from '@authnest/testing';
import { authEntities, authMigrations, TypeOrmAdapter } from '@authnest/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { createAuthJsTables } from '../support/auth-js-tables.js';
import { databaseServers, describeDatabases } from '../support/databases.js';

describeDatabases(await databaseServers(), (server) => {
  it('the id of a user who was deleted before the tables were taken over, or back, is not given again (FT9)', async () => {
    const database = await server.create();
    const dataSource = await new DataSource({
      ...database.options,
      entities: [...authEntities({ id: 'bigint' })],
      migrations: [...authMigrations({ from: authJs, id: 'bigint' })],
    } as DataSourceOptions).initialize();
    const q = (name: string) => dataSource.driver.escape(name);
    const insert = async (email: string): Promise<string> => {
      await dataSource.query(`INSERT INTO ${q('users')} (${q('email')}) VALUES ('${email}')`);
      const rows = await dataSource.query<{ id: number }[]>(
        `SELECT id FROM ${q('users')} WHERE ${q('email')} = '${email}'`,
      );
      return `${rows[0]?.id}`;
    };
    const remove = (id: string) => dataSource.query(`DELETE FROM ${q('users')} WHERE id = ${id}`);
    await createAuthJsTables(dataSource, undefined, undefined, 'bigint');
    const first = await insert('first@example.com');
    await remove(first);

    await dataSource.runMigrations();
    const { id: second } = await new TypeOrmAdapter(dataSource).createUser(aUser());
    await remove(second);
    await dataSource.undoLastMigration();
    const third = await insert('third@example.com');

    expect(new Set([first, second, third]).size).toBe(3);
    await dataSource.destroy();
    await database.drop();
  });
});
