import type { RedisSessionsOptions } from '@authnest/redis';
import { Logger } from '@nestjs/common';
import { Redis, type RedisOptions } from 'ioredis';

const OPTIONS: RedisOptions = {
  // A command fails instead of waiting for a Redis server that might never become available again.
  commandTimeout: 2000,
  maxRetriesPerRequest: 1,
  retryStrategy: (times) => Math.min(times * 50, 500),
};

/**
 * Connects to Redis: through the sentinels in `REDIS_SENTINELS`, a comma-separated list of
 * `host:port`, which monitor a primary named `authnest`; or at `REDIS_URL`.
 * @returns null if neither is set
 */
export function connectToRedis(env: NodeJS.ProcessEnv = process.env): Redis | null {
  const { REDIS_SENTINELS: sentinels, REDIS_URL: url } = env;
  if (!sentinels && !url) return null;
  const redis = sentinels
    ? new Redis({ ...OPTIONS, ...throughSentinels(sentinels) })
    : new Redis(url ?? '', OPTIONS);
  const logger = new Logger('Redis');
  // Without a listener, ioredis prints connection errors to the console.
  redis.on('error', (error: Error) => logger.warn(error.message));
  // If a client is redirected to a new primary while it connects, it closes and does not retry.
  redis.on('end', () => void redis.connect().catch(() => {})); // `error` has already been emitted
  return redis;
}

/** Reads `REDIS_REPLICAS`, the number of replicas that must confirm each session write. */
export function redisOptions(env: NodeJS.ProcessEnv = process.env): RedisSessionsOptions {
  return { replicas: Number(env['REDIS_REPLICAS'] ?? 0) };
}

function throughSentinels(list: string): RedisOptions {
  return {
    name: 'authnest',
    sentinels: list.split(',').map((address) => {
      const { hostname: host, port } = new URL(`redis://${address}`);
      return { host, port: Number(port) };
    }),
    // A sentinel that accepts a connection but does not respond is skipped.
    sentinelCommandTimeout: 500,
    // Disconnects from a primary that the sentinels have replaced, even if it still responds.
    failoverDetector: true,
  };
}
