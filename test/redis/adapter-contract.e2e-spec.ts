import { withRedisChallenges, withRedisSessions } from '@authnest/redis';
import { MemoryAdapter, runAdapterContract } from '@authnest/testing';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { Redis } from 'ioredis';
import { databaseServers, describeDatabases, openMigrated } from '../support/databases.js';
import { someOf } from '../support/effort.js';
import { OwnRedis, redisProgram } from '../support/own-redis.js';
import { OwnCluster } from '../support/redis-cluster.js';
import { describeWith } from '../support/services.js';

/** A client of a Redis server or cluster, and a function that removes the server or cluster. */
interface Opened {
  readonly client: Redis | OwnCluster['client'];
  remove(): Promise<void>;
}

const kinds: readonly { readonly kind: string; readonly open: () => Promise<Opened> }[] = [
  {
    kind: 'a Redis server',
    open: async () => {
      const server = await OwnRedis.start();
      const client = new Redis(server.url);
      const remove = async () => {
        client.disconnect();
        await server.remove();
      };
      return { client, remove };
    },
  },
  { kind: 'a Redis cluster of three nodes', open: () => OwnCluster.start(3) },
];

const servers = await databaseServers();

describeWith(redisProgram, 'sessions in Redis', () => {
  for (const { kind, open } of someOf(kinds, 0)) {
    runAdapterContract({
      name: `withRedisChallenges on ${kind}`,
      createAdapter: async () => {
        const redis = await open();
        const adapter = withRedisChallenges(new MemoryAdapter(), redis.client);
        return { adapter, close: () => redis.remove() };
      },
    });
  }
  describeDatabases(servers, (server) => {
    const tried = someOf(kinds, servers.indexOf(server) + 1);
    for (const { kind, open } of tried) {
      runAdapterContract({
        name: `withRedisSessions on ${kind}`,
        createAdapter: async () => {
          const redis = await open();
          const database = await server.create();
          const dataSource = await openMigrated(database.options);
          return {
            adapter: withRedisSessions(new TypeOrmAdapter(dataSource), redis.client),
            close: async () => {
              await redis.remove();
              await dataSource.destroy();
              await database.drop();
            },
          };
        },
      });
    }
  });
});
