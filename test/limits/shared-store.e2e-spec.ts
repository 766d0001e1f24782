import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { startClock, stopClock } from '../support/clock.js';
import { startLimited } from '../support/limited-app.js';
import { redis, TEST_REDIS_URL } from '../support/redis.js';
import { describeWith } from '../support/services.js';
import { credentials, PASSWORD, platforms, SECRET, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

describeWith(redis, 'limits in Redis', () => {
  describe.each(platforms())('on %s', (platform) => {
    let store: Redis;
    let prefix: string;
    let apps: TestApp[];

    beforeEach(async () => {
      prefix = `${randomUUID()}:`;
      store = new Redis(TEST_REDIS_URL, { keyPrefix: prefix });
      apps = [];
      for (let at = 0; at < 2; at++) apps.push((await startLimited(platform, { store })).app);
      // On a busy machine, Redis might respond slowly to the first attempts, which are then counted
      // in memory.
      for (const app of apps) await until('it counts in Redis', () => countsInRedis(app));
    });
    afterEach(async () => {
      startClock();
      for (const app of apps) await app.close();
      store.disconnect();
    });

    async function attempt(
      app: TestApp | undefined,
      password = 'wrong',
      username = 'jane',
      address = '192.0.2.1',
    ): Promise<number> {
      const client = app?.client({ 'x-test-address': address });
      const response = await client?.signIn('credentials', { username, password });
      return response?.status ?? 0;
    }

    /** Whether an attempt is counted in Redis. Removes all counts. */
    async function countsInRedis(app: TestApp): Promise<boolean> {
      await attempt(app, PASSWORD);
      const keys = await store.keys(`${prefix}*`);
      for (const key of keys) await store.del(key.slice(prefix.length));
      return keys.length > 0;
    }

    it('share one count for all instances (H21)', async () => {
      const statuses: number[] = [];
      for (let at = 0; at < 20; at++) statuses.push(await attempt(apps[at % 2]));

      // Redis uses real time, so a wait or two might pass; two separate counts would allow twelve.
      expect(statuses.filter((status) => status === 302).length).toBeLessThan(11);
      expect(statuses.slice(0, 6)).not.toContain(429);
    });

    it('give no credit for an attempt whose count has expired before it succeeds (F10)', async () => {
      const expire = async () => {
        const keys = await store.keys(`${prefix}*`);
        for (const key of keys) await store.del(key.slice(prefix.length));
        return { id: 'jane' };
      };
      const providers = [{ ...credentials(), authorize: expire }];
      const { app } = await startLimited(platform, { store }, { providers });
      apps.push(app);

      expect(await attempt(app)).toBe(302);

      expect(await store.keys(`${prefix}authnest:attempts:*`)).toEqual([]);
    });

    it('are counted separately for applications with different secrets', async () => {
      const secret = `${SECRET}-of-another`;
      const { app: other } = await startLimited(platform, { store }, { secret });
      apps.push(other);
      for (let at = 0; at < 8; at++) await attempt(apps[0]);

      expect(await attempt(other)).toBe(302);
    });

    it('spare a network from which the user has signed in at any instance', async () => {
      const both = [0, 1].map(() =>
        startLimited(platform, { store, credentials: { identifier: 2 } }),
      );
      const [here, there] = (await Promise.all(both)).map(({ app }) => app);
      apps.push(here as TestApp, there as TestApp);
      await attempt(here, PASSWORD);
      for (let at = 0; at < 9; at++) await attempt(here, 'wrong', 'jane', `203.0.113.${at}`);

      expect(await attempt(there, PASSWORD)).toBe(302);
    });

    it('store no names from a network that has to wait', async () => {
      const { app } = await startLimited(platform, { store, credentials: { network: 1 } });
      apps.push(app);
      for (let at = 0; at < 20; at++) await attempt(app, 'wrong', `user-${at}`);

      // One key for the network, and two for each accepted name; a wait or two might pass.
      const keys = await store.keys(`${prefix}authnest:attempts:*`);
      expect(keys.length).toBeGreaterThan(3);
      expect(keys.length).toBeLessThan(20);
    });

    it('are stored with neither the user name nor the secret', async () => {
      await attempt(apps[0]);
      await attempt(apps[0], PASSWORD);

      // ioredis adds no prefix to a pattern.
      const keys = await store.keys(`${prefix}*`);
      expect(keys.length).toBeGreaterThan(0);
      expect(keys.join()).not.toMatch(/jane/i);
      expect(keys.join()).not.toContain(SECRET);
    });

    it('are counted in the memory of each instance while Redis is down', async () => {
      store.disconnect();
      stopClock();
      const statuses: number[] = [];
      for (let at = 0; at < 8; at++) statuses.push(await attempt(apps[0]));

      expect(statuses).toEqual([302, 302, 302, 302, 302, 302, 429, 429]);
      expect(await attempt(apps[1], PASSWORD)).toBe(302);
      // At the first attempt, the connection has closed or is closing.
      const problem = /Redis connection is not ready|Connection is closed/;
      expect(apps[0]?.logs.lines.join('\n')).toMatch(problem);
    });
  });
});
