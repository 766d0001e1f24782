import { runAdapterContract } from '@authnest/testing';
import { authEntities, authMigrations, TypeOrmAdapter, type IdType } from '@authnest/typeorm';
import { CONTRACT_TABLE } from '../../libs/testing/src/contract/feature-rows.contract.js';
import { databaseServers, describeDatabases, openMigrated } from '../support/databases.js';
import { someOf } from '../support/effort.js';
import { SnakeCase } from '../support/snake-case.js';

const variants: readonly {
  readonly variant: string;
  readonly model: { readonly prefix?: string; readonly id?: IdType };
  readonly namingStrategy?: SnakeCase;
}[] = [
  { variant: 'with default options', model: {} },
  {
    variant: 'with integer ids, a prefix and snake case',
    model: { prefix: 'auth_', id: 'int' },
    namingStrategy: new SnakeCase(),
  },
  { variant: 'with 64-bit ids', model: { id: 'bigint' } },
];

const servers = await databaseServers();

describeDatabases(servers, (server) => {
  // SQLite with default options is covered by the adapter's own spec, so it gets another variant.
  const tried = someOf(variants, servers.indexOf(server) + 1);
  for (const { variant, model, namingStrategy } of tried) {
    runAdapterContract({
      name: `TypeOrmAdapter ${variant}`,
      createAdapter: async () => {
        const database = await server.create();
        const dataSource = await openMigrated({
          ...database.options,
          entities: authEntities({ ...model, with: [CONTRACT_TABLE] }),
          migrations: authMigrations({ ...model, with: [CONTRACT_TABLE] }),
          namingStrategy,
        });
        return {
          adapter: new TypeOrmAdapter(dataSource),
          close: async () => {
            await dataSource.destroy();
            await database.drop();
          },
        };
      },
    });
  }
});
