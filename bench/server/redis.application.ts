import { withRedisSessions } from '@authnest/redis';
import type { Type } from '@nestjs/common';
import { Redis } from 'ioredis';
import { TEST_REDIS_URL } from '../measure/bench-database.js';
import { databaseApplication } from './database.application.js';
import type { ServerOptions } from './server-questions.js';
import type { StatementCounter } from './statement-counter.js';

/** An application with sessions in Redis and users in PostgreSQL. */
export function redisApplication(
  { databaseUrl: url = '', redisUrl }: ServerOptions,
  counter: StatementCounter | undefined,
): Type {
  const redis = new Redis(redisUrl ?? TEST_REDIS_URL, { enableAutoPipelining: true });
  return databaseApplication({ type: 'postgres', url }, counter, (users) =>
    withRedisSessions(users, redis, { prefix: prefixOf(url) }),
  );
}

/** Returns the prefix of an application's keys: the name of its database. */
export function prefixOf(databaseUrl: string): string {
  return `${new URL(databaseUrl).pathname.slice(1)}:`;
}
