import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { connectToRedis } from './connect-to-redis.js';

/** The connection to Redis, or null if none is configured. */
export const REDIS = Symbol('REDIS');

/** Stores the sessions and limits that several copies of the application share. */
@Module({ providers: [{ provide: REDIS, useFactory: () => connectToRedis() }], exports: [REDIS] })
export class RedisModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis | null) {}

  async onApplicationShutdown(): Promise<void> {
    await this.redis?.quit();
  }
}
