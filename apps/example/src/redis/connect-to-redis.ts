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
 * @param env - `REDIS_SENTINELS`, a list of `host:port` of sentinels of the primary `authnest`, or
 * `REDIS_URL`; null without them
 */
export function connectToRedis(env: NodeJS.ProcessEnv = process.env): Redis | null {
  const { REDIS_SENTINELS: sentinels, REDIS_URL: url } = env;
  if (!sentinels && !url) return null;
  const redis = sentinels
    ? new Redis({ ...OPTIONS, ...throughSentinels(sentinels) })
    : new Redis(url ?? '', OPTIONS);
  const logger = new Logger('Redis');
  // Without a listener, the process would end when a connection breaks.
  redis.on('error', (error: Error) => logger.warn(error.message));
  // A client that learns of a new primary while it connects gives up, and would not retry.
  redis.on('end', () => void redis.connect().catch(() => {})); // `error` was emitted already
  return redis;
}

/** @param env - `REDIS_REPLICAS`: how many replicas must have a session that opens or ends */
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
    // A sentinel that accepts a connection and does not respond is skipped.
    sentinelCommandTimeout: 500,
    // Disconnects from a primary that the sentinels have replaced, even if it still responds.
    failoverDetector: true,
  };
}
