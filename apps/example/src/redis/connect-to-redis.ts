import type { RedisSessionsOptions } from '@authnest/redis';
import { Logger } from '@nestjs/common';
import { Redis, type RedisOptions } from 'ioredis';

const OPTIONS: RedisOptions = {
  // A command fails instead of waiting for a Redis that may never come back.
  commandTimeout: 2000,
  maxRetriesPerRequest: 1,
  retryStrategy: (times) => Math.min(times * 50, 500),
};

/**
 * @param env - `REDIS_SENTINELS`, a list of `host:port` that know the primary `authnest`, or
 * `REDIS_URL`; null without them
 */
export function connectToRedis(env: NodeJS.ProcessEnv = process.env): Redis | null {
  const { REDIS_SENTINELS: sentinels, REDIS_URL: url } = env;
  if (!sentinels && !url) return null;
  const redis = sentinels
    ? new Redis({ ...OPTIONS, ...throughSentinels(sentinels) })
    : new Redis(url ?? '', OPTIONS);
  const logger = new Logger('Redis');
  // Without a listener the process would end with the first connection that breaks.
  redis.on('error', (error: Error) => logger.warn(error.message));
  // A client that learns of the new primary while it connects gives up, and would not try again.
  redis.on('end', () => void redis.connect().catch(() => {})); // it has emitted `error`
  return redis;
}

/** @param env - `REDIS_REPLICAS`: how many must have a session that opens or ends */
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
    // One that accepts a connection and does not respond is passed over.
    sentinelCommandTimeout: 500,
    // Leaves a primary that the sentinels have replaced, also where it still responds.
    failoverDetector: true,
  };
}
