import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { connectToRedis } from '../../apps/example/src/redis/connect-to-redis.js';
import { ClusterRedis } from '../support/redis-sentinels.js';
import { redisProgram } from '../support/own-redis.js';
import { describeWith } from '../support/services.js';
import { until } from '../support/until.js';

describeWith(redisProgram, 'clients of sentinels, with the options from the guide', () => {
  let sentinels: ClusterRedis;
  let clients: Redis[];

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(async () => {
    sentinels = await ClusterRedis.start();
    const env = { REDIS_SENTINELS: sentinels.addresses.join() };
    clients = Array.from({ length: 10 }, () => connectToRedis(env)).filter((one) => one !== null);
  });
  afterEach(async () => {
    for (const client of clients) client.removeAllListeners('end').disconnect();
    await sentinels?.remove();
  });

  const reads = (client: Redis): Promise<boolean> =>
    client.get('name').then(
      () => true,
      () => false,
    );

  it('reconnect after a failover while one sentinel hangs (K44)', async () => {
    for (const client of clients) expect(await reads(client)).toBe(true);
    const primary = await sentinels.primary();

    [...sentinels.sentinels.values()][0]?.freeze();
    await primary.end('SIGKILL');

    for (const client of clients) await until('the client is back', () => reads(client));
  });

  // The failover detector closes the connection at a new primary, as `disconnect(true)` does.
  it('reconnect after a failover reported while they connect, which makes ioredis give up (K44)', async () => {
    for (const client of clients) {
      expect(await reads(client)).toBe(true);
      const ended = new Promise((resolve) => client.once('end', resolve));
      client.once('connecting', () => client.disconnect(true));
      client.disconnect(true);
      await ended;
    }

    for (const client of clients) await until('the client is back', () => reads(client));
  });
});
