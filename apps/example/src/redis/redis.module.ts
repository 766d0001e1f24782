import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { connectToRedis } from './connect-to-redis.js';

/** Token of the connection to Redis, which is null if none is configured. */
export const REDIS = Symbol('REDIS');

/** Provides the connection to Redis, in which instances share sessions and limits. */
@Module({ providers: [{ provide: REDIS, useFactory: () => connectToRedis() }], exports: [REDIS] })
export class RedisModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis | null) {}

  async onApplicationShutdown(): Promise<void> {
    await this.redis?.quit();
  }
}
