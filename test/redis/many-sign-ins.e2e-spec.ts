import { RedisSessionRegistry, withRedisSessions } from '@authnest/redis';
import { MemoryAdapter } from '@authnest/testing';
import type { AuthConfig } from '@authnest/core';
import { redisProgram } from '../support/own-redis.js';
import { OwnCluster } from '../support/redis-cluster.js';
import { describeWith } from '../support/services.js';
import { MeController } from '../support/signed-out.js';
import { JANE, TestApp } from '../support/test-app.js';

const kinds = ['stored', 'stateless'] as const;
const modes = ['end-oldest', 'refuse'] as const;

describeWith(redisProgram, 'parallel sign-ins on a Redis cluster', () => {
  describe.each(kinds)('with %s sessions', (kind) => {
    let cluster: OwnCluster;
    beforeAll(async () => {
      cluster = await OwnCluster.start(3);
    }, 60_000);
    afterAll(() => cluster?.remove());

    it.each(modes)('at two instances leave at most three sessions: %s (K40)', async (whenFull) => {
      const users = new MemoryAdapter();
      const limit = { maxPerUser: 3, whenFull } as const;
      const prefix = `${whenFull}:`;
      const config = (): Partial<AuthConfig> =>
        kind === 'stored'
          ? { adapter: withRedisSessions(users, cluster.client, { prefix }), session: limit }
          : {
              session: {
                strategy: 'jwt',
                revocation: new RedisSessionRegistry(cluster.client, { prefix }),
                ...limit,
              },
            };
      const module = { controllers: [MeController] };
      const apps: TestApp[] = [];
      for (const platform of ['express', 'fastify'] as const) {
        apps.push(await TestApp.start({ platform, module, config: config() }));
      }

      const browsers = await Promise.all(
        Array.from({ length: 20 }, async (_, nth) => {
          const browser = (apps[nth % 2] as TestApp).client();
          await browser.signIn('credentials', JANE);
          return browser;
        }),
      );

      const statuses = await Promise.all(
        browsers.map(async (one) => (await one.get('/me')).status),
      );
      const live = statuses.filter((status) => status === 200).length;
      expect(live).toBeGreaterThanOrEqual(1);
      expect(live).toBeLessThanOrEqual(3);
      for (const app of apps) await app.close();
    });
  });
});
