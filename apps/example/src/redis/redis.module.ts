import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { connectToRedis } from './connect-to-redis.js';

/** The connection to Redis, or null where none is configured. */
export const REDIS = Symbol('REDIS');

/** Where several copies of the application keep sessions and limits together. */
@Module({ providers: [{ provide: REDIS, useFactory: () => connectToRedis() }], exports: [REDIS] })
export class RedisModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis | null) {}

  async onApplicationShutdown(): Promise<void> {
    await this.redis?.quit();
  }
}
